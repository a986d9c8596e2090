import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, chooseRubric, newSheet, upload, use } from './fixtures/import-steps';
import { deleteNewestRun, holdReading, refuseReading, runIds } from './fixtures/stored-run-steps';
import { brands, judgeAgain, judgeAll, loadSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

async function changeFirstCase(page: Page): Promise<void> {
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await judgement.getByRole('button', { name: 'Case', exact: true }).click();
  const title = judgement.getByLabel('Product title');
  await title.fill(`${await title.inputValue()} (used)`);
}

/** Answers the question that the dialog shows. */
async function pasteReply(page: Page, correctness: number): Promise<void> {
  const rule = (name: string) => ({ name, evidence: 'seen', compliant: true, score: 10 });
  const reply = {
    evaluation: {
      correctness: { score: correctness, output_value: 'x', expected_value: 'y', match: true },
      rule_compliance: {
        score: 40,
        rules: [
          rule('Include Original Brand'),
          rule('Generate Variations'),
          rule('No Unrelated Terms'),
          rule('Reasonable Count'),
        ],
      },
      reasoning_quality: { score: 10, chain_of_thought: 4, evidence_usage: 4, confidence_calibration: 2 },
    },
    total_score: correctness + 50,
    verdict: 'PASS',
    summary: 'Fine.',
    improvement_suggestions: [],
  };
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Which model answered').fill('some-chat');
  await dialog.getByLabel('Reply').fill(JSON.stringify(reply));
  await dialog.getByRole('button', { name: 'Use this reply' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/1 case judged in/);
}

/** Two runs of one case, by a chat that was asked the same and answered otherwise. */
async function pastedTwice(page: Page): Promise<string[]> {
  await chooseRubric(page);
  await upload(page, { name: 'cases.csv', bytes: delimited([header, brandRow()]) });
  await use(page, '1');
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'Paste a reply' });
  await page.getByRole('radio', { name: 'Model alone' }).check();
  await page.getByRole('button', { name: 'Judge this case' }).first().click();
  await pasteReply(page, 38);
  await judgeAgain(page);
  await pasteReply(page, 20);
  return runIds(page);
}

async function openFirstPair(page: Page): Promise<Locator> {
  await page.getByRole('checkbox', { name: 'Only where something differs' }).uncheck();
  await page.getByRole('table', { name: 'Cases in both runs' }).getByRole('button').first().click();
  return page.getByRole('region', { name: 'Both judgements' });
}

