import { z } from 'zod';
import { providers } from '../../src/judges/api/providers';
import { judgeAll, loadSamples, openJudge } from './fixtures/workbench-steps';
import { button, expectStatus, prepareRun, runStatus } from './runs/run-steps';
import { expectAccessible } from './support/axe';
import { apiKey, outcome, setUpApi, test, testConnection } from './support/judge-server';
import { exportedJudgements } from './support/judged-line';
import { expect } from './support/test';

/** The message that holds the case. */
function ownPart(body: string): string {
  const { messages } = z
    .object({ messages: z.array(z.object({ content: z.string() })).length(2) })
    .parse(JSON.parse(body));
  return messages[1]?.content ?? '';
}

test('a server judges in both modes, the meter counts what it was sent, and Rules only sends nothing', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  const count = await loadSamples(page);
  await setUpApi(page, server);
  await expectAccessible(page);
  await testConnection(page);
  await expect(outcome(page)).toHaveText(`It works: judge-1-loopback at ${server.host} answered.`);
  await expect(page.getByRole('button', { name: '0 bytes sent' })).toBeVisible();
  for (const mode of ['Model alone', 'Assisted']) {
    const before = server.seen.length;
    await openJudge(page);
    await page.getByRole('radio', { name: mode }).check();
    await judgeAll(page);
    const judgements = await exportedJudgements(page);
    expect(judgements).toHaveLength(count);
    for (const { status, detail } of judgements) expect(['valid', 'inconsistent'], detail).toContain(status);
    const answered = judgements.flatMap(({ attempts }) => attempts.map(({ reply }) => reply.model));
    expect(answered).toEqual(server.seen.slice(before).map(() => 'judge-1-loopback'));
  }
  const judgement = page.getByRole('region', { name: 'Judgement' });
  await expect(judgement.getByText('judge-1-loopback').first()).toBeVisible();

  const sent = server.seen.slice(1).reduce((sum, { body }) => sum + Buffer.byteLength(ownPart(body)), 0);
  await page.getByRole('button', { name: `${sent.toLocaleString('en')} bytes sent` }).click();
  const dialog = page.getByRole('dialog', { name: 'What leaves this device' });
  await expect(dialog.getByText(`of this, to ${server.host}`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const before = server.seen.length;
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'Rules only' });
  await judgeAll(page);
  expect(server.seen).toHaveLength(before);
});

const azure = 'https://my-resource.openai.azure.com';
const keyHeaders: Partial<Record<string, string>> = {
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
  azure: 'api-key',
};
const models: Partial<Record<string, string>> = {
  openrouter: 'anthropic/judge',
  groq: 'openai/gpt-oss-judge',
};

test('every provider: its form is filled in, its models are listed, and a case is judged', async ({
  page,
  open,
  startJudge,
  standIn,
}) => {
  await open();
  await loadSamples(page);
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  const judgement = page.getByRole('region', { name: 'Judgement' });
  const baseUrl = page.getByRole('textbox', { name: 'Base URL' });
  for (const [index, { id, name, baseUrl: known, wantsDeployment }] of providers
    .filter((provider) => provider.id !== 'compatible')
    .entries()) {
    const chosen = models[id] ?? 'judge-1';
    const server = await startJudge({ provider: id, models: [chosen] });
    const origin = known === '' ? azure : new URL(known).origin;
    await standIn(server, origin);
    await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: name });
    await expect(baseUrl).toHaveValue(known);
    // Azure shows people the bare address of their resource.
    if (known === '') await baseUrl.fill(azure);
    await expect(page.getByText(`is sent to ${new URL(origin).host}`)).toBeVisible();
    await page.getByLabel('API key').fill(apiKey);
    if (!wantsDeployment) {
      await page.getByRole('button', { name: 'Show available models' }).click();
      await expect(page.locator('#listed-models option')).toHaveAttribute('value', chosen);
    }
    await page.getByLabel('Model', { exact: true }).fill(chosen);
    await page.getByRole('table', { name: 'Results' }).locator('tbody button').nth(index).click();
    await judgement.getByRole('button', { name: 'Judge this case' }).first().click();
    await expect(runStatus(page)).toHaveText(/^1 case judged in/);
    await expect(judgement.getByText(chosen).first()).toBeVisible();
    const header = keyHeaders[id] ?? 'authorization';
    const wanted = header === 'authorization' ? `Bearer ${apiKey}` : apiKey;
    expect(server.seen.length, name).toBe(wantsDeployment ? 1 : 2);
    for (const { headers } of server.seen) expect(headers[header], name).toBe(wanted);
  }
  await expectAccessible(page);
});

