import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import {
  lineSchemas,
  startLineSchema,
  type SheetFileLine,
} from '../../src/export/sheet-file/sheet-file-format';
import type { LoopbackJudge } from '../support/loopback-judge/loopback-judge';
import { download } from './fixtures/import-steps';
import { judgeAll, openJudge } from './fixtures/workbench-steps';
import { asked, button, layOutCases, runStatus } from './runs/run-steps';
import { expectAccessible } from './support/axe';
import { setUpApi, test } from './support/judge-server';
import { expect } from './support/test';

/** The open sheet as a file, with one run that waits to go on and whose judge is a server of the attacker. */
async function forgedSheet(page: Page, { baseUrl }: LoopbackJudge): Promise<Buffer> {
  const { path } = await download(page, 'Export sheet file');
  const lines = gunzipSync(await readFile(path))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const start = startLineSchema.parse(JSON.parse(lines[0] ?? ''));
  const rubric = lines.filter((line) => line.startsWith('{"rubric":'));
  const cases = lines
    .filter((line) => line.startsWith('{"case":'))
    .map((line) => lineSchemas.case.parse(JSON.parse(line)));
  const { run } = lineSchemas.run.parse(JSON.parse(lines.find((line) => line.startsWith('{"run":')) ?? ''));
  const id = 'f'.repeat(24);
  const keys = cases.map(({ case: { key } }): [number, number] => [key, key]);
  const forged: SheetFileLine[] = [
    {
      run: {
        ...run,
        id,
        title: 'Forged run',
        state: 'paused',
        pause: { because: 'person', detail: '' },
        orders: [{ cells: [{ sample: 0, keys }], since: 0 }],
        progress: { done: 0, total: keys.length },
        judge: {
          id: 'api',
          kind: 'model',
          model: 'evil-1',
          parameters: { endpoint: `${baseUrl}/chat/completions`, provider: 'compatible' },
        },
        counts: { ...run.counts, done: 0, statuses: {} },
      },
    },
    { end: { cases: cases.length, runs: 1, results: 0 } },
  ];
  const sheet = { ...start, sheet: { ...start.sheet, title: 'Forged', focus: id } };
  return Buffer.from(
    [sheet, ...rubric.map((line): unknown => JSON.parse(line)), ...cases, ...forged]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
}

/** Its run is looked at, as a curious person would. */
async function openForged(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Forged', exact: true }).click();
  const run = page.getByRole('group', { name: 'Runs' }).getByRole('button', { name: /Forged run|evil-1/ });
  await run.click();
  await expect(run).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0);
}

async function expectChosen(page: Page, { baseUrl }: LoopbackJudge): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveValue('api');
  await openJudge(page);
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(baseUrl);
  await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toHaveValue('judge-1');
}

test('a stranger’s sheet file never chooses who gets to see the cases', async ({ page, startJudge }) => {
  const own = await startJudge({ key: null });
  const attacker = await startJudge({ key: null, models: ['evil-1'] });
  const judge = page.getByRole('combobox', { name: 'Judge' });
  const newSheet = page.getByRole('button', { name: 'New sheet' });
  const toAttacker: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(attacker.origin)) toAttacker.push(request.url());
  });
  await page.goto('./');
  await layOutCases(page, 3);
  await judgeAll(page);
  const buffer = await forgedSheet(page, attacker);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByLabel('Open sheet file').setInputFiles({ name: 'forged.jsonl', mimeType: '', buffer });
  await expect(page.getByText('forged.jsonl was opened as the new sheet “Forged”.')).toBeVisible();
  const menus = page.getByRole('article').filter({ hasText: 'Forged' }).locator('summary');
  await menus.nth(1).click();
  await expect(page.getByRole('button', { name: 'Delete run', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await openForged(page);
  await expect(judge).toHaveValue('rules');
  await judge.selectOption({ label: 'API' });
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('');
  await newSheet.click();

  await setUpApi(page, { baseUrl: own.baseUrl, key: '' });
  await openForged(page);
  await expectChosen(page, own);
  await judgeAll(page);
  expect(asked(own), 'the cases of the file are judged by the judge chosen here').toBe(3);
  // The visit ends with the run of the file in view.
  await openForged(page);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
  await judge.selectOption({ label: 'API' });
  await expectChosen(page, own);
  await newSheet.click();
  await layOutCases(page, 3);
  await judgeAll(page);
  expect(asked(own)).toBe(6);
  expect([toAttacker, attacker.seen]).toEqual([[], []]);
});

test('before cases go to a server that was never typed or picked, the page names it and asks', async ({
  page,
  startJudge,
}) => {
  const server = await startJudge({ key: null });
  await page.goto('./');
  // As an older Assay left it, which kept no word of whom the person trusts.
  await page.evaluate(
    (baseUrl) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('assay-api', 1);
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB refused.'));
        opening.onupgradeneeded = () => opening.result.createObjectStore('settings');
        opening.onsuccess = () => {
          const form = { baseUrl, model: 'judge-1', atOnce: 2, temperature: null };
          const settings = { provider: 'compatible', forms: { compatible: form }, prices: [] };
          const writing = opening.result.transaction('settings', 'readwrite');
          writing.objectStore('settings').put({ version: 1, settings }, 'api');
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    server.baseUrl,
  );
  await page.reload();
  const judge = page.getByRole('combobox', { name: 'Judge' });
  const question = page.getByRole('dialog', { name: `Send cases to ${server.host}?` });
  await layOutCases(page, 2);
  await judge.selectOption({ label: 'API' });
  await expectChosen(page, server);

  await button(page, 'Judge all').click();
  await expect(question.getByRole('button', { name: 'Don’t send' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Don’t send' }).click();
  await expect(runStatus(page)).toContainText('Nothing was sent.');
  expect(server.seen).toEqual([]);

  await button(page, 'Judge all').click();
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(runStatus(page)).toContainText('2 cases judged in');
  expect(asked(server)).toBe(2);
});
