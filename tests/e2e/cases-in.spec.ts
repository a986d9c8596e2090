import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { makeWorkbook } from '../unit/workers/support/make-workbook';
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
import { judgeSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { storedText } from './support/judge-server';
import { tabTo } from './support/keyboard';
import { asksWhoeverLeaves } from './support/leaving';
import { expect, test } from './support/test';

const all = [header, ...threeRows];
const csv = delimited(all);
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

interface Kind {
  name: string;
  bytes: Uint8Array | string;
  separator?: string;
  encoding?: string;
}
const kinds: Record<string, Kind[]> = {
  'delimited texts': [
    { name: 'cases.csv', bytes: csv, separator: 'Comma' },
    { name: 'cases.tsv', bytes: delimited(all, '\t'), separator: 'Tab' },
    { name: 'semicolons.csv', bytes: delimited(all, ';', '\n'), separator: 'Semicolon' },
    {
      name: 'bars.txt',
      bytes: delimited(
        all.map((row) => row.map((cell) => cell.replaceAll(' | ', '; '))),
        '|',
      ),
    },
  ],
  'JSON and workbooks': [
    { name: 'cases.json', bytes: JSON.stringify(objects(threeRows), null, 2) },
    {
      name: 'cases.jsonl',
      bytes: objects(threeRows)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    },
    { name: 'cases.xlsx', bytes: makeWorkbook({ Cases: all.map((row) => row.map((text) => ({ text }))) }) },
  ],
  'texts with a byte order mark': [
    { name: 'utf-8-mark.csv', bytes: `\ufeff${csv}`, encoding: 'UTF-8' },
    { name: 'utf-16le.csv', bytes: utf16(csv), encoding: 'UTF-16LE' },
    { name: 'utf-16be.csv', bytes: utf16(csv).swap16(), encoding: 'UTF-16BE' },
  ],
};

for (const [kind, files] of Object.entries(kinds)) {
  test(`${kind} are read whole and judged, each in a sheet of its own`, async ({ page, open }) => {
    await open();
    await chooseRubric(page);
    for (const { name, bytes, separator, encoding } of files)
      await test.step(name, async () => {
        await upload(page, { name, bytes });
        const shown = await shownTable(page);
        expect(shown.map((row) => row.map((cell) => cell.replaceAll('; ', ' | ')))).toEqual(all);
        const field = (label: string) =>
          page.getByRole('combobox', { name: label }).locator('option:checked');
        if (separator) await expect(field('Separator')).toHaveText(separator);
        if (encoding) await expect(field('Encoding')).toHaveText(encoding);
        await expect(page.getByText('Every row can be judged.')).toBeVisible();
        const table = await use(page, '3');
        await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c2', '007']);
        await page.getByRole('button', { name: 'Judge all' }).click();
        await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/3 cases judged in/);
        await newSheet(page);
      });
  });
}

test('Korean files of either older kind are recognised as EUC-KR, dropped on the page', async ({
  page,
  open,
}) => {
  await open();
  await chooseRubric(page);
  for (const { name, title } of [
    { name: 'brands-euc-kr.csv', title: '농심 신라면 5개입' },
    { name: 'brands-cp949.csv', title: '똠얌 라면 농심 5개입' },
  ]) {
    await drop(page, fixture(name));
    const [, , korean = []] = await shownTable(page);
    expect(korean[header.indexOf('title')]).toBe(title);
    await expect(page.getByLabel('Encoding')).toHaveValue('euc-kr');
    await use(page, '2');
    await newSheet(page);
  }
});

test('cases of a file and pasted ones are stored at once: nobody who leaves is asked, and a reload brings them back', async ({
  page,
  open,
}) => {
  await open();
  await chooseRubric(page);
  await upload(page, { name: 'cases.csv', bytes: csv });
  const table = await use(page, '3');
  expect(await asksWhoeverLeaves(page), 'of a file').toBe(false);
  await paste(page, delimited([header, brandRow({ id: 'own-1' })], '\t', '\n'));
  await page.getByRole('button', { name: 'Use 1 case' }).click();
  await expect.poll(() => rowCount(table)).toBe(4);
  await expect.poll(() => asksWhoeverLeaves(page), 'pasted').toBe(false);
  await page.reload();
  await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c2', '007', 'own-1']);
});