test('a reply is seen as it forms; a price tells what a run costs before it and after', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({ refuses: ['schema', 'json'] });
  await open();
  await loadSamples(page);
  await setUpApi(page, server);
  await page.getByText('Temperature and price').click();
  const estimate = page.getByRole('status', { name: 'Estimate cost' });
  await page.getByRole('button', { name: 'Estimate cost' }).click();
  await expect(estimate).toContainText('this model’s price is unknown');
  await page.getByLabel('Sent', { exact: true }).fill('2');
  await page.getByLabel('Sent, cached').fill('0.5');
  await page.getByLabel('Received').fill('8');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(estimate).toContainText(/€0\.\d+ to €0\.\d+/);
  const told = await estimate.innerText();
  await page.getByLabel('Received').fill('-1');
  await page.getByLabel('Received').blur();
  await expect(page.getByText('This is not a price')).toContainText('the previous price is used');
  expect(await estimate.innerText()).toBe(told);
  await expectAccessible(page);
  await page.getByLabel('Received').fill('8');
  await page.getByLabel('Received').blur();
  expect(server.seen).toEqual([]);

  // The answer comes in small pieces; what shows meanwhile is watched from before it begins.
  server.script({ kind: 'drip', milliseconds: 1 });
  const judgement = page.getByRole('region', { name: 'Judgement', exact: true });
  const forming = page.getByRole('region', { name: 'The judge is answering' });
  const seen = forming.filter({ hasText: '{"' }).waitFor();
  await judgement.getByRole('button', { name: 'Judge this case' }).first().click();
  await seen;
  await expect(runStatus(page)).toHaveText(/^1 case judged in/, { timeout: 30_000 });
  await expect(forming).toBeHidden();
  await expect(outcome(page)).toContainText('The prompt describes the format in words');
  const setUp = page.getByRole('region', { name: 'Set up' });
  await expect(setUp.getByText(/tokens · €0\.\d+, computed from the price/)).toBeVisible();

  await page.reload();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await page.getByText('Temperature and price').click();
  await expect(page.getByLabel('Received')).toHaveValue('8');
  await page.getByRole('button', { name: 'Ollama 11434' }).click();
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('http://localhost:11434/v1');
  await expect(page.getByLabel('Received'), 'A price belongs to a model').toHaveValue('');
});

test('a test of the connection says what is wrong', async ({ page, open, startJudge }) => {
  const server = await startJudge();
  await open();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await testConnection(page);
  await expect(outcome(page)).toHaveText('Enter the base URL of the server.');
  for (const { given, says } of [
    { given: { key: 'sk-wrong-0123456789' }, says: 'does not accept the API key' },
    { given: { model: 'nobody' }, says: 'does not have this model' },
    { given: { baseUrl: 'http://example.com/v1' }, says: 'only localhost and 127.0.0.1' },
  ]) {
    await setUpApi(page, { baseUrl: server.baseUrl, ...given });
    await testConnection(page);
    await expect(outcome(page)).toContainText(says);
    await expect(outcome(page)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('body')).not.toContainText('sk-wrong');
  }
  const elsewhere = await startJudge({ redirectsTo: `${server.baseUrl}/chat/completions` });
  await setUpApi(page, elsewhere);
  await testConnection(page);
  await expect(outcome(page)).toContainText(`${elsewhere.host} redirects to another address.`);
  // Browsers do not tell it from any other that does not allow the page.
  elsewhere.setCors(false);
  await testConnection(page);
  await expect(outcome(page)).toContainText('redirects to another address, enter the final one');
  await setUpApi(page, server);
  server.script({ kind: 'hang' });
  await testConnection(page);
  await expect.poll(() => server.inFlight().now).toBe(1);
  await page.getByRole('button', { name: 'Stop testing' }).click();
  await expect.poll(() => server.inFlight().now).toBe(0);
  await expect(page.getByRole('button', { name: 'Test connection' })).toBeFocused();
  server.setCors(false);
  await testConnection(page);
  await expect(outcome(page)).toContainText('does not allow this page to use it (CORS)');
  await server.close();
  await testConnection(page);
  await expect(outcome(page)).toContainText(`Nothing answers at ${server.host}.`);
  await expectAccessible(page);
});

test('over HTTP/2 as many questions go out at once as were asked for', async ({ page, open, startJudge }) => {
  const server = await startJudge({ http2: true });
  await open();
  await prepareRun(page, server, { cases: 40, atOnce: 16 });
  await expect(page.locator('#at-once-hint')).toContainText(`If ${server.host} only speaks HTTP/1.1`);
  server.hold();
  await button(page, 'Judge all').click();
  await expect.poll(() => server.inFlight().now).toBe(16);
  server.letGo();
  await expectStatus(page, '40 cases judged in');
  expect(server.inFlight().most).toBe(16);
});
