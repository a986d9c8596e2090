import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

test('the page opens from a sub-folder of a static host', async ({ page, open }) => {
  await open();
  await expect(page).toHaveTitle(/Assay/);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Workbench' })).toBeVisible();
  await expectAccessible(page);
});

test('a button has its own colours from the moment it can be used', async ({ page, open }) => {
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement) || target.disabled || target.matches(':hover')) continue;
        target.dataset.enabledIn = getComputedStyle(target).backgroundColor;
      }
    }).observe(document, { subtree: true, attributeFilter: ['disabled'] });
  });
  await open();
  const button = page.getByRole('button', { name: 'Show me the samples' });
  await expect(button).toHaveAttribute('data-enabled-in');
  const enabledIn = await button.evaluate(({ dataset }) => dataset.enabledIn);
  await expect(button).toHaveCSS('background-color', enabledIn ?? '');
});
