import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { download } from '../fixtures/import-steps';
import { expectAccessible } from '../support/axe';
import { test } from '../support/judge-server';
import { expect } from '../support/test';
import { button, expectStatus, prepareRun } from './run-steps';

test.describe.configure({ timeout: 90_000 });

test('a second run by another judge that is stopped early: the table, its figures and the exports say which rows are whose', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({ models: ['judge-1', 'judge-2'] });
  await open();
  await prepareRun(page, server, { cases: 12, atOnce: 1 });
  await button(page, 'Judge all').click();
  await expectStatus(page, '12 cases judged in');
  const shares = page.getByRole('group', { name: 'Runs of these rows' });
  await expect(shares).toHaveCount(0);
  await expect(page.getByText('on average, over 12 scored')).toBeVisible();

  await page.getByLabel('Model', { exact: true }).fill('judge-2');
  server.hold();
  await button(page, 'Judge all').click();
  await expectStatus(page, 'Judging 1 of 12…');
  server.letGo(5);
  await expectStatus(page, 'Judging 6 of 12…');
  await button(page, 'Cancel').click();
  server.letGo();
  await expectStatus(page, 'Cancelled.');
  await expect(shares).toContainText('2 runs that did not ask alike');
  const [now, earlier] = [shares.getByRole('button').first(), shares.getByRole('button').last()];
  await expect(now).toContainText(/^\d+ from this run judge-2 · Model alone/);
  await expect(earlier).toContainText(/^\d+ from an earlier run judge-1 · Model alone/);
  await expect(page.getByText('over 12 scored')).toHaveCount(0);
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByRole('columnheader', { name: 'Run' })).toBeVisible();
  await expectAccessible(page);

  await earlier.click();
  await expect(earlier).toHaveAttribute('aria-pressed', 'true');
  const rows = results.locator('tbody [role=row]');
  await expect(rows.filter({ hasText: 'judge-1' })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: 'judge-2' })).toHaveCount(0);
  await earlier.click();

  const { path } = await download(page, 'Export CSV');
  const { data } = Papa.parse<Record<string, string>>(await readFile(path, 'utf8'), { header: true });
  const runOf = (model: string) =>
    new Set(data.filter((row) => row['assay.model']?.startsWith(model)).map((row) => row['assay.run']));
  const [first, second] = [runOf('judge-1'), runOf('judge-2')];
  expect([first.size, second.size, new Set([...first, ...second]).size]).toEqual([1, 1, 2]);
  for (const row of data) expect(row['assay.time']).toMatch(/^\d{4}-\d\d-\d\dT/);
  const report = await readFile((await download(page, 'Export report')).path, 'utf8');
  expect(report).toContain('2 runs that did not ask alike');
  for (const id of [...first, ...second]) expect(report).toContain(id);

  // Opened from the history, a run is shown as it was: without the rows of another one.
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: /^Open/ }).first().click();
  await expect(page.getByRole('button', { name: 'Back to your own table' })).toBeVisible();
  await expect(shares).toHaveCount(0);
  // Its cases are not one's own to take away.
  await expect(button(page, 'Remove all')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to your own table' }).click();
  await expect(shares).toBeVisible();
  await expect(button(page, 'Remove all')).toBeVisible();
});
