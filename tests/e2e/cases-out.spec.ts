import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import Papa from 'papaparse';
import type { Page } from 'playwright/test';
import { judgedLineSchema } from './support/judged-line';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, chooseRubric, download, newSheet, upload, use } from './fixtures/import-steps';
import { judgeAll, loadSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
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
const file = { name: 'cases.csv', bytes: delimited([columns, ...rows]) };

const cells = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter, skipEmptyLines: true }).data;

async function judgedSheet(page: Page, given = file): Promise<void> {
  await chooseRubric(page);
  await upload(page, given);
  await use(page, String(rows.length));
  await judgeAll(page);
}
async function judgedCases(page: Page) {
  const { path } = await download(page, 'Export JSONL');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => judgedLineSchema.parse(JSON.parse(line)));
}

test('the scored CSV: original columns first and untouched, ours behind them, nothing a spreadsheet would run; JSONL has a complete judgement per line', async ({
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

  const harmless = (cell: string) =>
    /^'*\s*[=+\-@\t\r\n]/.test(cell) && !Number.isFinite(Number(cell || 'x')) ? `'${cell}` : cell;
  expect(names.slice(0, columns.length)).toEqual(columns.map(harmless));
  expect(written.map((row) => row.slice(0, columns.length))).toEqual(rows.map((row) => row.map(harmless)));
  for (const cell of [names, ...written].flat())
    if (/^\s*[=+\-@]/.test(cell)) expect(Number(cell), cell).not.toBeNaN();

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

  const lines = await judgedCases(page);
  expect(lines.map((line) => line.case.id)).toEqual(['007', 'c2', 'c3']);
  expect(lines[1]?.case.input.title).toBe('똠얌 라면 농심 5개입');
  expect(lines[0]?.judgement.receipt.mode).toBe('rules-only');
});

test('a scored CSV that is read again gives the same cases and values', async ({ page, open }) => {
  await open();
  await judgedSheet(page);
  const before = await judgedCases(page);
  const first = await readFile((await download(page, 'Export CSV')).path, 'utf8');

  await newSheet(page);
  await judgedSheet(page, { name: 'again.csv', bytes: first });
  const after = await judgedCases(page);
  expect(after.map((line) => line.case)).toEqual(before.map((line) => line.case));
  expect(after.map(({ judgement }) => judgement.output)).toEqual(
    before.map(({ judgement }) => judgement.output),
  );

  const second = cells(await readFile((await download(page, 'Export CSV')).path, 'utf8'));
  const once = cells(first);
  const width = once[0]?.length ?? 0;
  expect(second.map((row) => row.slice(0, width))).toEqual(once);
  expect(second[0]?.[width]).toBe('assay2.id');
});

test('export options: separator, no mark, no rationales, only the rows shown; Escape closes them and leaves the focus at what opened them', async ({
  page,
  open,
}) => {
  await open();
  await judgedSheet(page);
  const options = page.getByText('Export options');
  await options.click();
  await expectAccessible(page);
  await page.getByLabel('Only the rows shown').check();
  await page.getByLabel('With rationales').uncheck();
  await page.getByLabel('For Excel (byte order mark)').uncheck();
  const separator = page.getByLabel('Separator');
  await separator.selectOption('Semicolon');
  await separator.focus();
  await page.keyboard.press('Escape');
  await expect(separator).toBeHidden();
  await expect(options).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(separator).toBeVisible();
  await options.click();
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('똠얌');
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  const text = await readFile((await download(page, 'Export CSV')).path, 'utf8');
  expect(text.startsWith('id;')).toBe(true);
  const [names = [], ...written] = cells(text, ';');
  expect(written.map(([id]) => id)).toEqual(['c2']);
  expect(names).toContain('assay.evaluation.correctness.score');
  expect(names).not.toContain('assay.summary');
  await expect(
    page.getByText(/^brand-entities-cases-[\d-]+-scored\.csv is in your downloads\.$/),
  ).toBeVisible();
});

test('a name changed in the page leaves in a column of its own and comes back', async ({ page, open }) => {
  await open();
  await judgedSheet(page);
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await page.getByRole('table', { name: 'Results' }).getByRole('button', { name: 'c2', exact: true }).click();
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  await judgement.getByLabel('Name of the case').fill('라면 한 상자');
  const written = await readFile((await download(page, 'Export CSV')).path, 'utf8');
  const [names = [], ...lines] = cells(written);
  expect(names.slice(0, header.length)).toEqual(header);
  expect(lines.map((row) => row[names.indexOf('assay.case')])).toEqual(['', '라면 한 상자', '']);
  expect(lines.map(([id]) => id)).toEqual(['007', 'c2', 'c3']);

  await newSheet(page);
  await judgedSheet(page, { name: 'again.csv', bytes: written });
  const labels = (await judgedCases(page)).map((line) => [line.case.id, line.case.label]);
  expect(labels).toEqual([
    ['007', undefined],
    ['c2', '라면 한 상자'],
    ['c3', undefined],
  ]);
});

test('writing shows how far it is and can be cancelled: no file comes, the focus stays, the next export works', async ({
  page,
  open,
}) => {
  // The module that writes is held back until the test has looked.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/outlet-[^/]*\.js$/, async (route) => {
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
  await expect(button).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel export' }).click();
  letGo();
  await expect(page.getByText('Export cancelled. No file was written.')).toBeVisible();
  await expect(button).toBeFocused();
  expect(downloads).toBe(0);
  expect((await download(page, 'Export CSV')).name).toMatch(/^brand-entities-cases-[\d-]+-scored\.csv$/);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a report of cases that were not judged says so and fits a phone, as does one of judged cases', async ({
  page,
  open,
  browser,
}, testInfo) => {
  await open();
  await chooseRubric(page);
  await upload(page, file);
  await use(page, String(rows.length));
  const paths: string[] = [];
  for (const name of ['waiting.html', 'judged.html']) {
    if (name === 'judged.html') await judgeAll(page);
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export report' }).click();
    paths.push(testInfo.outputPath(name));
    await (await started).saveAs(testInfo.outputPath(name));
  }
  const context = await browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    viewport: { width: 390, height: 844 },
  });
  const report = await context.newPage();
  for (const path of paths) {
    await report.goto(pathToFileURL(path).href);
    const sideways = await report.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(sideways, path).toBe(0);
    const waiting = path.endsWith('waiting.html');
    await expect(report.getByText('None of the 3 cases has been judged yet.')).toHaveCount(waiting ? 1 : 0);
    await expect(report.getByRole('heading', { name: 'Distributions' })).toHaveCount(waiting ? 0 : 1);
    await expect(report.getByRole('cell', { name: 'Partial' })).toHaveCount(waiting ? 0 : rows.length);
  }
  await context.close();
});

test('cases from the samples and from a file leave in one file', async ({ page, open }) => {
  await open();
  const samples = await loadSamples(page);
  const table = await allDrawn(page);
  await upload(page, file);
  await page.getByRole('button', { name: 'Use 3 cases' }).click();
  await expect(table.getByRole('rowheader')).toHaveCount(samples + 3);
  const [names = [], ...written] = cells(await readFile((await download(page, 'Export CSV')).path, 'utf8'));
  expect(written).toHaveLength(samples + 3);
  const titles = written.map((row) => row[names.indexOf('title')]);
  expect(titles.slice(-3)).toEqual(rows.map((row) => row[header.indexOf('title')]));
  expect(written.map((row) => row[names.indexOf('assay.status')])).toEqual(written.map(() => ''));
});

test('the report opens from disk without script, shows every judgement and asks nobody for anything', async ({
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
  const receipts = (await judgedCases(page)).map(({ judgement }) => judgement.receipt.id);
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
    await report.getByRole('link', { name: `${index + 1}. ${id}` }).click();
    await expect(report.locator(`#case-${index + 1}`)).toBeInViewport();
    await expect(report.locator(`#case-${index + 1}`)).toContainText(receipts[index] ?? 'a receipt');
  }
  await expect(report.getByText(bad).first()).toBeAttached();
  await expect(report.getByText('똠얌 라면 농심 5개입').first()).toBeAttached();
  await expect(report.locator('script, img, link, iframe')).toHaveCount(0);
  expect((await report.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(requests).toEqual([pathToFileURL(saved).href]);
  expect(complaints).toEqual([]);
  await context.close();
});
