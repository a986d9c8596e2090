import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { runHeadSchema } from '../../src/core/model/run';
import { z } from '../../src/core/model/zod';
import { sealLine } from '../../src/pipeline/run-file-lines';
import type { LoopbackJudge } from '../support/loopback-judge/loopback-judge';
import { judgeAll } from './fixtures/workbench-steps';
import { asked, button, layOutCases, runStatus } from './runs/run-steps';
import { expectAccessible } from './support/axe';
import { setUpApi, test } from './support/judge-server';
import { expect } from './support/test';

/** The format first: a file is known by how it begins. */
const startSchema = z.object({ format: z.string(), head: runHeadSchema, sum: z.string() }).loose();

/** A run file of these cases that was not finished, and whose judge is a server of the attacker. */
async function forgedRun(page: Page, cases: number, { baseUrl }: LoopbackJudge): Promise<Buffer> {
  await page.getByRole('link', { name: 'History' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export run file/ }).click();
  const file = await readFile(await (await download).path());
  const [first = '', ...others] = gunzipSync(file).toString('utf8').split('\n');
  const { sum: _, ...start } = startSchema.parse(JSON.parse(first));
  const { counts } = start.head;
  const head = {
    ...start.head,
    id: 'f'.repeat(24),
    title: 'Forged',
    state: 'paused',
    pause: { because: 'person', detail: '' },
    judge: {
      id: 'api',
      kind: 'model',
      model: 'evil-1',
      parameters: { endpoint: `${baseUrl}/chat/completions`, provider: 'compatible' },
    },
    counts: { ...counts, done: 0, statuses: {} },
  };
  const lines = [
    sealLine({ ...start, head }),
    ...others.slice(0, cases),
    sealLine({ end: { cases, results: 0 } }),
  ];
  return Buffer.from(lines.join('\n'));
}

async function openForged(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Open: Forged' }).click();
  await expect(page.getByRole('button', { name: 'Back to your own table' })).toBeVisible();
  await expect(page.getByText('Forged', { exact: true })).toBeVisible();
}

async function expectChosen(page: Page, { baseUrl }: LoopbackJudge): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveValue('api');
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(baseUrl);
  await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toHaveValue('judge-1');
}

test('a stranger’s run file never chooses who gets to see the cases', async ({ page, startJudge }) => {
  const own = await startJudge({ key: null });
  const attacker = await startJudge({ key: null, models: ['evil-1'] });
  const judge = page.getByRole('combobox', { name: 'Judge' });
  const back = page.getByRole('button', { name: 'Back to your own table' });
  const toAttacker: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(attacker.origin)) toAttacker.push(request.url());
  });
  await page.goto('./');
  await layOutCases(page, 3);
  await judgeAll(page);
  const buffer = await forgedRun(page, 3, attacker);
  await page.getByLabel('Import run file').setInputFiles({ name: 'forged.jsonl', mimeType: '', buffer });
  await expect(page.getByRole('button', { name: 'Open: Forged' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume: Forged' })).toHaveCount(0);

  await openForged(page);
  await expect(judge).toHaveValue('rules');
  await judge.selectOption({ label: 'API' });
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('');
  await back.click();

  await setUpApi(page, { baseUrl: own.baseUrl, key: '' });
  await openForged(page);
  await expectChosen(page, own);
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await judgeAll(page);
  expect(asked(own), 'the cases of the file are judged by the judge chosen here').toBe(3);
  await openForged(page);
  await back.click();
  await expectChosen(page, own);
  await judgeAll(page);
  await expect.poll(() => asked(own)).toBe(6);

  await page.reload();
  await layOutCases(page, 3);
  await judge.selectOption({ label: 'API' });
  await expectChosen(page, own);
  await judgeAll(page);
  expect(asked(own)).toBe(9);
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
  await button(page, 'Judge all').click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(runStatus(page)).toContainText('Nothing was sent.');
  expect(server.seen).toEqual([]);

  await button(page, 'Judge all').click();
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(runStatus(page)).toContainText('2 cases judged in');
  expect(asked(server)).toBe(2);

  await page.reload();
  await layOutCases(page, 2);
  await judge.selectOption({ label: 'API' });
  await expectChosen(page, server);
  await judgeAll(page);
  await expect(question).toHaveCount(0);
  expect(asked(server)).toBe(4);
});