test('cells pasted from a spreadsheet, with line breaks and quotes in them', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  const row = brandRow({ predicted_reasoning: 'First "line"\nsecond\tline' });
  await paste(page, delimited([header, row], '\t', '\n'));
  await expect(page.getByRole('heading', { name: 'Pasted cases' })).toBeVisible();
  expect(await shownTable(page)).toEqual([header, row]);
  await use(page, '1');
});

test('the sheet of a workbook is chosen', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  const sheet = (id: string) => [header, brandRow({ id })].map((row) => row.map((text) => ({ text })));
  await upload(page, { name: 'two.xlsx', bytes: makeWorkbook({ Jan: sheet('j'), 'Feb & co': sheet('f') }) });
  expect((await shownTable(page))[1]?.[0]).toBe('j');
  await page.getByLabel('Sheet').selectOption('Feb & co');
  await expect(
    page.getByRole('region', { name: 'First rows' }).getByText('f', { exact: true }),
  ).toBeVisible();
});

const named = (names: string[], ...rows: string[][]) => ({
  name: 'trap.csv',
  bytes: delimited([names, ...rows]),
});
const traps = [
  {
    trap: 'a header called __proto__',
    file: named([...header, '__proto__', 'constructor'], [...brandRow(), 'kept', 'too']),
    shown: [
      [...header, '__proto__', 'constructor'],
      [...brandRow(), 'kept', 'too'],
    ],
  },
  {
    trap: 'two headers of the same name',
    file: named([...header, 'note', 'note'], [...brandRow(), 'one', 'two']),
    shown: [
      [...header, 'note', 'note'],
      [...brandRow(), 'one', 'two'],
    ],
  },
  {
    trap: 'rows shorter and longer than the header',
    file: named(header, brandRow().slice(0, 7), [...brandRow({ id: 'c2' }), 'beyond']),
    shown: [
      [...header, 'Column 9'],
      [...brandRow({ predicted_confidence: '' }), ''],
      [...brandRow({ id: 'c2' }), 'beyond'],
    ],
    note: 'Rows that are shorter or longer than the header or have broken quotes: 2',
  },
  {
    trap: 'a bare LF among CRLF',
    file: {
      name: 'trap.csv',
      bytes:
        delimited([header, brandRow()]) +
        delimited([brandRow({ id: 'c2' })], ',', '\n') +
        delimited([brandRow({ id: 'c3' })]),
    },
    shown: [header, brandRow(), brandRow({ id: 'c2' }), brandRow({ id: 'c3' })],
  },
  {
    trap: 'quotes, delimiters and line breaks inside cells',
    file: named(header, brandRow({ title: 'a "b", c\r\nd;e\tf', keyword: '""' })),
    shown: [header, brandRow({ title: 'a "b", c\r\nd;e\tf', keyword: '""' })],
  },
  {
    trap: 'a quote that is not doubled',
    file: {
      name: 'trap.csv',
      bytes: delimited([header, brandRow({ title: 'TITLE' })]).replace('TITLE', '"a 5" disk"'),
    },
    shown: [header, brandRow({ title: 'a 5" disk' })],
    note: 'Rows that are shorter or longer than the header or have broken quotes: 1',
  },
  {
    trap: 'leading zeros, long numbers, spaces and signs',
    file: named(
      header,
      brandRow({ id: '007', title: ' 00.10 ', keyword: '12345678901234567890', taxonomy: '+1e3' }),
    ),
    shown: [
      header,
      brandRow({ id: '007', title: ' 00.10 ', keyword: '12345678901234567890', taxonomy: '+1e3' }),
    ],
  },
  {
    trap: 'tabs between columns and commas in the text',
    file: {
      name: 'trap.csv',
      bytes: delimited(
        [header, brandRow({ title: 'a, b, c' }), brandRow({ id: 'c2', title: 'd, e, f' })],
        '\t',
      ),
    },
    shown: [header, brandRow({ title: 'a, b, c' }), brandRow({ id: 'c2', title: 'd, e, f' })],
  },
];

