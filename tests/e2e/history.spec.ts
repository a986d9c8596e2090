import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, chooseRubric, download, upload, use } from './fixtures/import-steps';
import { brands, judgeAll, judgeSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { sideways } from './support/page';
import { expect, test } from './support/test';

const citations = 'Belgian citation matching';
/** Samples are stored with two runs of example replies, so one that is judged has three. */
const sampleRuns = 3;

async function toHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
}
function sheets(page: Page, list = 'Sheets'): Locator {
  return page.getByRole('list', { name: list }).getByRole('article');
}
/** Its runs are lists inside of it. */
function runs(sheet: Locator): Locator {
  return sheet.getByRole('listitem').filter({ has: sheet.page().getByRole('checkbox') });
}
function titled(page: Page, title: string): Locator {
  return sheets(page).filter({ has: page.getByRole('heading', { name: title }) });
}
/** The menu of a sheet comes first, those of its runs follow. */
async function choose(sheet: Locator, action: string, menu = 0): Promise<void> {
  await sheet.locator('summary').nth(menu).click();
  await sheet.getByRole('button', { name: action, exact: true }).filter({ visible: true }).click();
}
async function rename(sheet: Locator, name: string, note = '', menu = 0): Promise<void> {
  await choose(sheet, 'Rename and note', menu);
  await sheet.getByLabel('Name', { exact: true }).fill(name);
  await sheet.getByLabel('Note', { exact: true }).fill(note);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveCount(0);
}
/** Cases of one's own have no example replies. */
async function judgeOwn(page: Page): Promise<void> {
  await chooseRubric(page);
  const rows = ['Nike', 'Puma'].map((title) => brandRow({ id: title, title }));
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows]) });
  await use(page, '2');
  await judgeAll(page);
}
async function tableText(page: Page): Promise<string[]> {
  return (await allDrawn(page)).locator('tbody tr').allInnerTexts();
}

