import type { Page } from 'playwright/test';
import { expectAccessible } from './support/axe';
import { sideways, tabTo } from './support/page';
import { expect, test } from './support/test';

const overview = (page: Page) => page.getByRole('region', { name: 'Overview' });
const chart = (page: Page, name: string | RegExp) => overview(page).getByRole('figure', { name });
const map = (page: Page) => chart(page, 'Cases × criteria');

const exportReport = (page: Page) => page.getByRole('button', { name: 'Export report', includeHidden: true });

async function openOverview(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(map(page).getByRole('button').first()).toBeVisible();
}

test('the overview opens, is walked and left by the keyboard', async ({ page, arrive }) => {
  await arrive();
  const cases = page.getByRole('tab', { name: 'Cases' });
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
  await tabTo(page, cases);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(overview(page).getByText('7 of 9 scored cases pass.')).toBeVisible();
  await expect(overview(page).getByText('Example replies').first()).toBeVisible();

  const first = map(page).getByRole('button').first();
  await expect(first).toBeVisible();
  await tabTo(page, first);
  const focused = page.locator(':focus');
  const name = (await first.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('aria-label', /Correctness: 37/);
  await page.keyboard.press('ArrowDown');
  // The same criterion of the next case.
  await expect(focused).toHaveAttribute('aria-label', /Correctness: 38/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('aria-label', /Correctness: 37/);
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute('aria-label', /Reasoning quality: 3/);
  await page.keyboard.press('Home');
  await expect(focused).toHaveAttribute('aria-label', name);
  await page.keyboard.press('ArrowDown');
  const second = ((await focused.getAttribute('aria-label')) ?? '').replace(/: \d+.*/, '');
  await page.keyboard.press('Enter');

  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByRole('heading', { name: second })).toBeFocused();
  await expect(overview(page)).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
});

test('a picture names its points and filters the table by them', async ({ page, arrive }) => {
  await arrive();
  await openOverview(page);
  await expectAccessible(page);

  const worst = chart(page, 'What doesn’t hold, most often').getByRole('button').first();
  await worst.hover();
  await expect(overview(page).getByText(/^Rule compliance: 4 of 9\. /)).toBeVisible();
  await worst.click();
  await expect(page.getByRole('search').getByText('Rule compliance: 4 of 9')).toBeVisible();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table.getByRole('rowheader')).toHaveCount(4);

  // What is chosen next stands in its place.
  await openOverview(page);
  await expect(overview(page).getByText('The table is filtered: Rule compliance: 4 of 9')).toBeVisible();
  await chart(page, 'Pass rate')
    .getByRole('button', { name: /^Pass, but contradicted: 3 of 9/ })
    .click();
  await expect(page.getByText('Pass, but contradicted: 3 of 9')).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await expect(table.getByRole('rowheader')).toHaveCount(9);
});

test('a picture is copied as SVG and PNG, and read as a table', async ({ page, arrive, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await arrive();
  await openOverview(page);
  const bar = chart(page, 'Pass rate');
  const choose = async (name: string) => {
    await bar.getByTitle('More for “Pass rate”').click();
    await bar.getByRole('button', { name }).click();
  };
  await choose('Copy as SVG');
  await expect(bar.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  // The page's own policy forbids to parse a text.
  const blank = await context.newPage();
  const svg = await blank.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    const rects = [...read.querySelectorAll('rect')];
    return {
      root: read.documentElement.localName,
      title: read.querySelector('title')?.textContent ?? '',
      plain: rects.length > 3 && rects.every((rect) => (rect.getAttribute('fill') ?? '').startsWith('rgb')),
    };
  }, copied);
  await blank.close();
  expect(svg).toEqual({
    root: 'svg',
    title: 'Pass rate: Pass 4, Pass, but contradicted 3, Fail 2.',
    plain: true,
  });
  await choose('Copy as PNG');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        if (!item?.types.includes('image/png')) return 0;
        const bitmap = await createImageBitmap(await item.getType('image/png'));
        return bitmap.width;
      }),
    )
    .toBeGreaterThan(400);
  await choose('Show as table');
  await expect(bar.getByRole('row')).toHaveText([
    /Verdict\s*Cases/,
    /Pass\s*4/,
    /contradicted\s*3/,
    /Fail\s*2/,
  ]);
  await expectAccessible(page);
});

test('on paper are the pictures, not the step that a screen as narrow would show', async ({
  page,
  arrive,
}) => {
  await arrive();
  await openOverview(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await expect(chart(page, 'Pass rate')).toBeVisible();
  await expect(map(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Judgement', exact: true })).toBeHidden();
  for (const screen of [page.getByRole('banner'), page.getByRole('tab').first(), exportReport(page)])
    await expect(screen).toBeHidden();
});

test('without a model, and before anything is judged, it says so', async ({ page, arrive }) => {
  await arrive();
  await page.getByRole('button', { name: 'Judge all' }).first().click();
  await openOverview(page);
  await expect(
    overview(page).getByText('No model used: these scores are what rules can check.'),
  ).toBeVisible();
  await expect(
    chart(page, 'Settled by rules alone').getByRole('button', { name: /^Rule compliance: / }),
  ).toBeVisible();
});

for (const { rubric, says } of [
  { rubric: 'citation-matching', says: /^5 of 11 scored cases pass\./ },
  {
    rubric: 'meeting-minutes',
    says: /^3\.3 \/ 5 on average over 6 cases\. 4 cases with an open score are not in it\./,
  },
])
  test(`it shows ${rubric} by the rubric's own words`, async ({ page, arrive }) => {
    await arrive();
    await page.getByRole('combobox', { name: 'Rubric' }).selectOption(rubric);
    await openOverview(page);
    await expect(overview(page).getByText(says)).toBeVisible();
    await expectAccessible(page);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'ko-KR' });
  test('it stands within the results, in Korean, and opens a case in its own step', async ({
    page,
    arrive,
  }) => {
    await arrive();
    await page.getByRole('group', { name: '단계' }).getByRole('button', { name: '사례 목록' }).click();
    await page.getByRole('tab', { name: '한눈에 보기' }).click();
    const region = page.getByRole('region', { name: '한눈에 보기' });
    const heat = region.getByRole('figure', { name: '사례 × 평가 기준' });
    await expect(heat.getByRole('button').first()).toBeVisible();
    expect(await sideways(page)).toBe(0);
    await expectAccessible(page);
    await heat.getByRole('button').first().click();
    await expect(page.getByRole('region', { name: '평가 결과' }).getByRole('heading').first()).toBeVisible();
    await expect(region).toHaveCount(0);
  });
});
