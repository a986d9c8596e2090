import type { Page } from 'playwright/test';

/** Whether the page wants whoever closes or reloads it to be asked. */
export function asksWhoeverLeaves(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
