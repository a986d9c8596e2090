import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import Papa from 'papaparse';
import type { Page } from 'playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { chooseRubric, download, newSheet, upload, use } from './fixtures/import-steps';
import { judgeAll } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { exportedLines } from './support/judged-line';
import { expect, test } from './support/test';

const formula = '=HYPERLINK("https://example.org","x")';
const columns = [...header, 'note', 'note', '__proto__', '+odd'];
const rows = [
  [...brandRow({ id: '007', title: 'Nike, "Pegasus"\r\n41' }), formula, '-5', '+82 10-1234', '@cmd'],
  [
    ...brandRow({ id: 'c2', title: '똠얌 라면 농심 5개입', expected_entities: '농심' }),
    ' =1+1',
    '1e3',
    "'quoted",
    '\t=x',
  ],
  [...brandRow({ id: 'c3', predicted_entities: '' }), "'=already", '', '', '-not a number'],
];
const escaped = new Map([
  ['+odd', "'+odd"],
  [formula, `'${formula}`],
  ['@cmd', "'@cmd"],
  [' =1+1', " '=1+1"],
  ['\t=x', "\t'=x"],
  ["'=already", "''=already"],
  ['-not a number', "'-not a number"],
]);
const file = { name: 'cases.csv', bytes: delimited([columns, ...rows]) };

const cells = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter, skipEmptyLines: true }).data;

async function judgedSheet(page: Page, given = file): Promise<void> {
  await chooseRubric(page);
  await upload(page, given);
  await use(page, String(rows.length));
  await judgeAll(page);
}