test('traps in headers, rows and cells are read as they stand', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  for (const { trap, file, shown, note } of traps)
    await test.step(trap, async () => {
      await upload(page, file);
      expect(await shownTable(page)).toEqual(shown);
      const notes = page.getByText(/shorter or longer than the header/);
      if (note === undefined) await expect(notes).toHaveCount(0);
      else await expect(notes).toContainText(note);
      const table = await use(page, String(shown.length - 1));
      expect(await rowCount(table)).toBe(shown.length - 1);
      await newSheet(page);
    });
});

test('Korean that crosses the borders of the pieces a file is read in stays whole', async ({
  page,
  open,
}) => {
  await open();
  await chooseRubric(page);
  // One byte more each time, so that some syllable lies across whatever border there is.
  const rows = Array.from({ length: 4000 }, (_, at) =>
    brandRow({
      id: `c${at}`,
      title: `${'x'.repeat(at % 3)}한글 제목 ${at}`,
      predicted_reasoning: '가나다라마바사'.repeat(10),
    }),
  );
  await upload(page, { name: 'long.csv', bytes: delimited([header, ...rows]) });
  const table = await use(page, '4,000');
  expect(await rowCount(table)).toBe(4000);
  await page.getByRole('searchbox', { name: 'Search' }).fill('\ufffd');
  await expect(page.getByRole('heading', { name: 'No case matches the filter' })).toBeVisible();
});

test('a wrong guess is overruled in the preview: separator, header, encoding', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  // Three names between the bars, and four commas in every row: commas seem to cut it better.
  const lines = ['keyword|title,a,b,c', 'x|one,1,2,3', 'y|two,1,2,3', 'z|three,1,2,3'];
  await upload(page, { name: 'odd.txt', bytes: lines.join('\n') });
  expect((await shownTable(page))[0]).toEqual(['keyword|title', 'a', 'b', 'c']);
  await page.getByRole('combobox', { name: 'Separator' }).selectOption('Bar');
  await expect(page.getByRole('columnheader', { name: 'title,a,b,c' })).toBeVisible();
  expect(await shownTable(page)).toEqual(lines.map((line) => line.split('|')));
  await page.getByLabel('The first row is the header').uncheck();
  await expect(page.getByRole('columnheader', { name: 'Column 2' })).toBeVisible();
  expect(await shownTable(page)).toEqual([['Column 1', 'Column 2'], ...lines.map((line) => line.split('|'))]);
  await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveValue('|');
  await page.getByLabel('Encoding').selectOption('EUC-KR');
  await expect(page.getByLabel('Encoding')).toHaveValue('euc-kr');
  expect((await shownTable(page))[1]).toEqual(['keyword', 'title,a,b,c']);
});

