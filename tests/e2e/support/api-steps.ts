import type { Page } from 'playwright/test';
import { expect } from './test';

export const runStatus = (page: Page) => page.getByRole('status', { name: 'Run status' });
export const outcome = (page: Page) => page.getByRole('status', { name: 'Test connection' });

/** Gives how many cases there are. */
export async function loadSamples(page: Page, rubric = 'Brand entity extraction'): Promise<number> {
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: rubric });
  await page
    .getByRole('region', { name: 'Set up' })
    .getByRole('button', { name: 'Load sample cases' })
    .click();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table).toBeVisible();
  return Number(await table.getAttribute('aria-rowcount')) - 1;
}

/** Each case is a round trip, so a busy machine may take its time. */
export async function judgeAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(runStatus(page)).toHaveText(/judged in/, { timeout: 20_000 });
}

export async function testConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test connection' }).click();
}
