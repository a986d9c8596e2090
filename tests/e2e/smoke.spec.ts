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
    const note = (button: HTMLButtonElement) => {
      if (button.disabled || button.matches(':hover') || button.dataset.enabledIn) return;
      button.dataset.enabledIn = getComputedStyle(button).backgroundColor;
    };
    // The rubric may be there before the button is: then it can be used from the start.
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof HTMLButtonElement) note(target);
        for (const added of addedNodes)
          if (added instanceof Element) for (const button of added.querySelectorAll('button')) note(button);
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  });
  await open();
  const button = page.getByRole('button', { name: 'Show me the samples' });
  await expect(button).toHaveAttribute('data-enabled-in');
  const enabledIn = await button.evaluate(({ dataset }) => dataset.enabledIn);
  await expect(button).toHaveCSS('background-color', enabledIn ?? '');
});