test('two runs of the same cases: nothing differs but the time, and all cases can be shown; one that another tab deletes is not shown on, and is again once that is undone', async ({
  page,
  open,
  context,
}) => {
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  await judgeAgain(page);
  const [a, b] = await runIds(page);
  await page.goto(`./#/history/${a}~${b}`);
  await expect(page.getByRole('heading', { name: 'Compare two runs' })).toBeVisible();
  await expect(page.getByText('Nothing differs in any case.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What differs between the runs' })).toContainText('Begun');
  await page.getByRole('button', { name: 'Show all cases' }).click();
  const table = page.getByRole('table', { name: 'Cases in both runs' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  await expectAccessible(page);

  const other = await context.newPage();
  await other.goto('./#/history');
  const undo = other.getByRole('button', { name: 'Undo' });

  const exporting = page.getByRole('button', { name: 'Export differences (CSV)' });
  const overview = page.getByRole('region', { name: 'At a glance' });
  await expect(exporting).toBeVisible();
  await deleteNewestRun(other);
  await expect(page.getByText('Run B was deleted, in this tab or another')).toBeVisible();
  await expect(exporting).toHaveCount(0);
  await expect(overview).toHaveCount(0);
  await expectAccessible(page);
  await undo.click();
  await expect(overview).toBeVisible();
  await expect(exporting).toBeVisible();
  await expect(page.getByText('was deleted')).toHaveCount(0);

  await page.goto(`./#/history/${b}`);
  const threshold = page.getByRole('group', { name: 'Verdict' }).getByRole('spinbutton', { name: 'Total <' });
  await threshold.fill('101');
  const changes = page.getByRole('table', { name: 'Cases that change' });
  await expect(changes).toBeVisible();
  await deleteNewestRun(other);
  await expect(page.getByText('This run was deleted, in this tab or another')).toBeVisible();
  await expect(changes).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open on the Workbench' })).toHaveCount(0);
  await expectAccessible(page);
  await undo.click();
  await expect(changes).toBeVisible();
  await expect(threshold).toHaveValue('101');

  await deleteNewestRun(other);
  await expect(undo).toBeVisible();
  await other.getByRole('link', { name: 'Workbench' }).click();
  await expect(page.getByText('This run was deleted, in this tab or another')).toBeVisible();
  await page.getByRole('link', { name: 'All runs' }).click();
  await expect(page.getByRole('list', { name: /^Runs of/ }).getByRole('listitem')).toHaveCount(1);
});

test('a case with another text in another sheet stands apart, with both texts and why; either run is opened from there', async ({
  page,
  open,
  context,
}) => {
  // Tabs of a browser without channels do not hear of each other.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  await newSheet(page);
  await loadSamples(page, brands);
  await changeFirstCase(page);
  await judgeAll(page);
  const [a, b] = await runIds(page);
  await page.goto(`./#/history/${a}~${b}`);
  const overview = page.getByRole('region', { name: 'At a glance' });
  await expect(overview.locator('div').filter({ hasText: 'Text changed' })).toContainText('1');
  await page.getByRole('combobox', { name: 'Text of the case' }).selectOption('changed');
  const pair = await openFirstPair(page);
  await pair.getByText('The case', { exact: true }).first().click();
  await expect(pair.getByText('Changed: Product title')).toBeVisible();
  await expect(pair.getByText('(used)')).toHaveCount(1);

  // From the press on it is said that a run is opened.
  const letGo = await holdReading(page);
  await pair.getByRole('button', { name: 'Open in Run A' }).click();
  const opening = pair.getByRole('button', { name: 'Opening…' });
  await expect(opening).toBeFocused();
  await expect(opening).toHaveAttribute('aria-busy', 'true');
  await expect(pair.getByRole('button', { name: 'Open in Run B' })).toBeEnabled();
  await expectAccessible(page);
  await letGo();
  await expect(page.getByRole('status', { name: 'Run status' })).toContainText('judged in');

  // A run that is deleted meanwhile can still be read here, but not opened.
  await page.goBack();
  await openFirstPair(page);
  const openB = pair.getByRole('button', { name: 'Open in Run B' });
  await expect(openB).toBeVisible();
  const other = await context.newPage();
  await other.goto('./#/history');
  await deleteNewestRun(other);
  await expect(other.getByRole('button', { name: 'Undo' })).toBeVisible();
  await openB.click();
  await expect(pair.getByRole('alert')).toContainText('is no longer stored');
  await refuseReading(page);
  await openB.click();
  await expect(pair.getByRole('alert')).toContainText(
    'cannot be opened: the browser refused to store or read.',
  );
  await expect(openB, 'to be pressed again').toBeEnabled();
  await expectAccessible(page);
});

test('another judge: what moved, why, agreement, the file, and the runs swapped', async ({ page, open }) => {
  await open();
  const [a, b] = await pastedTwice(page);
  await page.goto(`./#/history/${a}~${b}`);
  const table = page.getByRole('table', { name: 'Cases in both runs' });
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(table.locator('tbody tr')).toContainText('-18');
  await expect(table.locator('tbody tr')).toContainText('Correctness: 38 → 20 (−18)');

  await table.getByRole('button').click();
  const pair = page.getByRole('region', { name: 'Both judgements' });
  await expect(pair.getByRole('heading', { level: 3 }).first()).toBeFocused();
  await expect(pair.getByText('Correctness: 38 → 20 (−18). Score and verdict rest on it.')).toBeVisible();
  await expect(pair.getByText('The judge was asked the very same and answered otherwise.')).toBeVisible();
  const correctness = pair.getByRole('table', { name: 'Criteria' }).getByRole('row', { name: /Correctness/ });
  await expect(correctness.getByRole('cell')).toContainText(['38', '20']);
  await expectAccessible(page);

  const agreement = page.getByRole('table', { name: 'Agreement' });
  await expect(agreement.getByRole('row', { name: /^Correctness/ }).getByRole('cell')).toContainText([
    '1',
    '0 of 1',
  ]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export differences (CSV)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^brand-entities-[\d-]+-against-[\d-]+-differences\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(2);
  expect(csv).toContain('criterion:correctness:-18');

  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(page).toHaveURL(new RegExp(`#/history/${b}~${a}$`));
  await expect(table.locator('tbody tr')).toContainText('+18');
  await expect(page.getByRole('button', { name: 'Swap A and B' })).toBeFocused();
});

test('runs that cannot be compared say why', async ({ page, open }) => {
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  await loadSamples(page, 'Belgian citation matching');
  await judgeAll(page);
  const [a, b] = await runIds(page);
  await page.goto(`./#/history/${a}~${b}`);
  await expect(page.getByRole('heading', { name: 'These two runs cannot be compared' })).toBeVisible();
  await expect(page.getByText('Only runs of the same rubric can be compared.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`./#/history/${a}~nothing`);
  await expect(page.getByText('Run B is not stored in this browser.')).toBeVisible();
  const swap = page.getByRole('button', { name: 'Swap A and B' });
  await expect(swap).toHaveCount(0);
  await page.goto('./#/history/nothing~neither');
  await expect(page.getByText('Neither run is stored in this browser.')).toBeVisible();
  await expect(swap).toHaveCount(0);
});

test('a threshold turned changes verdicts in a view, and the stored run stays as it was', async ({
  page,
  open,
}) => {
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  const results = await allDrawn(page);
  const texts = () => results.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent));
  const failed = results
    .locator('tbody tr')
    .filter({ has: page.locator('.chip').getByText('FAIL', { exact: true }) });
  const stored = await texts();
  const notFailed = stored.length - (await failed.count());
  expect(notFailed).toBeGreaterThan(0);
  expect(notFailed).toBeLessThan(stored.length);

  const [id] = await runIds(page, 1);
  await page.goto(`./#/history/${id}`);
  await expect(page.getByText('A view: nothing is overwritten')).toBeVisible();
  const threshold = page.getByRole('group', { name: 'Verdict' }).getByRole('spinbutton', { name: 'Total <' });
  await expect(threshold).toHaveValue('55');
  await threshold.fill('101');
  await expect(page.getByText(`${notFailed} of ${stored.length} verdicts change`)).toBeVisible();
  const rows = page.getByRole('table', { name: 'Cases that change' }).locator('tbody tr');
  await expect(rows).toHaveCount(notFailed);
  // Every case is in one of the rows of verdicts, before and after.
  const figures = page.getByRole('table', { name: 'Stored run and view' });
  const counts = await figures
    .getByRole('row', { name: /^Verdict: / })
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent))),
    );
  const sums = [0, 1].map((column) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  expect(sums).toEqual([stored.length, stored.length]);
  for (const row of await rows.all()) await expect(row).toContainText(/(PASS|undecided).*FAIL/);
  await expect(page.getByRole('region', { name: 'Expression of Verdict' })).toContainText(
    'derived.total < 101',
  );
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export view (CSV)' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(notFailed + 1);

  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(threshold).toHaveValue('55');
  await expect(page.getByRole('table', { name: 'Cases that change' })).toHaveCount(0);
  await page.getByRole('spinbutton', { name: 'Weight of Include Original Brand' }).fill('999');
  await expect(page.getByText(/^No verdict changes\. The \d+ cases whose scores change/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Only changed verdicts' }).uncheck();
  await expect(rows.first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Only changed verdicts' }).check();
  await page.getByRole('button', { name: 'Reset all' }).click();
  await threshold.fill('101');
  await expect(rows).toHaveCount(notFailed);

  await page.reload();
  await expect(threshold).toHaveValue('55');
  await page.getByRole('button', { name: 'Open on the Workbench' }).click();
  await expect(results.locator('tbody tr')).toHaveCount(stored.length);
  await expect.poll(texts).toEqual(stored);
});

test('in Korean, on a phone: nothing scrolls sideways but tables', async ({ page, open }) => {
  // Two runs pasted by hand and two screens held against axe take long on a busy machine.
  test.slow();
  await open();
  const [a, b] = await pastedTwice(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto(`./#/history/${a}~${b}`);
  const pairs = page.getByRole('table', { name: '두 실행의 케이스' });
  await pairs.scrollIntoViewIfNeeded();
  for (const name of ['판정 A', '판정 B', 'B − A'])
    await expect(pairs.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  await pairs.getByRole('button').click();
  await expect(page.getByText('똑같이 물었지만 심판이 다르게 답했습니다.', { exact: true })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.goto(`./#/history/${a}`);
  await page.getByRole('spinbutton', { name: 'Total <' }).fill('95');
  await expect(page.getByText('판정 1건 중 1건이 바뀝니다')).toBeVisible();
  const rows = page.getByRole('table', { name: '바뀌는 케이스' });
  await rows.scrollIntoViewIfNeeded();
  for (const name of ['판정 · 저장된 값', '판정 · 미리 보기'])
    await expect(rows.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
