import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, upload, use } from './fixtures/import-steps';
import { brands, judgeSamples, samplesToPaste } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const citations = 'Belgian citation matching';

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
async function tableText(page: Page): Promise<string[]> {
  return (await allDrawn(page)).locator('tbody tr').allInnerTexts();
}

test('a sheet appears with its rubric, cases and runs, and survives a reload', async ({ page, open }) => {
  await open('#/history');
  await expect(page.getByText('No sheets yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to the Workbench' }).click();
  await judgeSamples(page);
  const table = await tableText(page);
  await toHistory(page);
  const sheet = sheets(page);
  for (const text of [brands, `${table.length} cases`, 'Rules only']) await expect(sheet).toContainText(text);
  await expect(sheet.getByRole('img', { name: `${table.length} Partial` })).toBeVisible();
  await expect(page.getByText('1 sheet, 1 run')).toBeVisible();
  await expect(page.getByText(/used by this page/), 'storage is a matter of Settings').toHaveCount(0);
  await expectAccessible(page);
  const before = await sheet.innerText();
  await page.reload();
  await expect(sheet).toHaveCount(1);
  await expect.poll(() => sheet.innerText()).toBe(before);

  // All of the row opens the sheet.
  const box = await sheet.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 14);
  await expect.poll(() => tableText(page)).toEqual(table);
  // The rubric of its run was read anew; cases are brought for the one of today.
  await upload(page, { name: 'more.csv', bytes: delimited([header, brandRow({ id: 'more' })]) });
  await use(page, '1');
  await expect.poll(async () => (await tableText(page)).length).toBe(table.length + 1);
});

test('sheets and runs are renamed, noted, pinned and found again', async ({ page, open }) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await toHistory(page);
  await expect(sheets(page)).toHaveCount(2);
  await rename(sheets(page).nth(1), '고객사 시연', 'For the meeting on Monday');
  await rename(titled(page, '고객사 시연'), 'Baseline', '', 1);
  await expect(titled(page, '고객사 시연')).toContainText('For the meeting on Monday');
  await choose(titled(page, '고객사 시연'), 'Pin');
  await expect(sheets(page).first()).toContainText('고객사 시연');
  await page.reload();
  await expect(sheets(page).first()).toContainText('고객사 시연');
  const search = page.getByRole('searchbox', { name: 'Search sheets' });
  // As a Mac may write it, with its syllables taken apart.
  for (const text of ['시연'.normalize('NFD'), 'monday MEETING', 'brand rules', 'baseline']) {
    await search.fill(text);
    await expect(sheets(page)).toHaveCount(1);
    await expect(sheets(page)).toContainText('고객사 시연');
  }
  await expectAccessible(page);
  await search.fill('nothing of the kind');
  await expect(page.getByText('No sheet matches the search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(sheets(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Baseline', exact: true }).click();
  await expect.poll(async () => (await tableText(page)).length).toBeGreaterThan(2);
});

test('a deleted sheet or run can be brought back until the next is deleted or the screen is left', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await toHistory(page);
  await rename(sheets(page).first(), 'Newer');
  await rename(sheets(page).nth(1), 'Older');
  const undo = page.getByRole('button', { name: 'Undo' });

  await choose(titled(page, 'Older'), 'Delete run', 1);
  await expect(undo).toBeFocused();
  await expect(titled(page, 'Older')).toContainText('No runs yet');
  await undo.click();
  await expect(runs(titled(page, 'Older'))).toHaveCount(1);

  await choose(titled(page, 'Older'), 'Delete sheet');
  await expect(page.getByText('Sheet “Older” deleted.')).toBeVisible();
  await expectAccessible(page);
  await choose(titled(page, 'Newer'), 'Delete sheet');
  await expect(page.getByText('Sheet “Newer” deleted.')).toBeVisible();
  await undo.click();
  await expect(sheets(page).getByRole('heading')).toHaveText(['Newer']);
  await choose(titled(page, 'Newer'), 'Delete sheet');
  await expect(undo).toBeFocused();
  await page.reload();
  await expect(page.getByText('No sheets yet')).toBeVisible();
});

test('the cases of a deleted run stay on the Workbench, not judged', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const rows = (await allDrawn(page)).locator('tbody tr');
  const cases = await rows.count();
  await toHistory(page);
  await choose(sheets(page), 'Delete run', 1);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('link', { name: 'Workbench' }).click();
  await expect(rows).toHaveCount(cases);
  await expect(rows.first()).toContainText('Not judged');
});

