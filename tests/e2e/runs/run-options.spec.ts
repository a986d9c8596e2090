import type { Locator, Page } from 'playwright/test';
import { loadSamples } from '../fixtures/workbench-steps';
import { expectAccessible } from '../support/axe';
import { setUpApi, test } from '../support/judge-server';
import { expect } from '../support/test';
import { setUp } from './run-steps';

const fields = [
  {
    name: 'Time limit per case (seconds)',
    stands: '120',
    wrong: '0.001',
    told: 'Enter 1 to 86,400 seconds, or leave it empty for no limit. Until then, the limit is 120 s.',
    right: '',
  },
  {
    name: 'Temperature',
    stands: '',
    wrong: '-1',
    told: 'Enter a number from 0 to 2, or leave it empty. Until then, the model’s own counts.',
    right: '0.25',
  },
];

async function leave(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.blur();
}
function told(page: Page): Locator {
  return setUp(page).getByText('Until then');
}

test('a number that is not allowed stays as it was typed, with words on what is', async ({ page, open }) => {
  await open();
  await loadSamples(page);
  await setUpApi(page, { baseUrl: 'http://127.0.0.1:9/v1' });
  for (const part of ['Run options', 'Temperature and price'])
    await page.getByText(part, { exact: true }).click();
  for (const { name, stands, wrong, told: words, right } of fields) {
    const field = setUp(page).getByRole('spinbutton', { name, exact: true });
    await expect(field).toHaveValue(stands);
    await leave(field, wrong);
    await expect(told(page)).toHaveText(words);
    await expect(field).toHaveValue(wrong);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    if (name === 'Temperature') await expectAccessible(page);
    await leave(field, right);
    await expect(told(page)).toHaveCount(0);
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  }
});
