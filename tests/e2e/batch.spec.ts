import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { readBatchFile, shuffled, type BatchRequest } from '../support/batch-engine';
import { download, rowCount } from './fixtures/import-steps';
import { askedEach, button, expectStatus, layOutCases } from './runs/run-steps';
import { expectAccessible } from './support/axe';
import { setUpApi, test } from './support/judge-server';
import { exportedJudgements } from './support/judged-line';
import { expect } from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const report = (page: Page) => page.getByRole('group', { name: 'Import report' });

async function openBatch(page: Page): Promise<Locator> {
  await button(page, 'Batch files…').click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

async function exported(page: Page): Promise<BatchRequest[]> {
  const { path } = await download(page, 'Export batch');
  return readBatchFile('openai', await readFile(path, 'utf8'));
}

async function importFiles(page: Page, files: Record<string, readonly string[]>): Promise<void> {
  await dialog(page)
    .getByLabel('Import batch results')
    .setInputFiles(
      Object.entries(files).map(([name, lines]) => ({
        name,
        mimeType: '',
        buffer: Buffer.from(lines.join('\n')),
      })),
    );
  await expect(report(page)).toBeVisible();
}

/** Which case a request is about. */
function caseIn({ text }: BatchRequest): string {
  return /\bcase-\d+\b/.exec(text)?.[0] ?? '';
}

async function statuses(page: Page): Promise<Record<string, string>> {
  const judgements = await exportedJudgements(page);
  return Object.fromEntries(judgements.map(({ caseId, reason }) => [caseId, reason ?? 'scored']));
}

test('a run goes out as a batch and comes back on another day, shuffled, damaged and in parts', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await layOutCases(page, 12);
  await openBatch(page);
  await expect(dialog(page).getByText('About 12 questions')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Export batch' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Enter the name of the model');
  const model = dialog(page).getByRole('textbox', { name: 'Model' });
  await expect(model).toBeFocused();
  await model.fill('judge-1');
  const requests = await exported(page);
  await expect(dialog(page).getByText('12 questions in 1 file, in your downloads.')).toBeVisible();
  await expectAccessible(page);
  expect(requests.map(caseIn)).toEqual(Array.from({ length: 12 }, (_, place) => `case-${place + 1}`));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expectStatus(page, 'Waiting for batch results. 0 of 12 judged.');

  // Another day. Case 1 is malformed, case 2 came too late, case 3 is missing, case 4 comes twice.
  await page.reload();
  await page.getByRole('link', { name: 'History' }).click();
  const sheet = page.getByRole('article');
  const run = sheet
    .getByRole('list', { name: /^Runs of/ })
    .getByRole('listitem')
    .first();
  await expect(run.getByText('Waiting for batch results')).toBeVisible();
  await run.locator('summary').click();
  await run.getByText('Import batch results').click();
  const lines = requests.flatMap((request, place) => {
    if (place === 0) return [request.answered('It reads well to me.')];
    if (place === 1) return [request.expired()];
    if (place === 2) return [];
    if (place === 3) return [request.answered(), request.answered()];
    return [place % 2 === 0 ? request.unwrapped() : request.answered()];
  });
  const mixed = shuffled(lines);
  const whole = requests[5]?.answered() ?? '';
  await importFiles(page, {
    'errors.jsonl': ['', whole.slice(0, 200), ...mixed.slice(0, 5)],
    'output.jsonl': [...mixed.slice(5), whole.replace(/"custom_id":"[^"]+"/, '"custom_id":"request-1"'), ''],
  });
  await expect(report(page).getByRole('listitem').first()).toHaveText('9 scored');
  for (const name of ['2 failed', '1 still missing', '1 damaged', '1 unknown', '1 duplicate'])
    await expect(report(page).getByRole('button', { name })).toBeVisible();
  await report(page).getByRole('button', { name: '1 damaged' }).click();
  await expect(report(page).getByRole('list', { name: 'Lines and cases' })).toContainText(
    'errors.jsonl, line 2',
  );
  await report(page).getByRole('button', { name: 'still missing' }).click();
  await expect(report(page).getByRole('list', { name: 'Lines and cases' })).toContainText('case-3');
  await expectAccessible(page);

  // Whatever has no score can be exported again from here. Two of these come back into the same run.
  await dialog(page).getByRole('button', { name: 'Export unscored cases again' }).click();
  await expect(
    dialog(page).getByRole('radio', { name: 'What has no score in this run (3 questions)' }),
  ).toBeChecked();
  const lacking = await exported(page);
  expect(lacking.map(({ id }) => id)).toEqual(requests.slice(0, 3).map(({ id }) => id));
  await importFiles(page, { 'again.jsonl': lacking.slice(0, 2).map((request) => request.answered()) });
  await expect(report(page).getByRole('listitem').first()).toHaveText('2 scored');
  await expect(report(page).getByRole('button', { name: '1 still missing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await run.getByRole('button', { name: /judge-1/ }).click();
  const table = page.getByRole('table', { name: 'Results' });
  await expect(table).toBeVisible();
  expect(await rowCount(table)).toBe(12);
  await expectStatus(page, 'Waiting for batch results. 2 of 3 judged.');
  const scored = Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [`case-${place + 1}`, 'scored'] as const),
  );
  const { 'case-3': _missing, ...returned } = scored;
  expect(await statuses(page)).toEqual(returned);

  // What is missing is judged here; only that is asked.
  await setUpApi(page, server);
  await button(page, 'Judge the rest here').click();
  await expectStatus(page, 'judged in');
  expect(askedEach(server)).toEqual({ 'case-3': 1 });

  expect(await statuses(page)).toEqual(scored);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(sheet).toHaveCount(1);
  await expect(run.getByText('Waiting for batch results')).toBeHidden();
});
