import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { brandReply, brandRow, delimited, header } from './fixtures/brand-cases';
import { allDrawn, chooseRubric, upload, use } from './fixtures/import-steps';
import { brands, judgeAgain, judgeAll, loadSamples } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { sideways } from './support/page';
import { expect, test } from './support/test';

/** Ids of the stored runs, the oldest first, once there are so many. */
async function runIds(page: Page, count = 2): Promise<string[]> {
  await page.goto('./#/history');
  // Those of its own details: they stand in the menu of each run.
  const links = page.getByRole('list', { name: /^Runs of/ }).locator('a[href*="#/history/"]');
  await expect(links).toHaveCount(count);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.map((href) => href.replace(/^.*#\/history\//, '')).reverse();
}

/** Deletes the newest run, on the History screen. */
async function deleteNewestRun(page: Page): Promise<void> {
  const run = page
    .getByRole('list', { name: /^Runs of/ })
    .getByRole('listitem')
    .first();
  await run.locator('summary').click();
  await run.getByRole('button', { name: 'Delete run' }).click();
}

/** Answers the question that the dialog shows. */
async function pasteReply(page: Page, correctness: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Model name (optional)').fill('some-chat');
  await dialog.getByLabel('Reply').fill(brandReply({ correctness, total: correctness + 50 }));
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
  await pasteReply(page, 35);
  return runIds(page);
}

test('two runs by name, the older first: the result in a sentence, what moved and why, the file; in Korean on a phone', async ({
  page,
  open,
}) => {
  await open();
  const [a, b] = await pastedTwice(page);
  // Whatever the order in the address.
  await page.goto(`./#/history/${b}~${a}`);
  await expect(
    page.getByText(/^Pasted replies \(.+\) scored 1 of 1 case lower than Pasted replies \(.+\)\./),
  ).toBeVisible();
  const table = page.getByRole('table', { name: 'Cases in both runs' });
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(table.locator('tbody tr')).toContainText('−3');
  await expect(table.locator('tbody tr')).toContainText('Correctness: 38 → 35 (−3)');

  await table.getByRole('button').click();
  const pair = page.getByRole('region', { name: 'Both judgements' });
  await expect(pair.getByRole('heading', { level: 3 }).first()).toBeFocused();
  await expect(pair.getByText('Correctness: 38 → 35 (−3). Score and verdict rest on it.')).toBeVisible();
  await expect(pair.getByText('The judge got the same question and answered differently.')).toBeVisible();
  const correctness = pair.getByRole('table', { name: 'Criteria' }).getByRole('row', { name: /Correctness/ });
  await expect(correctness.getByRole('cell')).toContainText(['38', '35']);
  await expectAccessible(page);

  await page.getByText('Agreement', { exact: true }).first().click();
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
  expect(csv).toContain('criterion:correctness:-3');

  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
  await page.setViewportSize({ width: 390, height: 844 });
  const pairs = page.getByRole('table', { name: '두 실행의 사례' });
  await pairs.scrollIntoViewIfNeeded();
  for (const name of [/붙여넣은 답변/, '차이'])
    await expect(pairs.getByRole('columnheader', { name }).last()).toBeInViewport({ ratio: 1 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('two sets of replies in pictures: a number lists its cases; dots and cells open the pair by pointer and keys', async ({
  page,
  open,
}) => {
  await open();
  await loadSamples(page, 'Belgian citation matching');
  await judgeAll(page);
  const [second, first] = await runIds(page, 3);
  await page.goto(`./#/history/${first}~${second}`);
  await expect(page.getByText(/1 verdict changes, from Correct to Incorrect\.$/)).toBeVisible();

  const verdicts = page.getByRole('figure', { name: 'Verdicts' });
  await verdicts
    .getByRole('button', { name: '1 case: Example replies 2 says Correct, Example replies says Incorrect' })
    .click();
  const table = page.getByRole('table', { name: 'Cases in both runs' });
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Cases', exact: true })).toBeFocused();

  // The changed verdict stands on top, in both pictures.
  const scores = page.getByRole('figure', { name: 'Scores by case' });
  const top = scores.getByRole('button').first();
  await expect(top).toHaveAccessibleName(/^Only "hof van beroep".*Correct → Incorrect$/);
  await top.press('ArrowDown');
  await expect(scores.getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const pair = page.getByRole('region', { name: 'Both judgements' });
  await expect(pair.getByRole('heading', { level: 3 }).first()).toHaveText(/^Hof van beroep te Luik/);
  await expect(pair.getByRole('heading', { level: 3 }).first()).toBeFocused();

  const criteria = page.getByRole('figure', { name: 'Differences by criterion' });
  await criteria.getByRole('button', { name: /^Number found.*, Reasoning quality: 2 → 4 \(\+2\)$/ }).click();
  await expect(pair.getByRole('heading', { level: 3 }).first()).toHaveText(/^Number found/);
  await expectAccessible(page);
});

test('a judge against a person: agreement comes first', async ({ page, open }) => {
  await open();
  await chooseRubric(page);
  const row = brandRow({ predicted_entities: '', predicted_reasoning: '' });
  const bytes = delimited([
    [...header, 'gold.verdict'],
    [...row, 'PASS'],
  ]);
  await upload(page, { name: 'labelled.csv', bytes });
  await use(page, '1');
  await judgeAll(page);
  const [person, rules] = await runIds(page, 2);
  await page.goto(`./#/history/${rules}~${person}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Judge against people: gold.verdict');
  await expect(page.getByText('Rules only agreed with gold.verdict on 1 of 1 verdicts.')).toBeVisible();
});

test('a threshold turned changes verdicts in a view; the stored run stays as it was, and is no longer shown where it is deleted', async ({
  page,
  open,
  context,
}) => {
  await open();
  await loadSamples(page, brands);
  await judgeAll(page);
  const results = await allDrawn(page);
  const texts = () => results.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent));
  const failed = results
    .locator('tbody tr')
    .filter({ has: page.locator('.chip').getByText('Fail', { exact: true }) });
  const stored = await texts();
  const notFailed = stored.length - (await failed.count());
  expect(notFailed).toBeGreaterThan(0);
  expect(notFailed).toBeLessThan(stored.length);

  // After the two of example replies.
  const [, , id] = await runIds(page, 3);
  await page.goto(`./#/history/${id}`);
  await expect(page.getByText('Preview: nothing is overwritten')).toBeVisible();
  const threshold = page
    .getByRole('group', { name: 'Verdict' })
    .getByRole('spinbutton', { name: 'If Total <' });
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
  for (const row of await rows.all()) await expect(row).toContainText(/(Pass|Open).*Fail/);
  await expect(page.getByRole('region', { name: 'Formula of Verdict' })).toContainText('derived.total < 101');
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export view (CSV)' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(notFailed + 1);

  // What is typed stays as typed until the field is left.
  const expression = page.getByRole('region', { name: 'Formula of Verdict' });
  await threshold.press('Control+a');
  await threshold.press('Delete');
  await expect(page.getByText('Empty: 101 still counts. Leave the field and 55 is back.')).toBeVisible();
  await threshold.pressSequentially('1e2');
  await expect(threshold).toHaveValue('1e2');
  await expect(expression).toContainText('derived.total < 100');
  await threshold.press('Tab');
  await expect(threshold).toHaveValue('100');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(threshold).toHaveValue('55');
  await expect(page.getByRole('table', { name: 'Cases that change' })).toHaveCount(0);
  await threshold.fill('101');
  await expect(rows).toHaveCount(notFailed);

  const other = await context.newPage();
  await other.goto('./#/history');
  await deleteNewestRun(other);
  await expect(page.getByText('This run was deleted in this tab or another')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open in the Workbench' })).toHaveCount(0);
  await expectAccessible(page);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(notFailed);
  await expect(threshold).toHaveValue('101');

  await page.reload();
  await expect(threshold).toHaveValue('55');
  await page.getByRole('button', { name: 'Open in the Workbench' }).click();
  await expect(results.locator('tbody tr')).toHaveCount(stored.length);
  await expect.poll(texts).toEqual(stored);
});
