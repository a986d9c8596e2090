import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { makeWorkbook } from '../unit/cases/read/support/make-workbook';
import { brandRow, delimited, header, objects, threeRows } from './fixtures/brand-cases';
import {
  allDrawn,
  chooseRubric,
  download,
  drop,
  newSheet,
  paste,
  rowCount,
  shownTable,
  upload,
  use,
} from './fixtures/import-steps';
import { judgeAll, judgeSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { storedText } from './support/judge-server';
import { asksBeforeLeaving, tabTo } from './support/page';
import { expect, test } from './support/test';

const all = [header, ...threeRows];
const csv = delimited(all);
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const mapped = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const chosen = (page: Page, name: string) => mapped(page, name).locator('option:checked');

test('files of every kind are read whole, each into a sheet of its own', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  const texts = (rows: string[][]) => rows.map((row) => row.map((text) => ({ text })));
  for (const { name, bytes } of [
    { name: 'semicolons.csv', bytes: delimited(all, ';', '\n') },
    {
      name: 'cases.jsonl',
      bytes: objects(threeRows)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    },
    { name: 'cases.xlsx', bytes: makeWorkbook({ Jan: texts([header, brandRow()]), 'Feb & co': texts(all) }) },
    { name: 'utf-16le.csv', bytes: Buffer.from(`\ufeff${csv}`, 'utf16le') },
  ])
    await test.step(name, async () => {
      await upload(page, { name, bytes });
      if (name === 'cases.xlsx') await page.getByLabel('Sheet').selectOption('Feb & co');
      await expect.poll(() => shownTable(page)).toEqual(all);
      await expect(page.getByText('Every row can be judged.')).toBeVisible();
      const table = await use(page, '3');
      await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c2', '007']);
      await newSheet(page);
    });
  // Korean files of either older kind, dropped on the page.
  for (const [name, title] of [
    ['brands-euc-kr.csv', '농심 신라면 5개입'],
    ['brands-cp949.csv', '똠얌 라면 농심 5개입'],
  ] as const) {
    await drop(page, fixture(name));
    const [, , korean = []] = await shownTable(page);
    expect(korean[header.indexOf('title')]).toBe(title);
    await expect(page.getByLabel('Encoding')).toHaveValue('euc-kr');
    await use(page, '2');
    await newSheet(page);
  }
  // An older Western file, and one that looks Korean until its encoding is chosen.
  const western = (title: string) => Buffer.from(delimited([header, brandRow({ title })]), 'latin1');
  const title = async () => (await shownTable(page))[1]?.[header.indexOf('title')];
  await upload(page, { name: 'western.csv', bytes: western('Caf\xe9 \x96 20 \x80') });
  await expect.poll(title).toBe('Café – 20 €');
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await upload(page, { name: 'capitals.csv', bytes: western('\xc7\xc9\xc8\xc0') });
  await expect(page.getByLabel('Encoding')).toHaveValue('euc-kr');
  await page.getByLabel('Encoding').selectOption('windows-1252');
  await expect.poll(title).toBe('ÇÉÈÀ');
});

test('cases of a file and pasted ones are stored at once, and a reload brings them back', async ({
  page,
  open,
}) => {
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'cases.csv', bytes: csv });
  const table = await use(page, '3');
  expect(await asksBeforeLeaving(page), 'of a file').toBe(false);
  const row = brandRow({ id: 'own-1', predicted_reasoning: 'First "line"\nsecond\tline' });
  await paste(page, delimited([header, row], '\t', '\n'));
  await expect(page.getByRole('heading', { name: 'Pasted cases' })).toBeVisible();
  expect(await shownTable(page)).toEqual([header, row]);
  await page.getByRole('button', { name: 'Import 1 case' }).click();
  await expect.poll(() => rowCount(table)).toBe(4);
  await expect.poll(() => asksBeforeLeaving(page), 'pasted').toBe(false);
  await page.reload();
  await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c2', '007', 'own-1']);
});

