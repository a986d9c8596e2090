import { readFile } from 'node:fs/promises';
import { judgedLineSchema } from './support/judged-line';
import type { Ollama } from '../support/loopback-judge/ollama';
import { brandRow, delimited, header } from './fixtures/brand-cases';
import { chooseRubric, download, upload, use } from './fixtures/import-steps';
import { judgeAgain } from './fixtures/workbench-steps';
import { outcome, runStatus, testConnection } from './support/api-steps';
import { setUpApi, test } from './support/judge-server';
import { expect } from './support/test';

test('what Ollama would cut is told before the run, and what it did cut is no judgement', async ({
  page,
  open,
  startJudge,
}) => {
  const ollama: Ollama = { context: 4096, cuts: 'to-half', loaded: false, version: '0.32.1' };
  const server = await startJudge({ ollama });
  const asked = () => server.seen.filter(({ path }) => path === '/v1/chat/completions').length;
  await open();
  await chooseRubric(page);
  const rows = ['short', 'long', 'other'].map((id) =>
    brandRow({ id, predicted_reasoning: id === 'long' ? 'because it says so '.repeat(900) : 'It says so.' }),
  );
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows]) });
  await use(page, '3');
  await setUpApi(page, server);

  // Nobody knows yet that this is an Ollama: what it says of itself is found out with the first reply.
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(runStatus(page)).toContainText('3 cases judged in', { timeout: 20_000 });
  const judged = async () =>
    (await readFile((await download(page, 'Export JSONL')).path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => judgedLineSchema.parse(JSON.parse(line)).judgement);
  const [, cut] = await judged();
  expect(cut).toMatchObject({ status: 'unscored', reason: 'too-long', output: null });
  expect(cut?.causes).toMatchObject([{ code: 'cut-by-ollama', read: 2050, context: 4096 }]);
  expect(cut?.detail).toMatch(/^Ollama dropped part of the question, .* OLLAMA_CONTEXT_LENGTH=16384 /);

  await testConnection(page);
  await expect(outcome(page)).toContainText('Ollama has loaded it with a context of 4,096 tokens.');
  const before = asked();
  await judgeAgain(page);
  await expect(runStatus(page)).toHaveText(
    /^1 of 3 cases does not fit the judge’s context of 4,096 tokens: .* Ollama would cut them without a word\. .* OLLAMA_CONTEXT_LENGTH/,
  );
  expect(asked()).toBe(before);
  await page.getByRole('button', { name: 'Go on without them' }).click();
  await expect(runStatus(page)).toContainText('3 cases judged in', { timeout: 20_000 });
  const [short, long] = await judged();
  expect(short?.status).not.toBe('unscored');
  expect(long).toMatchObject({ status: 'unscored', reason: 'too-long', attempts: [] });
  expect(long?.causes).toMatchObject([{ code: 'no-room', context: 4096, by: 'ollama' }]);

  // Started anew with more room, it takes all.
  await judgeAgain(page);
  await expect(runStatus(page)).toHaveText(/does not fit/);
  ollama.context = 16_384;
  await page.getByRole('button', { name: 'Count again' }).click();
  await expect(runStatus(page)).toContainText('3 cases judged in', { timeout: 20_000 });
  for (const { status, detail } of await judged())
    expect(['valid', 'inconsistent'], detail).toContain(status);
});
