import type { Locator, Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, chooseRubric, upload, use } from './fixtures/import-steps';
import { judgeSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { setUpApi, storedText, test } from './support/judge-server';
import { sideways } from './support/page';
import { expect } from './support/test';

const screens = ['History', 'Rubrics', 'Settings', 'Workbench'];

test('the page opens from a sub-folder of a static host, and each screen is accessible', async ({
  page,
  arrive,
}) => {
  // Notes the colours of each button at the moment it can be used.
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
  await arrive();
  const button = page.getByRole('button', { name: 'Judge my own text' });
  await expect(button).toHaveAttribute('data-enabled-in');
  const enabledIn = await button.evaluate(({ dataset }) => dataset.enabledIn);
  await expect(button).toHaveCSS('background-color', enabledIn ?? '');

  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const screen of screens) {
    await navigation.getByRole('link', { name: screen }).click();
    await expect(page).toHaveTitle(`${screen} · Assay`);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectAccessible(page);
  }
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expectAccessible(page);
  await expect.poll(() => storedText(page)).toMatch(/"theme":"dark","language":"ko"/);
  await page.reload();
  await expect(page.getByRole('link', { name: '평가하기' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('a rubric reads as a stakeholder would read it', async ({ page, open }) => {
  await open('#/rubrics/brand-entities');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 2 })).toBeVisible();
  for (const part of [
    'How the score is computed',
    'What is judged',
    'What you provide',
    'What is checked automatically',
  ])
    await expect(article.getByRole('heading', { level: 3, name: part })).toBeVisible();
  await expect(article.getByText('= Correctness + Rule compliance + Reasoning quality')).toBeVisible();
  // Neither code nor the paths of a reply are for readers.
  expect((await article.innerText()).match(/\{|\}|\b(output|derived|facts)\./g)).toBeNull();
  const download = page.waitForEvent('download');
  await article.getByRole('link', { name: 'Export rubric file' }).click();
  expect((await download).suggestedFilename()).toBe('brand-entities.rubric.md');
  await article.getByRole('button', { name: 'Use this rubric' }).click();
  await expect(page.getByRole('combobox', { name: 'Rubric' })).toHaveValue('brand-entities');
});

test('the text size and what a new page begins with are kept', async ({ page, open }) => {
  await open('#/settings');
  const size = () => page.locator('h1').evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize));
  const before = await size();
  await page.getByRole('combobox', { name: 'Text size' }).selectOption('150');
  await expect.poll(size).toBe(before * 1.5);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Default rubric' }).selectOption('citation-matching');
  await page.getByRole('combobox', { name: 'Default judge' }).selectOption({ label: 'Paste a reply' });
  await expect.poll(() => storedText(page)).toContain('"judge":"pasted"');
  await open('#/workbench');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Rubric' })).toHaveValue('citation-matching');
  await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveValue('pasted');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const route of ['#/rubrics', '#/history', '#/settings', '#/workbench']) {
    await open(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect.poll(() => sideways(page), route).toBeLessThanOrEqual(0);
  }
});

async function names(page: Page): Promise<string[]> {
  return (await allDrawn(page)).getByRole('rowheader').allInnerTexts();
}

test('results are filtered, sorted, walked through by keys and shown in the columns that are chosen', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page);
  const table = await allDrawn(page);
  const plain = await names(page);
  await page.keyboard.press('/');
  await page.keyboard.type('KOREAN');
  await expect(page.getByText(`1 of ${plain.length}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('Fail');
  await expect(page.getByRole('heading', { name: 'No case matches the filter' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await expect(table.getByRole('rowheader')).toHaveText(plain);

  const sorter = table.getByRole('columnheader', { name: 'Case' });
  await sorter.getByRole('button').click();
  await expect(sorter).toHaveAttribute('aria-sort', 'ascending');
  const rising = await names(page);
  expect(rising).toEqual(plain.toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true })));
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await table.getByRole('row').nth(1).getByRole('button').click();
  for (const [key, position] of [
    ['ArrowDown', 1],
    ['End', rising.length - 1],
    ['ArrowUp', rising.length - 2],
  ] as const) {
    await page.keyboard.press(key);
    const name = rising[position] ?? '';
    await expect(judgement.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(table.getByRole('button', { name, exact: true })).toBeFocused();
  }

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Product title' }).check();
  await page.getByRole('checkbox', { name: 'Verdict' }).uncheck();
  await expect(table.getByRole('columnheader', { name: 'Product title' })).toBeAttached();
  await expect(table.getByRole('columnheader', { name: 'Verdict' })).toHaveCount(0);
  await page.getByRole('button', { name: /Partly open/ }).click();
  await expect(page.getByRole('button', { name: /Partly open/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
});

/** How the parts of the bar lie. */
function barLayout(bar: Locator): Promise<Record<string, boolean>> {
  return bar.evaluate((element) => {
    const of = (selector: string) => element.querySelector(selector)?.getBoundingClientRect();
    const [mark, button, select, nav] = [of('a'), of('button'), of('select'), of('nav')];
    if (!mark || !button || !select || !nav)
      throw new Error('Expected mark, meter, language and navigation.');
    return {
      twoRows: element.getBoundingClientRect().height < 90,
      oneAboveTheOther: [mark, button, select].every((box) => box.bottom <= nav.top),
      apart: mark.right <= button.left && button.right <= select.left,
      inside: element.scrollWidth <= element.clientWidth && select.right <= innerWidth,
    };
  });
}

test('on a phone the columns are steps, the bar has two rows, every export is in view and nothing scrolls sideways', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await page.setViewportSize({ width: 360, height: 740 });
  await open();
  await chooseRubric(page);
  const rows = [1, 2, 3].map((number) =>
    brandRow({ id: `case-${number}`, title: `case-${number}`, predicted_reasoning: 'Nike! '.repeat(20_000) }),
  );
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows]) });
  await use(page, '3');
  const steps = page.getByRole('group', { name: 'Steps' });
  await steps.getByRole('button', { name: 'Set up' }).click();
  await setUpApi(page, server);
  await page.getByRole('button', { name: 'Judge all' }).click();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table.getByText('Not judged')).toHaveCount(0, { timeout: 20_000 });
  await table.locator('tbody button').first().click();
  await expect(page.getByRole('region', { name: 'Judgement' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toBeHidden();
  await page.getByRole('button', { name: 'Back to results' }).click();
  await expect(page.locator('#results-heading')).toBeFocused();
  await expectAccessible(page);

  const bar = page.getByRole('banner');
  // What is seen is short; the exact number is in the name. Each case has 120,000 bytes and a little more.
  const exact = /^(\d{3} kB sent|외부 전송 \d{3}kB) \(3\d\d,\d{3}( bytes|바이트)\)$/;
  for (const language of ['en', 'ko']) {
    await bar.getByRole('combobox', { name: /Language|언어/ }).selectOption(language);
    await expect(bar.getByRole('button')).toHaveAccessibleName(exact);
    expect(await barLayout(bar), language).toEqual({
      twoRows: true,
      oneAboveTheOther: true,
      apart: true,
      inside: true,
    });
    const cut = page
      .locator('main table.row-table tbody td')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
      );
    expect(await cut, 'words that are cut').toEqual([]);
    const exports = page.getByRole('group', { name: /Export|내보내기/ }).getByRole('button');
    await expect(exports).toHaveCount(6);
    for (const button of await exports.all()) {
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
    }
  }
  for (const route of ['#/rubrics', '#/history', '#/settings', '#/workbench']) {
    await open(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(await sideways(page), route).toBeLessThanOrEqual(0);
  }
});