test('a wrong guess is overruled in the preview, and a reading can be cancelled', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  // Three names between the bars, and four commas in every row: commas seem to cut it better.
  const lines = ['keyword|title,a,b,c', 'x|one,1,2,3', 'y|two,1,2,3', 'z|three,1,2,3'];
  const cells = lines.map((line) => line.split('|'));
  await upload(page, { name: 'odd.txt', bytes: lines.join('\n') });
  expect((await shownTable(page))[0]).toEqual(['keyword|title', 'a', 'b', 'c']);
  await page.getByText('File format').click();
  await page.getByRole('combobox', { name: 'Separator' }).selectOption('Bar');
  await expect.poll(() => shownTable(page)).toEqual(cells);
  await page.getByLabel('The first row is the header').uncheck();
  await expect.poll(() => shownTable(page)).toEqual([['Column 1', 'Column 2'], ...cells]);
  await mapped(page, 'Product title').selectOption('Column 2');
  await page.getByLabel('The first row is the header').check();
  const notice = page.getByRole('status').filter({ hasText: 'some of your changes no longer apply' });
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Undo this setting' }).click();
  await expect(chosen(page, 'Product title')).toHaveText('Column 2');

  // The reader never hears of the next file, so that there is something to cancel.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined;
  });
  await upload(page, { name: 'endless.csv', bytes: csv });
  await expect(page.getByRole('heading', { name: 'Reading endless.csv…' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'odd.txt', exact: true })).toBeVisible();
  await expect(chosen(page, 'Product title')).toHaveText('Column 2');
});

test('the mapping is proposed, blocks until it is whole, is changed by keyboard, remembered and forgotten', async ({
  page,
  open,
}) => {
  const columns = [...header.slice(0, 2), 'zzz', 'Category', ...header.slice(4), 'gold.verdict'];
  const file = { name: 'odd-names.csv', bytes: delimited([columns, [...brandRow({ title: '가' }), 'PASS']]) };
  await open();
  await chooseRubric(page);
  await upload(page, file);
  await expect(chosen(page, 'Case ID')).toHaveText('id');
  await expect(chosen(page, 'Product category')).toHaveText('Category');
  await expect(chosen(page, 'Expected answer: verdict')).toHaveText('gold.verdict');
  await expect(mapped(page, 'Product title')).toHaveValue('');
  await expect(page.getByText('Choose a column for: Product title')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 1 case' })).toBeDisabled();
  await expectAccessible(page);

  await tabTo(page, mapped(page, 'Product title'));
  await page.keyboard.type('zzz');
  const row = page.getByRole('row', { name: /^Product title/ });
  await expect(row.getByRole('cell').last()).toHaveText('가');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await use(page, '1');
  await expect.poll(() => storedText(page)).toContain('"rubricId":"brand-entities"');

  await page.reload();
  await chooseRubric(page);
  await upload(page, file);
  await expect(chosen(page, 'Product title')).toHaveText('zzz');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Delete stored settings and keys' }).click();
  await expect.poll(() => storedText(page)).not.toContain('"rubricId":"brand-entities"');
});

test('problems are listed with their row and reason, filtered by kind, mended and left out; the rest is judged', async ({
  page,
  open,
}) => {
  const rows = Array.from({ length: 400 }, (_, at) => brandRow({ id: `e${at}`, title: '' }));
  const others = [
    brandRow(),
    brandRow({ id: 'c3', predicted_confidence: 'high' }),
    brandRow({ id: 'c1' }),
    brandRow({ id: 'long', predicted_reasoning: 'x'.repeat(2_000_001) }),
  ];
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'problems.csv', bytes: delimited([header, ...others, ...rows]) });
  await expect(page.getByRole('heading', { name: '403 rows have a problem' })).toBeVisible();
  const list = page.getByRole('list').filter({ hasText: 'Leave out' });
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  const problem = (row: number) =>
    page
      .getByRole('listitem')
      .filter({ hasText: `Row ${row}` })
      .first();
  await expect(problem(3)).toContainText('The model’s confidence should be a number: high');
  await expect(problem(4)).toContainText('The ID c1 is already used (Row 2). This one becomes c1 (2).');
  await expect(problem(5)).toContainText('has 2,000,001 characters; at most 2,000,000 can be judged.');
  await expect(problem(6)).toContainText('Product title is empty.');

  await page.getByLabel('Row 3: Edit').fill('0.5');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: '402 rows have a problem' })).toBeVisible();
  await page.getByRole('button', { name: /^Row 5: Edit/ }).click();
  await page.getByRole('textbox', { name: /^Row 5: Edit/ }).fill('First line\nsecond line');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: '401 rows have a problem' })).toBeVisible();
  const kinds = page.getByRole('group', { name: 'Kind of problem' });
  await kinds.getByRole('button', { name: 'Empty 400' }).click();
  await page.getByRole('button', { name: 'Leave out all of them' }).click();
  await expect(page.getByText('400 left out')).toBeVisible();
  await expectAccessible(page);
  const table = await use(page, '4');
  await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c3', 'c1 (2)', 'long']);
  await judgeAll(page);
});

