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