test('the mapping is proposed, blocks until it is whole, is changed by keyboard and remembered', async ({
  page,
  open,
}) => {
  const columns = [...header.slice(0, 2), 'zzz', 'Category', ...header.slice(4), 'gold.verdict'];
  const file = { name: 'odd-names.csv', bytes: delimited([columns, [...brandRow({ title: '가' }), 'PASS']]) };
  const mapped = (name: string) => page.getByRole('combobox', { name, exact: true });
  await open();
  await chooseRubric(page);
  await upload(page, file);
  await expect(mapped('Case id').locator('option:checked')).toHaveText('id');
  await expect(mapped('Search keyword').locator('option:checked')).toHaveText('keyword');
  await expect(mapped('Product taxonomy').locator('option:checked')).toHaveText('Category');
  await expect(mapped('Known to be right: verdict').locator('option:checked')).toHaveText('gold.verdict');
  await expect(mapped('Product title')).toHaveValue('');
  await expect(page.getByRole('alert')).toContainText('Choose a column for: Product title');
  await expect(page.getByRole('button', { name: 'Use 1 case' })).toBeDisabled();
  await expectAccessible(page);

  await tabTo(page, mapped('Product title'));
  await page.keyboard.type('zzz');
  await expect(mapped('Product title').locator('option:checked')).toHaveText('zzz');
  await expect(
    page
      .getByRole('row', { name: /^Product title/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('가');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await use(page, '1');
  await expect.poll(() => storedText(page)).toContain('"rubricId":"brand-entities"');

  await page.reload();
  await chooseRubric(page);
  await upload(page, file);
  await expect(mapped('Product title').locator('option:checked')).toHaveText('zzz');
  await expect(page.getByRole('button', { name: 'Use 1 case' })).toBeEnabled();
});

test('rows with problems are listed with their reason, mended, left out; the rest is judged', async ({
  page,
  open,
}) => {
  const rows = [
    brandRow(),
    brandRow({ id: 'c2', title: '' }),
    brandRow({ id: 'c3', predicted_confidence: 'high' }),
    brandRow({ id: 'c1' }),
    brandRow({ id: 'c5', keyword: ' ' }),
  ];
  await open();
  await chooseRubric(page);
  // An empty row has a number of its own, as it has in a spreadsheet.
  await upload(page, { name: 'problems.csv', bytes: delimited([header, [''], ...rows]) });
  await expect(page.getByRole('heading', { name: '4 rows have a problem' })).toBeVisible();
  const problem = (row: number) =>
    page
      .getByRole('listitem')
      .filter({ hasText: `Row ${row}` })
      .first();
  await expect(problem(4)).toContainText('Product title is empty.');
  await expect(problem(5)).toContainText('Confidence of the model should be a number: high');
  await expect(problem(6)).toContainText('The id c1 was there before (Row 3); this one becomes c1 (2).');
  await expect(problem(7)).toContainText('Search keyword is empty.');
  await expectAccessible(page);

  await page.getByLabel('Row 4: Mend Product title').fill('Nike Air');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: '3 rows have a problem' })).toBeVisible();
  await problem(5).getByLabel('Leave out').check();
  await problem(7).getByLabel('Leave out').check();
  await page.getByRole('button', { name: 'Use 3 cases' }).click();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table.getByRole('rowheader')).toHaveText(['c1', 'c2', 'c1 (2)']);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/3 cases judged in/);
});

test('JSON that does not parse is a problem of its row', async ({ page, open }) => {
  await open();
  await chooseRubric(page, 'Belgian citation matching');
  const samples = await readFile((await download(page, 'Samples (CSV)')).path, 'utf8');
  // Only its opening brace is lost, in the first case that has one.
  const broken = samples.replace(/"\{/, '"');
  expect(broken).not.toBe(samples);
  await upload(page, { name: 'broken.csv', bytes: broken });
  await expect(page.getByRole('heading', { name: '1 row has a problem' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'is not JSON:' })).toHaveCount(1);
});

/** A picture, and what Office writes when a workbook gets a password: a compound file with an encrypted package. */
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);
const brokenUtf8 = Buffer.concat([
  Buffer.from(delimited([header, brandRow({ title: '한국어 제목입니다' })])),
  Buffer.from('c9,가,'),
  Buffer.from([0xff]),
  Buffer.from('나,다\r\n'),
]);
const wrongFiles = {
  'wrong texts': [
    { file: { name: 'picture.csv', bytes: png }, says: ['This is not a table.', 'a PNG picture'] },
    { file: { name: 'empty.csv', bytes: '' }, says: ['The file is empty.'] },
    { file: { name: 'blank.csv', bytes: ' \r\n,,\r\n' }, says: ['The file is empty.'] },
    { file: { name: 'header.csv', bytes: delimited([header]) }, says: ['a header and no rows'] },
    {
      file: { name: 'bytes.csv', bytes: brokenUtf8 },
      says: [/The first wrong byte is number \d+ of the file, in line 3\./],
    },
  ],
  'wrong workbooks and JSON': [
    { file: { name: 'locked.xlsx', bytes: encrypted }, says: ['protected by a password'] },
    { file: { name: 'cut.xlsx', bytes: makeWorkbook({ A: [] }).slice(0, 300) }, says: ['damaged'] },
    { file: { name: 'value.json', bytes: '[1, 2]' }, says: ['not a list of cases'] },
    { file: { name: 'broken.json', bytes: '[{"a": 1},' }, says: ['damaged'] },
  ],
};

