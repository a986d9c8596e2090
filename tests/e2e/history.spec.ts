import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { sealLine } from '../../src/pipeline/run-file-lines';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, rowCount, upload, use } from './fixtures/import-steps';
import { brands, judgeAll, judgeSamples, samplesToPaste } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { storedText } from './support/judge-server';
import { expect, test } from './support/test';

const citations = 'Belgian citation matching';

async function toHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
}
function runs(page: Page): Locator {
  return page.getByRole('list', { name: 'Runs' }).getByRole('article');
}
async function rename(page: Page, run: Locator, name: string, note = ''): Promise<void> {
  await run.getByRole('button', { name: /^Name and note/ }).click();
  await run.getByLabel('Name', { exact: true }).fill(name);
  await run.getByLabel('Note', { exact: true }).fill(note);
  await run.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}
async function tableText(page: Page): Promise<string[]> {
  return (await allDrawn(page)).locator('tbody tr').allInnerTexts();
}
async function exportFile(page: Page, run: Locator): Promise<{ name: string; buffer: Buffer }> {
  const download = page.waitForEvent('download');
  await run.getByRole('button', { name: /^Export run file/ }).click();
  const file = await download;
  return { name: file.suggestedFilename(), buffer: await readFile(await file.path()) };
}
async function importFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Import run file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('a run appears with its judge, counts and size, and survives a reload', async ({ page, open }) => {
  await open('#/history');
  await expect(page.getByText('No runs yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to the Workbench' }).click();
  await judgeSamples(page);
  await toHistory(page);
  const run = runs(page);
  for (const text of [brands, 'Rules only · no model was asked', 'Partial', 'Finished', 'kB', 'none scored'])
    await expect(run).toContainText(text);
  await expectAccessible(page);
  const before = await run.innerText();
  await page.reload();
  await expect(run).toHaveCount(1);
  await expect.poll(() => run.innerText()).toBe(before);
});

test('a run is opened as it was left: filter and selected case', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const rows = (await allDrawn(page)).locator('tbody tr');
  const name = (await rows.nth(2).getByRole('button').innerText()).trim();
  const all = await rows.count();
  await page.getByRole('searchbox', { name: 'Search cases' }).fill(name);
  await expect(page.getByText(new RegExp(`^\\d+ of ${all}$`))).toBeVisible();
  await allDrawn(page);
  await rows.first().getByRole('button').click();
  await expect(rows.first().locator('[aria-current]')).toBeVisible();
  const table = await tableText(page);
  await toHistory(page);
  await expect.poll(() => storedText(page)).toContain(`"text":"${name}"`);
  await page.reload();
  await runs(page).getByRole('button', { name: /^Open/ }).click();
  await expect(page.getByText('From the history')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search cases' })).toHaveValue(name);
  await expect.poll(() => tableText(page)).toEqual(table);
  await expect(rows.first().locator('[aria-current]')).toBeVisible();
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByRole('heading', { name: 'Facts', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to your own table' }).click();
  await expect(page.getByText('See a case judged')).toBeVisible();
});

test('cases that were added to an opened run are there when it is opened again', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const table = page.getByRole('table', { name: 'Results' });
  const stored = await rowCount(table);
  const expectRows = (count: number) => expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
  await toHistory(page);
  await page.reload();
  const openRun = () => runs(page).getByRole('button', { name: /^Open/ }).click();
  await openRun();
  await upload(page, {
    name: 'more.csv',
    bytes: delimited([header, brandRow({ id: 'more-1' }), brandRow({ id: 'more-2' })]),
  });
  await use(page, '2');
  const told = page.getByText('2 cases on this table were added or changed since', { exact: false });
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to your own table' }).click();
  await expect(page.getByText('See a case judged')).toBeVisible();
  await toHistory(page);
  await openRun();
  await expect(told).toBeVisible();
  await expectRows(stored + 2);

  await page.getByRole('button', { name: 'Show the run as it is stored' }).click();
  await expect(told).toHaveCount(0);
  await expectRows(stored);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(told).toBeVisible();
  await expectRows(stored + 2);
});

test('a table that was never judged is kept while a run is opened, and said to be', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await upload(page, { name: 'mine.csv', bytes: delimited([header, brandRow({ id: 'mine' })]) });
  const table = await use(page, '1');
  await toHistory(page);
  await runs(page).getByRole('button', { name: /^Open/ }).click();
  await expect(page.getByText('Your own table is kept as you left it: 1 case.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to your own table' }).click();
  await expect(table).toHaveAttribute('aria-rowcount', '2');
});

