import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

test('the page opens from a sub-folder of a static host', async ({ page, open }) => {
  await open();
  await expect(page).toHaveTitle(/Assay/);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Workbench' })).toBeVisible();
  await expectAccessible(page);
});