async function judgedSamples(page: Page): Promise<string[]> {
  await judgeSamples(page);
  return resultRows(page);
}
async function resultRows(page: Page): Promise<string[]> {
  return (await allDrawn(page)).getByRole('row').allInnerTexts();
}

async function expectRefusal(page: Page, before: string[], says: (string | RegExp)[]): Promise<void> {
  const alert = page.getByRole('alert');
  for (const words of says) await expect(alert).toContainText(words);
  await expect(alert).toContainText('The cases that were here are unchanged.');
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => resultRows(page)).toEqual(before);
}

for (const [kind, files] of Object.entries(wrongFiles)) {
  test(`${kind}, one after the other, are refused in plain words and nothing is lost`, async ({
    page,
    open,
  }) => {
    await open();
    const before = await judgedSamples(page);
    for (const { file, says } of files)
      await test.step(file.name, async () => {
        await upload(page, file);
        await expect(page.getByRole('heading', { name: `${file.name} could not be read` })).toBeVisible();
        await expectAccessible(page);
        await expectRefusal(page, before, says);
      });
  });
}

test('a file over the stated limit and a folder are refused without being read', async ({
  page,
  open,
}, testInfo) => {
  // Takes no room on the disk: it has a size and no content.
  const path = testInfo.outputPath('large.csv');
  await writeFile(path, delimited([header, brandRow()]));
  await truncate(path, 256 * 1024 * 1024 + 1);
  const folder = testInfo.outputPath('a-folder');
  await mkdir(folder);
  await writeFile(`${folder}/cases.csv`, csv);
  await open();
  const before = await judgedSamples(page);
  await page.getByLabel('Upload cases').setInputFiles(path);
  await expectRefusal(page, before, ['larger than Assay reads at once (256 MB)']);
  await drop(page, folder);
  await expectRefusal(page, before, ['This is a folder. Drop the files themselves.']);
});

test('several files are joined or one is picked, and either can be left', async ({ page, open }) => {
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
  await expect(page.getByRole('heading', { name: 'See a case judged' })).toBeVisible();

  await upload(page, ...files);
  await page.getByRole('button', { name: 'Join them' }).click();
  expect(await shownTable(page)).toEqual([
    [...header, 'note'],
    [...brandRow({ id: 'a' }), ''],
    [...brandRow({ id: 'b' }), 'n'],
  ]);
  const table = await use(page, '2');
  await expect(table.getByRole('rowheader')).toHaveText(['a', 'b']);
});

test('the template and the samples as CSV are read back with every input mapped', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  for (const button of ['Template (CSV)', 'Samples (CSV)']) {
    const { name, path } = await download(page, button);
    const given = await readFile(path, 'utf8');
    const names =
      given
        .replace(/^\ufeff/, '')
        .split(/\r?\n/)[0]
        ?.split(',') ?? [];
    const filled = objects([brandRow({ id: 'mine' })])[0] ?? {};
    const row = delimited([names.map((column) => filled[column] ?? '')]);
    await upload(page, { name, bytes: given.endsWith('\n') ? given + row : `${given}\r\n${row}` });
    await expect(page.getByText('Every row can be judged.')).toBeVisible();
    await page.getByRole('button', { name: /^Use \d+ cases$/ }).click();
    const ids = page.getByRole('table', { name: 'Results' }).getByRole('rowheader');
    await expect(ids.last()).toHaveText('mine');
    await newSheet(page);
  }
});
