import type { Locator, Page } from 'playwright/test';
import { allDrawn } from './fixtures/import-steps';
import { judgeSamples, loadSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

async function judgedSamples(page: Page): Promise<Locator> {
  await judgeSamples(page);
  return allDrawn(page);
}
async function names(page: Page): Promise<string[]> {
  return (await allDrawn(page)).getByRole('rowheader').allInnerTexts();
}

test('rows are filtered by text and verdict, counted, and all come back with one click', async ({
  page,
  open,
}) => {
  await open();
  const table = await judgedSamples(page);
  const all = await names(page);
  await page.keyboard.press('/');
  await page.keyboard.type('KOREAN');
  await expect(page.getByText(`1 of ${all.length}`, { exact: true })).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('FAIL');
  await expect(page.getByRole('heading', { name: 'No case matches the filter' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await expect(table.getByRole('rowheader')).toHaveCount(all.length);
  expect(await names(page)).toEqual(all);
});

test('next and previous follow the sorted and filtered order', async ({ page, open }) => {
  await open();
  const table = await judgedSamples(page);
  const plain = await names(page);
  const header = table.getByRole('columnheader', { name: 'Case' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  const rising = await names(page);
  expect(rising).toEqual(plain.toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true })));

  const judgement = page.getByRole('region', { name: 'Judgement' });
  await table.getByRole('row').nth(1).getByRole('button').click();
  for (const [key, position] of [
    ['ArrowDown', 1],
    ['End', rising.length - 1],
    ['ArrowUp', rising.length - 2],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    const name = rising[position] ?? '';
    await expect(judgement.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(table.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  expect(await names(page)).toEqual(plain);
});

test('columns are chosen, and the summary says over what it counts', async ({ page, open }) => {
  await open();
  const table = await judgedSamples(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Product title' }).check();
  await page.getByRole('checkbox', { name: 'Verdict' }).uncheck();
  await expect(table.getByRole('columnheader', { name: 'Product title' })).toBeAttached();
  await expect(table.getByRole('columnheader', { name: 'Verdict' })).toHaveCount(0);
  await expect(page.getByText('none scored, so there is no mean')).toBeVisible();
  await page.getByRole('button', { name: /Partial/ }).click();
  await expect(page.getByRole('button', { name: /Partial/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
});

test('on a phone every export is in view without scrolling', async ({ page, open }) => {
  await open();
  await loadSamples(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Results' }).click();
  for (const language of ['en', 'ko']) {
    await page.getByRole('combobox', { name: /Language|언어/ }).selectOption(language);
    const exports = page.getByRole('group', { name: /Export|내보내기/ }).getByRole('button');
    await expect(exports).toHaveCount(4);
    for (const button of await exports.all()) await expect(button).toBeInViewport({ ratio: 1 });
  }
});
