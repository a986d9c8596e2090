import { judgeSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { storedText } from './support/judge-server';
import { expect, test } from './support/test';

test('each screen opens from the navigation and is accessible', async ({ page, open }) => {
  await open();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const screen of ['History', 'Rubrics', 'Settings', 'Workbench']) {
    await navigation.getByRole('link', { name: screen }).click();
    await expect(page).toHaveTitle(`${screen} · Assay`);
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached();
    await expectAccessible(page);
  }
});

test('a rubric reads as a stakeholder would read it', async ({ page, open }) => {
  await open('#/rubrics/brand-entities');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 2 })).toHaveText('Brand entity extraction');
  for (const part of [
    'What a case brings',
    'What is judged',
    'What the program decides',
    'What is checked',
  ]) {
    await expect(article.getByRole('heading', { level: 3, name: part })).toBeVisible();
  }
  await expect(article.getByText('{', { exact: false })).toHaveCount(
    await article.locator('pre').getByText('{').count(),
  );
  const download = page.waitForEvent('download');
  await article.getByRole('link', { name: 'Download rubric file' }).click();
  expect((await download).suggestedFilename()).toBe('brand-entities.rubric.md');
  await article.getByRole('button', { name: 'Use this rubric' }).click();
  await expect(page.getByRole('combobox', { name: 'Rubric' })).toHaveValue('brand-entities');
});

test('theme and language are chosen, and remembered in IndexedDB', async ({ page, open }) => {
  await open();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(page.getByRole('link', { name: '작업대' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expectAccessible(page);
  await expect.poll(() => storedText(page)).toMatch(/"theme":"dark","language":"ko"/);
  await page.reload();
  await expect(page.getByRole('link', { name: '작업대' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('the egress meter shows that nothing left the machine', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await page.getByRole('button', { name: '0 bytes out' }).click();
  const dialog = page.getByRole('dialog', { name: 'What leaves this machine' });
  await expect(dialog.getByText('0', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
});

test('on a phone the columns are steps and nothing scrolls sideways', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  await page
    .getByRole('region', { name: 'Set up' })
    .getByRole('button', { name: 'Load sample cases' })
    .click();
  await page.getByRole('button', { name: 'Judge all' }).click();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table).toBeVisible();
  await expect(table.getByText('Not judged')).toHaveCount(0);
  await table.locator('tbody button').first().click();
  await expect(page.getByRole('region', { name: 'Judgement' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toBeHidden();
  for (const [route, screen] of [
    ['#/workbench', 'Workbench'],
    ['#/rubrics', 'Rubrics'],
    ['#/history', 'History'],
    ['#/settings', 'Settings'],
  ] as const) {
    await open(route);
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, route).toBeLessThanOrEqual(0);
  }
  await open('#/workbench');
  await page.getByRole('group', { name: 'Steps' }).getByRole('button', { name: 'Judgement' }).click();
  await page.getByRole('button', { name: 'Back to results' }).click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expect(page.locator('#results-heading')).toBeFocused();
  await open('#/history');
  await page.getByRole('article').getByRole('heading').getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expectAccessible(page);
});
