import { expect, type Locator, type Page } from 'playwright/test';

const MOST_WAYS = 50;

/** How many presses of Tab lead to `target`, below zero with Shift. A guess: some stops are reached otherwise. */
function stopsTo(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    if (element.matches(':focus')) return 0;
    const root = element.getRootNode();
    const place = root instanceof ShadowRoot ? root.host : element;
    const here = document.activeElement;
    // The browser goes on from what had the focus last, wherever that was.
    if (!here || here === document.body) return 1;
    const isBefore = (one: Element, other: Element) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const [first, last] = isBefore(here, place) ? [here, place] : [place, here];
    const between = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        one.checkVisibility({ visibilityProperty: true }) &&
        isBefore(first, one) &&
        isBefore(one, last),
    );
    return (between.length + 1) * (first === here ? 1 : -1);
  });
}

/** Presses Tab or Shift+Tab until `target` has the focus, as someone without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let way = 0; way < MOST_WAYS; way += 1) {
    const stops = await stopsTo(target);
    if (stops === 0) return;
    for (let stop = 0; stop < Math.abs(stops); stop += 1)
      await page.keyboard.press(stops < 0 ? 'Shift+Tab' : 'Tab');
  }
  await expect(target, 'reachable by Tab').toBeFocused({ timeout: 1 });
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
