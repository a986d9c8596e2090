import { makeWorkbook } from '../unit/cases/read/support/make-workbook';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { chooseRubric, download, upload, use } from './fixtures/import-steps';
import { judgeAll, loadSamples, openCases } from './fixtures/workbench-steps';
import { expect, test } from './support/test';

const csv = delimited([header, brandRow(), brandRow({ id: 'c2' })]);
const workbook = makeWorkbook({
  Cases: [header, brandRow({ id: 'x1' })].map((row) => row.map((text) => ({ text }))),
});

test.use({ fetchesAhead: true });

test('once the page is loaded, files, judging, exports and every screen work without a network', async ({
  page,
  open,
  context,
  problems,
}) => {
  await open();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await context.setOffline(true);

  await chooseRubric(page);
  await upload(page, { name: 'cases.csv', bytes: csv });
  await use(page, '2');
  await upload(page, { name: 'cases.xlsx', bytes: workbook });
  await use(page, '1');
  await judgeAll(page);
  for (const [button, name] of [
    ['Export CSV', /^brand-entities-cases-[\d-]+-scored\.csv$/],
    ['Export JSONL', /^brand-entities-cases-[\d-]+-scored\.jsonl$/],
    ['Export report', /^brand-entities-cases-[\d-]+-scored\.html$/],
    ['Export deck', /^brand-entities-cases-[\d-]+-deck\.html$/],
  ] as const)
    expect((await download(page, button)).name).toMatch(name);
  await page.keyboard.press('f');
  await expect(page.getByRole('dialog', { name: 'Presentation' }).getByRole('heading')).toBeVisible();
  await page.keyboard.press('Escape');
  await openCases(page);
  expect((await download(page, 'Template (CSV)')).name).toBe('brand-entities-template.csv');

  await loadSamples(page, 'Quality of meeting minutes');
  await judgeAll(page);
  for (const screen of ['History', 'Rubrics', 'Settings']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
  }

  // The browser looks for the icon of every address by itself; the page asked for nothing.
  expect(problems.filter((problem) => !problem.includes('/icon.svg'))).toEqual([]);
  problems.length = 0;
});

test('a network that goes before the parts are there is said, and everything can be tried again', async ({
  page,
  open,
  context,
  problems,
}) => {
  // The page is never idle, so nothing is fetched ahead.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await open();
  await chooseRubric(page);
  await context.setOffline(true);

  await upload(page, { name: 'cases.csv', bytes: csv });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('A part of this page could not be loaded. Check the connection');

  // The network is back for the page's own part, not for the reader that it starts.
  await page.route(/worker.*\.js$/, (route) => route.abort('internetdisconnected'));
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('cases.csv could not be read');
  await expect(alert).toContainText('could not be loaded, or it stopped. Check the connection');
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.unroute(/worker.*\.js$/);
  await upload(page, { name: 'cases.csv', bytes: csv });
  await use(page, '2');

  await judgeAll(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText(/The export failed: A part of this page could not be loaded/)).toBeVisible();
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(alert).toContainText('A part of this page could not be loaded.');
  await alert.getByRole('button', { name: 'Close' }).click();
  await context.setOffline(false);
  expect((await download(page, 'Export CSV')).name).toMatch(/^brand-entities-cases-[\d-]+-scored\.csv$/);

  // That requests fail without a network, and that the browser says so, is the matter of this test.
  const expected = problems.filter((problem) => /ERR_INTERNET_DISCONNECTED/.test(problem));
  expect(expected.length).toBeGreaterThan(0);
  expect(problems.filter((problem) => !expected.includes(problem))).toEqual([]);
  problems.length = 0;
});