test('the scored CSV: original columns first and untouched, ours behind them, nothing a spreadsheet would run; read again it gives the same cases', async ({
  page,
  open,
}) => {
  await open();
  await judgedSheet(page);
  const { name, path } = await download(page, 'Export CSV');
  expect(name).toMatch(/^brand-entities-cases-[\d-]+-scored\.csv$/);
  const text = await readFile(path, 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const [names = [], ...written] = cells(text);
  expect(written).toHaveLength(rows.length);

  const harmless = (cell: string) => escaped.get(cell) ?? cell;
  expect(names.slice(0, columns.length)).toEqual(columns.map(harmless));
  expect(written.map((row) => row.slice(0, columns.length))).toEqual(rows.map((row) => row.map(harmless)));

  const ours = names.slice(columns.length);
  expect(ours.every((added) => added.startsWith('assay.'))).toBe(true);
  const opening = ['id', 'status', 'reason', 'detail', 'score', 'score.min', 'score.max', 'verdict'];
  expect(ours.slice(0, 8)).toEqual(opening.map((first) => `assay.${first}`));
  expect(ours).toContain('assay.evaluation.correctness.score');
  const about = ['judge', 'model', 'mode', 'tokens', 'cost', 'seconds', 'rubric', 'receipt', 'time'];
  const closing = ['claimed.score', 'claimed.verdict', 'checks', 'flags', ...about];
  expect(ours.slice(-closing.length)).toEqual(closing.map((last) => `assay.${last}`));
  const column = (wanted: string) => written.map((row) => row[names.indexOf(wanted)]);
  expect(column('assay.status')).toEqual(['partial', 'partial', 'partial']);
  expect(column('assay.mode')).toEqual(['rules-only', 'rules-only', 'rules-only']);
  for (const receipt of column('assay.receipt')) expect(receipt).toMatch(/^[0-9a-f]{64}$/);

  const before = await exportedLines(page);
  expect(before.map((line) => line.case.id)).toEqual(['007', 'c2', 'c3']);
  await newSheet(page);
  await judgedSheet(page, { name: 'again.csv', bytes: text });
  const after = await exportedLines(page);
  expect(after.map((line) => line.case)).toEqual(before.map((line) => line.case));
  expect(after.map(({ judgement }) => judgement.output)).toEqual(
    before.map(({ judgement }) => judgement.output),
  );
});

test('export options: separator, no mark, formulas, columns, only the rows shown; some are remembered; writing can be cancelled', async ({
  page,
  open,
}) => {
  // The module that writes is held back until the test has looked.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/writers-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await open();
  await judgedSheet(page);
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.click();
  await expect(page.getByRole('progressbar', { name: 'Writing…' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel export' }).click();
  letGo();
  await expect(page.getByText('Export cancelled. No file was written.')).toBeVisible();
  await expect(button).toBeFocused();
  expect(downloads).toBe(0);

  const options = page.getByText('Export options');
  await options.click();
  await expectAccessible(page);
  await page.getByLabel('Only the rows shown').check();
  await page.getByLabel('Rationales and other texts').uncheck();
  await page.getByLabel('Protect against formulas').uncheck();
  await page.getByLabel('For Excel (byte order mark)').uncheck();
  const separator = page.getByLabel('Separator');
  await separator.selectOption('Semicolon');
  await separator.focus();
  await page.keyboard.press('Escape');
  await expect(separator).toBeHidden();
  await expect(options).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('똠얌');
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  const text = await readFile((await download(page, 'Export CSV')).path, 'utf8');
  expect(text.startsWith('"id";')).toBe(true);
  expect(text).toContain('" =1+1"');
  const [names = [], ...written] = cells(text, ';');
  expect(written.map(([id]) => id)).toEqual(['c2']);
  expect(names).toContain('assay.evaluation.correctness.score');
  expect(names).not.toContain('assay.summary');
  await expect(
    page.getByText(/^brand-entities-cases-[\d-]+-scored\.csv is in your downloads\.$/),
  ).toBeVisible();

  await page.reload();
  const again = await readFile((await download(page, 'Export CSV')).path, 'utf8');
  const [namesAgain, ...rowsAgain] = cells(again, ';');
  expect([namesAgain, rowsAgain.length]).toEqual([
    names.map((name) => escaped.get(name) ?? name),
    rows.length,
  ]);
  expect(again).toContain('" \'=1+1"');
});

test('the workbook has the texts as they are, in the columns of the CSV; it is saved cut only when the person says so', async ({
  page,
  open,
}) => {
  await open();
  const long = 'x'.repeat(40_000);
  const [first = [], ...others] = rows;
  await judgedSheet(page, {
    name: 'c.csv',
    bytes: delimited([columns, [...first.slice(0, -1), long], ...others]),
  });
  await page.getByRole('button', { name: 'Export XLSX' }).click();
  const question = page.getByText('1 cell has more than 32,767 characters', { exact: false });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  const { path, name } = await download(page, 'Save anyway');
  expect(name).toMatch(/-scored\.xlsx$/);
  await expect(page.getByRole('button', { name: 'Export XLSX' })).toBeFocused();
  const [sheet] = await readXlsxFile(await readFile(path), { trim: false });

  const options = page.getByText('Export options');
  await options.click();
  await page.getByLabel('Protect against formulas').uncheck();
  const csv = cells(await readFile((await download(page, 'Export CSV')).path, 'utf8'));
  await expect(page.getByText('Excel will cut 1 cell at 32,767 characters', { exact: false })).toBeVisible();
  const cut = (cell: string) => (cell === long ? /^x{32000,} … \[\d+ more characters cut\]$/ : cell);
  const texts = sheet?.data.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  expect(texts).toHaveLength(csv.length);
  for (const [row, cellsOfRow] of csv.entries())
    for (const [column, cell] of cellsOfRow.entries()) {
      const expected = cut(cell);
      const written = texts?.[row]?.[column];
      if (typeof expected === 'string') expect(written, csv[0]?.[column]).toBe(expected);
      else expect(written).toMatch(expected);
    }
});

test('the report opens from disk without script, shows every judgement, fits a phone and loads nothing', async ({
  page,
  open,
  browser,
}) => {
  const bad = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const odd = {
    name: 'odd.csv',
    bytes: delimited([columns, [...brandRow({ id: 'c0', title: bad }), '', '', '', ''], ...rows.slice(1)]),
  };
  await open();
  await judgedSheet(page, odd);
  const receipts = (await exportedLines(page)).map(({ judgement }) => judgement.receipt.id);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export report' }).click();
  const saved = test.info().outputPath('report.html');
  await (await started).saveAs(saved);

  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => complaints.push(message.text()));
  const report = await context.newPage();
  await report.goto(pathToFileURL(saved).href);
  await expect(report.getByRole('heading', { level: 1 })).toContainText('Brand entity extraction');
  for (const [index, id] of ['c0', 'c2', 'c3'].entries()) {
    await report
      .locator('#cases')
      .getByRole('link', { name: `${index + 1}. ${id}` })
      .click();
    await expect(report.locator(`#case-${index + 1}`)).toBeInViewport();
    await expect(report.locator(`#case-${index + 1}`)).toContainText(receipts[index] ?? 'a receipt');
  }
  await expect(report.getByText(bad).first()).toBeAttached();
  await expect(report.getByText('똠얌 라면 농심 5개입').first()).toBeAttached();
  await expect(report.locator('script, img, link, iframe')).toHaveCount(0);
  await report.setViewportSize({ width: 390, height: 844 });
  expect(await report.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
  expect((await report.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(requests).toEqual([pathToFileURL(saved).href]);
  expect(complaints).toEqual([]);
  await context.close();
});