test('ids that are there already: called off nothing changes, replaced cases come back with their judgements', async ({
  page,
  open,
}) => {
  const results = page.getByRole('table', { name: 'Results' });
  const ids = results.getByRole('rowheader');
  const asks = page.getByRole('dialog', { name: '1 of these IDs is among your cases already' });
  const bring = async (name: string, ...rows: string[][]) => {
    await upload(page, { name, bytes: delimited([header, ...rows]) });
    await page.getByRole('button', { name: 'Import 2 cases' }).click();
  };
  const changed = brandRow({ id: 'b', title: 'Adidas Samba' });
  await open();
  await chooseRubric(page);
  await bring('one.csv', brandRow({ id: 'a' }), brandRow({ id: 'b' }));
  await judgeAll(page);
  await bring('two.csv', changed, brandRow({ id: 'c' }));
  await expectAccessible(page);
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(ids).toHaveText(['a', 'b']);

  await bring('two.csv', changed, brandRow({ id: 'c' }));
  await page.getByRole('button', { name: 'Replace that case' }).click();
  await expect(ids).toHaveText(['a', 'b', 'c']);
  await expect(results.getByText('Outdated')).toHaveCount(1);
  const undo = page.getByRole('status').filter({ hasText: '1 case replaced.' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(results.getByText('Outdated')).toHaveCount(0);
  await expect(results.getByText('Not judged')).toHaveCount(1);
});

/** A picture, and what Office writes when a workbook gets a password: a compound file with an encrypted package. */
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);

const farCell = makeWorkbook({
  S: '<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>',
});

test('wrong files are refused in plain words and nothing is lost', async ({ page, open }, testInfo) => {
  // Takes no room on the disk: it has a size and no content.
  const large = testInfo.outputPath('large.csv');
  await writeFile(large, csv);
  await truncate(large, 256 * 1024 * 1024 + 1);
  const folder = testInfo.outputPath('a-folder');
  await mkdir(folder);
  await writeFile(`${folder}/cases.csv`, csv);
  await open();
  await judgeSamples(page);
  const results = async () => (await allDrawn(page)).getByRole('row').allInnerTexts();
  const before = await results();
  const alert = page.getByRole('alert');
  for (const [bring, says] of [
    [() => upload(page, { name: 'picture.csv', bytes: png }), 'a PNG picture'],
    [() => upload(page, { name: 'locked.xlsx', bytes: encrypted }), 'protected by a password'],
    [
      () => upload(page, { name: 'far.xlsx', bytes: farCell }),
      'Cell XFD1048576 has a value in column 16,384',
    ],
    [() => upload(page, { name: 'deep.json', bytes: '['.repeat(2_000_000) }), 'more than 200 levels deep'],
    [() => upload(page, { name: 'broken.json', bytes: '[{"a": 1},' }), 'damaged'],
    [() => page.getByLabel('Upload cases').setInputFiles(large), 'larger than Assay reads at once (256 MB)'],
    [() => drop(page, folder), 'This is a folder. Drop the files themselves.'],
  ] as const)
    await test.step(says, async () => {
      await bring();
      await expect(alert).toContainText(says);
      await expect(alert).toContainText('Your cases are unchanged.');
      await expectAccessible(page);
      await alert.getByRole('button', { name: 'Close' }).click();
      await expect.poll(results).toEqual(before);
    });
});

test('several files are joined or one is picked; the samples as CSV are read back', async ({
  page,
  open,
}) => {
  const files = [
    { name: 'one.csv', bytes: delimited([header, brandRow({ id: 'a' })]) },
    { name: 'two.jsonl', bytes: JSON.stringify({ note: 'n', ...objects([brandRow({ id: 'b' })])[0] }) },
  ];
  await open();
  await chooseRubric(page);
  await upload(page, ...files);
  await expect(page.getByRole('heading', { name: '2 files at once' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'two.jsonl' }).click();
  expect((await shownTable(page))[1]).toContain('b');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await upload(page, ...files);
  await page.getByRole('button', { name: 'Join them' }).click();
  expect(await shownTable(page)).toEqual([
    [...header, 'note'],
    [...brandRow({ id: 'a' }), ''],
    [...brandRow({ id: 'b' }), 'n'],
  ]);
  await use(page, '2');
  await newSheet(page);
  const { name, path } = await download(page, 'Sample cases (CSV)');
  await upload(page, { name, bytes: await readFile(path) });
  await expect(page.getByText('Every row can be judged.')).toBeVisible();
});
