import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { judgedLineSchema } from './support/judged-line';
import { download } from './fixtures/import-steps';
import { judgeAll, loadSamples, outcome, runStatus, testConnection } from './support/api-steps';
import { expectAccessible } from './support/axe';
import { apiKey, setUpApi, test } from './support/judge-server';
import { expect } from './support/test';

const rubrics = ['Belgian citation matching', 'Brand entity extraction', '회의록 품질 평가'];

/** The message that holds the case. */
function ownPart(body: string): string {
  const { messages } = z
    .object({ messages: z.array(z.object({ content: z.string() })).length(2) })
    .parse(JSON.parse(body));
  return messages[1]?.content ?? '';
}

for (const rubric of rubrics)
  for (const { mode, http2 } of [
    { mode: 'Model alone', http2: false },
    { mode: 'Assisted', http2: true },
  ])
    test(`${rubric}: the samples are judged by a server, ${mode}`, async ({ page, open, startJudge }) => {
      const server = await startJudge({ http2 });
      await open();
      const count = await loadSamples(page, rubric);
      await setUpApi(page, server);
      await page.getByRole('radio', { name: mode }).check();
      await judgeAll(page);
      const { path } = await download(page, 'Export JSONL');
      const judgements = (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => judgedLineSchema.parse(JSON.parse(line)).judgement);
      expect(judgements).toHaveLength(count);
      for (const { status, detail } of judgements)
        expect(['valid', 'inconsistent'], detail).toContain(status);
      const asked = judgements.flatMap(({ attempts }) => attempts.map(({ reply }) => reply.model));
      expect(asked).toEqual(server.seen.map(() => 'judge-1-loopback'));
      expect(server.seen.length).toBeGreaterThan(0);
      expect(server.seen.length).toBeLessThanOrEqual(count);
      expect(server.seen.every(({ headers }) => headers['authorization'] === `Bearer ${apiKey}`)).toBe(true);
      if (mode === 'Model alone') expect(server.seen).toHaveLength(count);
    });

test('the judgement shows whom it asked, and the meter what went where', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await loadSamples(page);
  await setUpApi(page, server);
  await expectAccessible(page);
  await testConnection(page);
  await expect(outcome(page)).toHaveText(`It works: judge-1-loopback at ${server.host} answered.`);
  await expect(page.getByRole('button', { name: '0 bytes out' })).toBeVisible();
  await judgeAll(page);
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('judge-1-loopback').first()).toBeVisible();

  const sent = server.seen.slice(1).reduce((sum, { body }) => sum + Buffer.byteLength(ownPart(body)), 0);
  await page.getByRole('button', { name: `${sent.toLocaleString('en')} bytes out` }).click();
  const dialog = page.getByRole('dialog', { name: 'What leaves this machine' });
  await expect(dialog.getByText(`of that to ${server.host}`)).toBeVisible();
  await expectAccessible(page);
});