test('a run that goes on is not deleted, nor its sheet; once its tab is gone it is resumed', async ({
  page,
  open,
}) => {
  await open();
  await samplesToPaste(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*|$/, '#/history'));
  await expect(sheets(other)).toContainText('Running in another tab');
  for (const [action, menu] of [
    ['Delete sheet', 0],
    ['Delete run', 1],
  ] as const) {
    await choose(sheets(other), action, menu);
    await expect(other.getByRole('alert')).toContainText('going on, here or in another tab');
  }
  await page.close();
  await expect(sheets(other)).toContainText('Interrupted');
  await choose(sheets(other), 'Resume', 1);
  await expect(other.getByRole('dialog').getByLabel('Prompt to copy')).toBeVisible();
});

test('a sheet goes to a colleague as one file and opens as a new sheet', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const table = await tableText(page);
  await toHistory(page);
  await rename(sheets(page), 'Monday');
  const download = page.waitForEvent('download');
  await choose(sheets(page), 'Export sheet file');
  const file = await download;
  const name = file.suggestedFilename();
  const buffer = await readFile(await file.path());
  expect(name).toMatch(/\.assay-sheet\.jsonl\.gz$/);
  await expect(page.getByText(`${name} is in your downloads.`)).toBeVisible();

  const openFile = (fileName: string, bytes: Buffer) =>
    page
      .getByLabel('Open sheet file')
      .setInputFiles({ name: fileName, mimeType: 'application/octet-stream', buffer: bytes });
  await openFile('cut.jsonl.gz', buffer.subarray(0, buffer.length / 2));
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('cut.jsonl.gz was not opened');
  await expectAccessible(page);
  await refusal.getByRole('button', { name: 'Close' }).click();
  await expect(sheets(page)).toHaveCount(1);

  await openFile(name, buffer);
  await expect(sheets(page)).toHaveCount(2);
  const imported = sheets(page).filter({ hasText: 'From a file' });
  await imported.getByRole('heading').getByRole('button').click();
  await expect.poll(() => tableText(page)).toEqual(table);
});

test('what one tab does shows in the other', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await toHistory(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(sheets(other)).toHaveCount(1);
  await rename(sheets(page), 'Renamed here');
  await expect(sheets(other).getByRole('heading')).toHaveText('Renamed here');
  await choose(sheets(page), 'Delete sheet');
  await expect(sheets(other)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sheets(other)).toHaveCount(1);
  await other.getByRole('link', { name: 'Workbench' }).click();
  await judgeSamples(other, citations);
  await expect(sheets(page)).toHaveCount(2);
});

test('a deletion that the storage refuses is told, and the sheet stays', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await toHistory(page);
  await rename(sheets(page), 'Monday');
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('not now', 'UnknownError');
    };
    IDBObjectStore.prototype.put = refuse;
    IDBObjectStore.prototype.delete = refuse;
  });
  await choose(sheets(page), 'Delete sheet');
  const refused = page.getByRole('alert');
  await expect(refused).toHaveText(
    '“Monday” could not be deleted: the browser refused to store or read. Reload the page and try again.',
  );
  await expect(sheets(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete all sheets' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('the browser refused to store or read')).toBeVisible();
  await page.reload();
  await toHistory(page);
  await expect(sheets(page)).toHaveCount(1);
});

test('two runs are chosen for comparison, and a run has its details', async ({ page, open }) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await toHistory(page);
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await expect(compare).toBeDisabled();
  await sheets(page).first().getByRole('checkbox').check();
  await expect(page.getByText('Choose one more run.')).toBeVisible();
  await sheets(page).nth(1).getByRole('checkbox').check();
  await compare.click();
  await expect(page).toHaveURL(/#\/history\/[\w-]+(~|%7E)[\w-]+$/);
  await page.goBack();
  await sheets(page).first().locator('summary').nth(1).click();
  await sheets(page).first().getByRole('link', { name: 'Details' }).click();
  await expect(page.getByText('Run details')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: citations })).toBeVisible();
  await page.getByRole('button', { name: 'Open on the Workbench' }).click();
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
});

test('all sheets are deleted from Settings, after a question', async ({ page, open }) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('2 sheets', { exact: true })).toBeVisible();
  await expect(page.getByText(/used by this page/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete all sheets' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 sheets?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect(page.getByText('2 sheets', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete all sheets' }).click();
  await question.getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('2 sheets deleted.')).toBeVisible();
  await page.reload();
  await toHistory(page);
  await expect(page.getByText('No sheets yet')).toBeVisible();
});

test('in Korean, and on a phone nothing scrolls sideways', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '기록' }).click();
  const sheet = sheets(page, '시트 목록');
  await expect(sheet).toContainText('케이스');
  await choose(sheet, '이름과 메모');
  await sheet.getByLabel('이름', { exact: true }).fill('아주 긴 이름 '.repeat(20));
  await sheet.getByRole('button', { name: '저장' }).click();
  await expect(sheet.getByRole('heading')).toContainText('아주 긴 이름');
  await sheet.locator('summary').nth(1).click();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
