import type { Page } from 'playwright/test';

export { judgeAll, loadSamples } from '../fixtures/workbench-steps';
export const runStatus = (page: Page) => page.getByRole('status', { name: 'Run status' });
export const outcome = (page: Page) => page.getByRole('status', { name: 'Test connection' });

export async function testConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test connection' }).click();
}