test('sheets are listed with their runs, renamed, noted, pinned, found again, and opened', async ({
  page,
  open,
}) => {
  await open('#/history');
  await expect(page.getByText('No sheets yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to the Workbench' }).click();
  await judgeSamples(page);
  const table = await tableText(page);
  await judgeSamples(page, citations);
  await toHistory(page);
  await expect(page.getByText(`2 sheets, ${2 * sampleRuns} runs`)).toBeVisible();
  const older = sheets(page).nth(1);
  for (const text of [brands, `${table.length} cases`, 'Rules only']) await expect(older).toContainText(text);
  await expect(older.getByRole('img', { name: `${table.length} Partly open` })).toBeVisible();
  await rename(older, '고객사 시연', 'For the meeting on Monday');
  await rename(titled(page, '고객사 시연'), 'Baseline', '', 1);
  await choose(titled(page, '고객사 시연'), 'Pin');
  await expect(sheets(page).first()).toContainText('고객사 시연');
  await expectAccessible(page);
  const before = await sheets(page).allInnerTexts();
  await page.reload();
  await expect(sheets(page)).toHaveCount(2);
  await expect.poll(() => sheets(page).allInnerTexts()).toEqual(before);
  const search = page.getByRole('searchbox', { name: 'Search sheets' });
  // As a Mac may write it, with its syllables taken apart.
  for (const text of ['시연'.normalize('NFD'), 'monday MEETING', 'baseline']) {
    await search.fill(text);
    await expect(sheets(page)).toHaveCount(1);
    await expect(sheets(page)).toContainText('고객사 시연');
  }
  await page.getByRole('button', { name: 'Clear search' }).click();

  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await expect(compare).toBeDisabled();
  for (const place of [0, 1]) await sheets(page).nth(place).getByRole('checkbox').first().check();
  await compare.click();
  await expect(page.getByText('Only runs of the same rubric can be compared.')).toBeVisible();
  await page.goBack();
  await sheets(page).first().locator('summary').nth(1).click();
  await sheets(page).first().getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('definition').filter({ hasText: brands })).toBeVisible();
  await page.goBack();
  // All of the row opens the sheet.
  const box = await sheets(page).first().boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 14);
  await expect.poll(() => tableText(page)).toEqual(table);

  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '실행 기록' }).click();
  await expect(sheets(page, '시트 목록').first()).toContainText('사례');
  await expectAccessible(page);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test('a deleted sheet or run can be brought back until the next is deleted or the screen is left', async ({
  page,
  open,
}) => {
  await open();
  await judgeOwn(page);
  const rows = (await allDrawn(page)).locator('tbody tr');
  const cases = await rows.count();
  await toHistory(page);
  await rename(sheets(page), 'Older');
  const undo = page.getByRole('button', { name: 'Undo' });
  await choose(titled(page, 'Older'), 'Delete run', 1);
  await expect(undo).toBeFocused();
  await expect(titled(page, 'Older')).toContainText('No runs yet');
  await undo.click();
  await expect(runs(titled(page, 'Older'))).toHaveCount(1);
  await choose(titled(page, 'Older'), 'Delete run', 1);
  await expect(undo).toBeFocused();
  await page.getByRole('link', { name: 'Workbench' }).click();
  await expect(rows).toHaveCount(cases);
  await expect(rows.first()).toContainText('Not judged');

  // Its samples come with it.
  await page.getByRole('combobox', { name: 'Rubric' }).selectOption({ label: citations });
  await judgeAll(page);
  await toHistory(page);
  await rename(sheets(page).first(), 'Newer');
  await choose(titled(page, 'Older'), 'Delete sheet');
  await expect(page.getByText('Sheet “Older” deleted.')).toBeVisible();
  await expectAccessible(page);
  await choose(titled(page, 'Newer'), 'Delete sheet');
  await expect(page.getByText('Sheet “Newer” deleted.')).toBeVisible();
  await undo.click();
  await expect(sheets(page).getByRole('heading')).toHaveText(['Newer']);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(/used by this page/)).toBeVisible();
  const all = page.getByRole('button', { name: 'Delete all sheets' });
  await all.click();
  const question = page.getByRole('dialog', { name: 'Delete 1 sheet?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep' }).click();
  await all.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 sheet deleted.')).toBeVisible();
  await page.reload();
  await toHistory(page);
  await expect(page.getByText('No sheets yet')).toBeVisible();
});

test('a sheet goes to a colleague as one file: it opens as a new sheet, or its runs are added to the open one', async ({
  page,
  open,
}) => {
  const openFile = (name: string, buffer: Buffer) =>
    page.getByLabel('Open sheet file').setInputFiles({ name, mimeType: '', buffer });
  await open();
  await judgeOwn(page);
  const table = await tableText(page);
  const { name, path } = await download(page, 'Export sheet file');
  const buffer = await readFile(path);
  expect(name).toMatch(/\.assay-sheet\.jsonl\.gz$/);
  await expect(page.getByText(`${name} is in your downloads.`)).toBeVisible();

  await toHistory(page);
  await choose(sheets(page), 'Delete run', 1);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('checkbox', { name: /^Add the file’s runs/ }).check();
  await openFile(name, buffer);
  await expect(page.getByText(/^1 run was added to “/)).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => tableText(page)).toEqual(table);
  await expect(page.getByRole('group', { name: 'Runs' }).getByRole('button')).toHaveCount(1);

  await toHistory(page);
  await choose(sheets(page), 'Delete sheet');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.reload();
  await expect(page.getByText('No sheets yet')).toBeVisible();
  const lines = gunzipSync(buffer).toString('utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"result":'));
  const cut = lines.with(at, (lines[at] ?? '').slice(0, -20)).join('\n');
  await openFile('cut.jsonl', Buffer.from(cut));
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('cut.jsonl was not opened');
  await expect(refusal).toContainText(`Line ${at + 1} is damaged and cannot be read.`);
  await expectAccessible(page);
  await refusal.getByRole('button', { name: 'Close' }).click();
  await openFile(name, buffer);
  await expect(sheets(page)).toContainText('From a file');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => tableText(page)).toEqual(table);
});
