import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright/test';
import { judgementLineSchema } from '../../../src/core/export/judgement-line';
import { countTinyTokens } from '../../support/tiny-gguf/count-tokens';
import { tinyGguf } from '../../support/tiny-gguf/tiny-gguf';
import { chooseRubric, download, upload, use } from '../fixtures/import-steps';
import { expect, test } from '../support/test';

const rubrics = [
  { id: 'citation-matching', title: 'Belgian citation matching' },
  { id: 'brand-entities', title: 'Brand entity extraction' },
  { id: 'meeting-minutes', title: '회의록 품질 평가' },
];
const caseCount = 3;

async function firstSamples(id: string): Promise<string> {
  const text = await readFile(new URL(`../../../rubrics/${id}/samples.csv`, import.meta.url), 'utf8');
  const { data } = Papa.parse<string[]>(text);
  return Papa.unparse(data.slice(0, caseCount + 1));
}

async function chooseDevice(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await expect(page.getByRole('status', { name: 'Runtime' })).toHaveText(/no network is needed/);
}

async function openModel(page: Page, buffer = tinyGguf()): Promise<void> {
  await page
    .getByLabel('Open GGUF file')
    .setInputFiles({ name: 'tiny-judge.gguf', mimeType: '', buffer });
}

const model = (page: Page) => page.getByRole('status', { name: 'Model on this device' });
const status = (page: Page) => page.getByRole('status', { name: 'Run status' });

test('a model from the disk judges uploaded cases of every rubric in both modes without a network', async ({
  page,
  open,
  context,
  problems,
}) => {
  test.setTimeout(180_000);
  await open();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await chooseDevice(page);
  await context.setOffline(true);

  await openModel(page);
  await expect(model(page)).toContainText('tiny-judge');
  for (const { id, title } of rubrics) {
    await chooseRubric(page, title);
    await upload(page, { name: `${id}.csv`, bytes: await firstSamples(id) });
    await use(page, String(caseCount));
    for (const mode of ['Model alone', 'Assisted']) {
      await page.getByRole('radio', { name: mode }).check();
      const t0 = Date.now();
      await page.getByRole('button', { name: 'Judge all' }).click();
      await expect(status(page)).toHaveText(/judged in/, { timeout: 60_000 });
      console.log(id, mode, Date.now() - t0, await model(page).innerText());
      const { path } = await download(page, 'Export JSONL');
      const judgements = (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => judgementLineSchema.parse(JSON.parse(line)).judgement);
      for (const j of judgements) console.log(JSON.stringify([j.status, j.reason, j.detail, j.receipt.tokens, j.attempts.map(a => [a.reply.text, a.failure, a.reply.usage]), countTinyTokens(j.prompt?.shared ?? ''), countTinyTokens(j.prompt?.own ?? '')]));
    }
  }
  console.log(problems);
});