test('a run is renamed, noted, pinned and found again', async ({ page, open }) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await toHistory(page);
  await expect(runs(page).getByRole('heading')).toHaveText([citations, brands]);
  await rename(page, runs(page).nth(1), '고객사 시연', 'For the meeting on Monday');
  await expect(runs(page).nth(1)).toContainText('For the meeting on Monday');
  await runs(page).nth(1).getByRole('button', { name: /^Pin/ }).click();
  await expect(runs(page).first().getByRole('heading')).toHaveText(/고객사 시연/);
  await page.reload();
  await expect(runs(page).getByRole('heading')).toHaveText([/고객사 시연/, citations]);
  const search = page.getByRole('searchbox', { name: 'Search runs' });
  // As a Mac may write it, with its syllables taken apart.
  for (const text of ['시연'.normalize('NFD'), 'monday MEETING', 'brand rules']) {
    await search.fill(text);
    await expect(runs(page).getByRole('heading')).toHaveText([/고객사 시연/]);
  }
  await expectAccessible(page);
  await search.fill('nothing of the kind');
  await expect(page.getByText('No run matches the search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(runs(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Open: 고객사 시연/ }).click();
  await expect(page.getByText('고객사 시연')).toBeVisible();
});

test('a deleted run can be brought back until the next is deleted or the screen is left', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await toHistory(page);
  await page.getByRole('button', { name: `Delete: ${brands}` }).click();
  await expect(runs(page).getByRole('heading')).toHaveText([citations]);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await undo.click();
  await expect(runs(page).getByRole('heading')).toHaveText([citations, brands]);
  await page.getByRole('button', { name: `Open: ${brands}` }).click();
  await expect.poll(async () => (await tableText(page)).length).toBeGreaterThan(2);

  await toHistory(page);
  await page.getByRole('button', { name: `Delete: ${brands}` }).click();
  await expect(page.getByText(`“${brands}” deleted.`)).toBeVisible();
  await page.getByRole('button', { name: `Delete: ${citations}` }).click();
  await expect(page.getByText(`“${citations}” deleted.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(runs(page).getByRole('heading')).toHaveText([citations]);
  await page.getByRole('button', { name: `Delete: ${citations}` }).click();
  await expect(undo).toBeFocused();
  await page.reload();
  await expect(page.getByText('No runs yet')).toBeVisible();
  await expect.poll(() => storedKeys(page)).toEqual([]);
});

function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('assay-runs');
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(new Error('refused'));
    });
    const [store = ''] = database.objectStoreNames;
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const asked = database.transaction(store).objectStore(store).getAllKeys();
      asked.onsuccess = () => resolve(asked.result);
    });
    database.close();
    return keys.map((key) => JSON.stringify(key));
  });
}

test('judgements of a deleted run are gone from the table, and its cases stay', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const rows = (await allDrawn(page)).locator('tbody tr');
  const cases = await rows.count();
  await toHistory(page);
  await page.getByRole('button', { name: `Delete: ${brands}` }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('link', { name: 'Workbench' }).click();
  await expect(rows).toHaveCount(cases);
  await expect(rows.first()).toContainText('Not judged');
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText('Nothing has been judged yet.');
});

test('a run that is being judged is not deleted, and says so', async ({ page, open }) => {
  await open();
  await samplesToPaste(page);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*|$/, '#/history'));
  await expect(runs(other)).toContainText('Running in another tab');
  await runs(other)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(other.getByRole('alert')).toContainText('is being judged, here or in another tab');
  await expect(runs(other)).toHaveCount(1);
  await page.close();
  await expect(runs(other)).toContainText('Interrupted');
  await expect(runs(other).getByRole('button', { name: /^Resume/ })).toBeEnabled();
  await runs(other)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expect(other.getByRole('dialog').getByLabel('Prompt to copy')).toBeVisible();
});

test('a run goes to a colleague as one file and comes back the same', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  const table = await tableText(page);
  await toHistory(page);
  const { name, buffer } = await exportFile(page, runs(page));
  const [, hour, minute] =
    /^brand-entities-\d{4}-\d\d-\d\d-(\d\d)(\d\d)\d\d\.assay-run\.jsonl\.gz$/.exec(name) ?? [];
  // As the list shows it, by a clock that is not Greenwich's.
  const shown = `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  await expect(runs(page)).toContainText(shown);
  await expect(page.getByText(`${name} is in your downloads.`)).toBeVisible();

  await importFile(page, name, buffer);
  await expect(page.getByText('was imported as a copy')).toBeVisible();
  await expect(runs(page).getByRole('heading')).toHaveText([`${brands} (copy)`, brands]);
  await expect(runs(page).first()).toContainText('Imported');

  for (const left of [1, 0]) {
    await runs(page)
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(runs(page)).toHaveCount(left);
    await expect(page.getByText('was imported')).toHaveCount(0);
  }
  await importFile(page, name, buffer);
  await expect(page.getByText(`“${brands}” was imported.`)).toBeVisible();
  await expect(runs(page).getByRole('heading')).toHaveText([brands]);
  await expectAccessible(page);
  await page.reload();
  await expect(runs(page)).toContainText('Imported');
  await runs(page).getByRole('button', { name: /^Open/ }).click();
  await expect.poll(() => tableText(page)).toEqual(table);
});

test('a run that comes back without some of its results is not finished, and is judged anew', async ({
  page,
  open,
}) => {
  await open();
  await judgeSamples(page);
  const whole = await tableText(page);
  await toHistory(page);
  const { name, buffer } = await exportFile(page, runs(page));
  const lines = gunzipSync(buffer).toString('utf8').trimEnd().split('\n');
  const end = sealLine({ end: { cases: whole.length, results: 2 } });
  const shorter = [...lines.slice(0, 1 + whole.length + 2), end].join('\n');
  await importFile(page, name.replace(/\.gz$/, ''), Buffer.from(shorter));

  const taken = runs(page).first();
  await expect(taken).toContainText(`${brands} (copy)`);
  await expect(taken).toContainText('Cancelled');
  await expect(taken.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
  await expect(taken).toContainText(`2 of ${whole.length} judged`);
  await taken.getByRole('button', { name: /^Open/ }).click();
  const status = page.getByRole('status', { name: 'Run status' });
  await expect(status).toContainText(`2 of ${whole.length} judged`);
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toHaveCount(0);
  await judgeAll(page);
  await expect(status).toContainText(`${whole.length} cases judged`);
  expect(await tableText(page)).toEqual(whole);
  await toHistory(page);
  await expect(runs(page), 'a run of its own').toHaveCount(3);
});

test('a damaged file is refused with its line, and nothing of it is kept', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await toHistory(page);
  const { buffer } = await exportFile(page, runs(page));
  const lines = gunzipSync(buffer).toString('utf8').split('\n');
  const changed = lines.with(2, lines[2]?.replace('"row":1', '"row":2') ?? '');
  await importFile(page, 'changed.jsonl', Buffer.from(changed.join('\n')));
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('changed.jsonl was not imported');
  const smallPrint = await page.getByText('The estimate covers runs').boundingBox();
  const notice = await refusal.boundingBox();
  expect((notice?.y ?? 0) - (smallPrint?.y ?? 0) - (smallPrint?.height ?? 0), 'it stands apart').toBe(12);
  await expect(refusal).toContainText('Line 3 was changed after the file was written');
  await expectAccessible(page);
  await importFile(page, 'cut.jsonl.gz', buffer.subarray(0, buffer.length / 2));
  await expect(refusal).toContainText('The file was cut off');
  for (const place of [buffer.length >> 1, buffer.length - 6]) {
    const flipped = Buffer.from(buffer);
    flipped.writeUInt8(flipped.readUInt8(place) ^ 0x10, place);
    await importFile(page, `flipped-${place}.jsonl.gz`, flipped);
    await expect(refusal).toContainText(`flipped-${place}.jsonl.gz was not imported`);
    await expect(refusal).toContainText(/damaged|changed/);
    await expect(refusal).not.toContainText('cut off');
  }
  await importFile(page, 'cases.csv', Buffer.from('id,text\n1,one\n'));
  await expect(refusal).toContainText('This is not a run file of Assay.');
  await expect(runs(page)).toHaveCount(1);
  await refusal.getByRole('button', { name: 'Close' }).click();
  await expect(refusal).toHaveCount(0);
  await page.reload();
  await expect(runs(page)).toHaveCount(1);
});

test('what one tab does with a run shows in the other', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await toHistory(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(runs(other)).toHaveCount(1);
  await rename(page, runs(page), 'Renamed here');
  await expect(runs(other).getByRole('heading')).toHaveText('Renamed here');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(runs(other)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(runs(other)).toHaveCount(1);
  await other.getByRole('link', { name: 'Workbench' }).click();
  await judgeSamples(other, citations);
  await expect(runs(page).getByRole('heading')).toHaveText([citations, 'Renamed here']);
});

test('a deletion that the storage refuses is told, and the run stays', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('not now', 'UnknownError');
    };
    IDBObjectStore.prototype.put = refuse;
    IDBObjectStore.prototype.delete = refuse;
  });
  await toHistory(page);
  await page.getByRole('button', { name: `Delete: ${brands}` }).click();
  const refused = page.getByRole('alert');
  await expect(refused).toHaveText(
    `“${brands}” could not be deleted: the browser refused to store or read. Reload the page and try again.`,
  );
  await expect(runs(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await expect(refused).toContainText('삭제할 수 없습니다');
  await page.getByRole('combobox', { name: '언어' }).selectOption('en');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete all runs' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('the browser refused to store or read')).toBeVisible();
  await page.reload();
  await toHistory(page);
  await expect(runs(page)).toHaveCount(1);
});

test('two runs are chosen for comparison', async ({ page, open }) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await toHistory(page);
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await expect(compare).toBeDisabled();
  await page.getByRole('checkbox', { name: `Compare: ${citations}` }).check();
  await expect(page.getByText('Tick one more run')).toBeVisible();
  await page.getByRole('checkbox', { name: `Compare: ${brands}` }).check();
  await compare.click();
  await expect(page).toHaveURL(/#\/history\/[0-9a-f]+(~|%7E)[0-9a-f]+$/);
});

test('all runs are deleted from Settings, after a question', async ({ page, open }) => {
  await open();
  await judgeSamples(page, brands);
  await judgeSamples(page, citations);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('2 runs', { exact: true })).toBeVisible();
  await expect(page.getByText(/used by this page/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete all runs' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 runs?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect(page.getByText('2 runs', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete all runs' }).click();
  await question.getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('2 runs deleted.')).toBeVisible();
  await page.reload();
  await toHistory(page);
  await expect(page.getByText('No runs yet')).toBeVisible();
});

test('in Korean, and on a phone nothing scrolls sideways', async ({ page, open }) => {
  await open();
  await judgeSamples(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '기록' }).click();
  const run = page.getByRole('list', { name: '실행 목록' }).getByRole('article');
  for (const text of ['규칙만 · 모델에 묻지 않음', '완료', '케이스']) await expect(run).toContainText(text);
  await run.getByRole('button', { name: /^이름과 메모/ }).click();
  await run.getByLabel('이름', { exact: true }).fill('아주 긴 이름 '.repeat(20));
  await run.getByRole('button', { name: '저장' }).click();
  await expect(run.getByRole('heading')).toContainText('아주 긴 이름');
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByLabel('실행 파일 가져오기').setInputFiles({
    name: '회의.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id\n1\n'),
  });
  await expect(page.getByRole('alert')).toContainText('Assay의 실행 파일이 아닙니다.');
});