test('a key goes to no other server than the one it was entered for', async ({ page, open, startJudge }) => {
  const [first, second] = [await startJudge(), await startJudge()];
  await open();
  await loadSamples(page);
  await setUpApi(page, first);
  await page.getByRole('textbox', { name: 'Base URL' }).fill(second.baseUrl);
  await expect(page.getByText(`The key was entered for ${first.host}`)).toBeVisible();
  await testConnection(page);
  await expect(outcome(page)).toContainText('Enter the API key for this server again.');
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(runStatus(page)).toContainText('Enter the API key');
  expect(second.seen).toEqual([]);
  await page.getByRole('button', { name: 'Forget key' }).click();
  await testConnection(page);
  await expect(outcome(page)).toContainText('does not accept the API key');
  expect(second.seen.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
});

test('a test of the connection says what is wrong', async ({ page, open, startJudge }) => {
  const server = await startJudge();
  await open();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await testConnection(page);
  await expect(outcome(page)).toHaveText('Enter the base URL of the server.');

  const cases = [
    { given: { key: 'sk-wrong-0123456789' }, says: 'does not accept the API key' },
    { given: { key: '' }, says: 'does not accept the API key' },
    { given: { model: 'nobody' }, says: 'has no such model' },
    { given: { baseUrl: server.origin }, says: 'has no chat completions at this path' },
    { given: { baseUrl: 'http://example.com/v1' }, says: 'only localhost and 127.0.0.1' },
  ];
  for (const { given, says } of cases) {
    await setUpApi(page, { baseUrl: server.baseUrl, ...given });
    await testConnection(page);
    await expect(outcome(page)).toContainText(says);
    await expect(outcome(page)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('body')).not.toContainText('sk-wrong');
  }
  await setUpApi(page, server);
  server.script({ kind: 'status', status: 429, code: 'insufficient_quota' }, { kind: 'html', status: 200 });
  await testConnection(page);
  await expect(outcome(page)).toContainText('no credit left');
  await testConnection(page);
  await expect(outcome(page)).toContainText('not in the format of this provider');
  server.setCors(false);
  await testConnection(page);
  await expect(outcome(page)).toContainText('does not allow this page to use it (CORS)');
  await server.close();
  await testConnection(page);
  await expect(outcome(page)).toContainText(`Nothing answers at ${server.host}.`);
  await expectAccessible(page);
});

test('a wrong key and a server that is gone leave cases unscored, with the reason', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await loadSamples(page);
  await setUpApi(page, { ...server, key: 'sk-wrong-0123456789' });
  const judgeThis = () =>
    page
      .getByRole('region', { name: 'Judgement' })
      .getByRole('button', { name: /^Judge (this case|again)$/ });
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await judgeThis().first().click();
  await expect(judgement.getByText(/does not accept the API key/).first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText('sk-wrong');
  await server.close();
  await setUpApi(page, server);
  await page.getByRole('table', { name: 'Results' }).locator('tbody button').nth(1).click();
  await judgeThis().first().click();
  await expect(
    judgement.getByText(/gave no answer that the page may read \(sent 4 times\)/).first(),
  ).toBeVisible({
    timeout: 15_000,
  });
});

test('a limit by the minute is told and waited for, and costs no row', async ({ page, open, startJudge }) => {
  const error = {
    message: 'Please try again in 5s.',
    type: 'requests',
    param: null,
    code: 'rate_limit_exceeded',
  };
  const server = await startJudge();
  server.script({ kind: 'error-body', status: 429, body: { error } });
  await open();
  const count = await loadSamples(page);
  await setUpApi(page, server);
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(runStatus(page)).toContainText(/takes no more for now: waiting until \d/);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(runStatus(page)).toContainText('Paused');
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(runStatus(page)).toContainText(`${count} cases judged in`, { timeout: 20_000 });
  await expect(page.getByText('without a score')).toBeHidden();
});

test('a call that hangs ends when the test, the list or the run is called off', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  server.script({ kind: 'hang' }, { kind: 'hang' });
  await open();
  await loadSamples(page);
  await setUpApi(page, server);
  await testConnection(page);
  await expect.poll(() => server.inFlight().now).toBe(1);
  await page.getByRole('button', { name: 'Stop testing' }).click();
  await expect.poll(() => server.inFlight().now).toBe(0);
  await expect(page.getByRole('button', { name: 'Test connection' })).toBeFocused();
  await expect(outcome(page)).toBeEmpty();
  await page.route('**/models', () => undefined);
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/models'));
  await page.getByRole('button', { name: 'List models' }).click();
  await page.getByRole('button', { name: 'Stop listing' }).click();
  await dropped;
  await expect(page.getByRole('button', { name: 'List models' })).toBeFocused();
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect.poll(() => server.inFlight().now).toBe(1);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(runStatus(page)).toHaveText(/Cancelled/);
  await expect.poll(() => server.inFlight().now).toBe(0);
});

test('with Rules only nothing is sent, even where a server and a key are entered', async ({
  page,
  open,
  startJudge,
  site,
  context,
}) => {
  const server = await startJudge();
  await open();
  await setUpApi(page, server);
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'Rules only' });
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(site).origin) elsewhere.push(request.url());
  });
  for (const rubric of rubrics) {
    await loadSamples(page, rubric);
    await judgeAll(page);
  }
  expect(elsewhere).toEqual([]);
  expect(server.seen).toEqual([]);
  await expect(page.getByRole('button', { name: '0 bytes out' })).toBeVisible();
});
