import { expect, type Locator, type Page } from 'playwright/test';

const MOST_STOPS = 200;

/** Presses Tab until `target` has the focus, as someone without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `reachable within ${MOST_STOPS} presses of Tab`).toBeFocused({ timeout: 1 });
}

/** Leaves the samples that a page opens on. */
export async function emptySheet(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Results' });
  await expect(page.getByRole('main')).toBeVisible();
  const steps = page.getByRole('group', { name: 'Steps' });
  if (await steps.isVisible()) await steps.getByRole('button', { name: 'Results' }).click();
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'New sheet' }).click();
  await expect(table).toBeHidden();
}

/** Whether the page asks before it is closed or reloaded. */
export function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

/** How far the page scrolls sideways, in pixels. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
