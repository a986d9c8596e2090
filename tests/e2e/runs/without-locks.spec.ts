import { expect, test } from '../support/test';

test('a browser without locks warns that tabs cannot see each other’s runs', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  await page.goto('./');
  await expect(page.getByText('Keep Assay open in one tab only.')).toBeVisible();
  await page.getByRole('button', { name: 'Load sample cases' }).click();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toContainText('cases judged in');
});
