import { readFile } from 'node:fs/promises';
import { judgedLineSchema } from './support/judged-line';
import { providers } from '../../src/judges/api/providers';
import { download } from './fixtures/import-steps';
import { loadSamples, outcome, runStatus, testConnection } from './support/api-steps';
import { expectAccessible } from './support/axe';
import { apiKey, setUpApi, test } from './support/judge-server';
import { expect } from './support/test';

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

test('every provider: its form is filled in, and a case is judged', async ({
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
  const model = page.getByLabel('Model', { exact: true });
  for (const [index, { id, name, baseUrl: known, listsModels }] of providers
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
    await testConnection(page);
    await expect(outcome(page)).toHaveText('Enter your API key for this provider.');
    await page.getByLabel('API key').fill(apiKey);
    if (listsModels) {
      await page.getByRole('button', { name: 'List models' }).click();
      await expect(page.getByText('1 model listed.')).toBeVisible();
      await expect(page.locator('#listed-models option')).toHaveAttribute('value', chosen);
    }
    await model.fill(chosen);
    await testConnection(page);
    await expect(outcome(page)).toContainText('It works');
    await page.getByRole('table', { name: 'Results' }).locator('tbody button').nth(index).click();
    await judgement.getByRole('button', { name: 'Judge this case' }).first().click();
    await expect(runStatus(page)).toHaveText(/^1 case judged in/);
    await expect(judgement.getByText(chosen).first()).toBeVisible();
    const header = keyHeaders[id] ?? 'authorization';
    const wanted = header === 'authorization' ? `Bearer ${apiKey}` : apiKey;
    expect(server.seen.length, name).toBe(listsModels ? 3 : 2);
    for (const { headers } of server.seen) expect(headers[header], name).toBe(wanted);
  }
  await expectAccessible(page);
});

test('Azure: the target URI can be pasted, and what is taken from it is told', async ({
  page,
  open,
  startJudge,
  standIn,
}) => {
  const server = await startJudge({ provider: 'azure', models: ['gpt-4o'] });
  await standIn(server, azure);
  await open();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: 'Azure OpenAI' });
  await page.getByLabel('API key').fill(apiKey);
  const baseUrl = page.getByRole('textbox', { name: 'Base URL' });
  await baseUrl.fill(`${azure}/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21`);
  const taken = `Taken from this address: the base URL ${azure}/openai/v1, and the deployment “gpt-4o” as the model.`;
  await expect(page.getByText(taken)).toBeVisible();
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('gpt-4o');
  await expect(baseUrl).toHaveAttribute('aria-invalid', 'false');
  await testConnection(page);
  await expect(outcome(page)).toContainText('It works');
  expect(server.seen.map(({ path }) => path)).toEqual(['/openai/v1/chat/completions']);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await expect(baseUrl).toHaveValue(`${azure}/openai/v1`);
});

test('a dry run and a price tell what a run costs, before it and after', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge();
  await open();
  await loadSamples(page);
  await setUpApi(page, server);
  await expect(page.getByText('at most 6 questions are asked at once')).toBeVisible();
  // A price belongs to a model: before there is one, none can be typed.
  await page.getByText('Temperature and price').click();
  await page.getByLabel('Model', { exact: true }).fill('');
  await expect(page.getByText('a price belongs to a model')).toBeVisible();
  await expect(page.getByLabel('Received')).toBeDisabled();
  await page.getByLabel('Model', { exact: true }).fill('judge-1');
  const estimate = page.getByRole('status', { name: 'Estimate' });
  await page.getByRole('button', { name: 'Estimate' }).click();
  await expect(estimate).toContainText('the price of this model is not known');
  await page.getByLabel('Sent', { exact: true }).fill('2');
  await page.getByLabel('Sent, cached').fill('0.5');
  await page.getByLabel('Received').fill('8');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(page.getByText(/As you entered it on/)).toBeVisible();
  await expect(estimate).toContainText(/€0\.\d+ to €0\.\d+/);
  await expectAccessible(page);
  expect(server.seen).toEqual([]);
  // What is no price changes nothing, and is not shown as if it did.
  const told = await estimate.innerText();
  const fault = page.getByText('This is no price');
  for (const field of [page.getByLabel('Received'), page.getByLabel('Sent, cached')]) {
    const before = await field.inputValue();
    for (const typed of ['-1', '2000000', ...(before === '8' ? [''] : [])]) {
      await field.fill(typed);
      await field.blur();
      await expect(fault).toContainText('the price from before counts');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      expect(await estimate.innerText()).toBe(told);
    }
    await expectAccessible(page);
    await field.fill(before);
    await field.blur();
    await expect(fault).toBeHidden();
  }

  await page.getByText('Run options').click();
  await page.getByLabel('Most money (EUR)').fill('5');
  await page.getByRole('radio', { name: 'Assisted' }).check();
  await expect(estimate).toHaveText('');
  await page.getByRole('button', { name: 'Judge all' }).click();
  await expect(runStatus(page)).toHaveText(/judged in/, { timeout: 20_000 });
  const setUp = page.getByRole('region', { name: 'Set up' });
  await expect(setUp.getByText(/of them cached · €0\.\d+, computed from the price/)).toBeVisible();

  // The price is there again; so are the servers on this machine, by their ports.
  await page.reload();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await page.getByText('Temperature and price').click();
  await expect(page.getByLabel('Received')).toHaveValue('8');
  const ports = { vLLM: 8000, 'llama.cpp': 8080, 'LM Studio': 1234, Ollama: 11434 };
  for (const [name, port] of Object.entries(ports)) {
    await page.getByRole('button', { name: `${name} ${port}` }).click();
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(`http://localhost:${port}/v1`);
  }
  await expect(page.getByLabel('Received')).toHaveValue('');
});

test('a model that takes neither schema nor JSON mode is asked in words: it is told, recorded, and seen as it forms', async ({
  page,
  open,
  startJudge,
}) => {
  const server = await startJudge({ refuses: ['schema', 'json'] });
  server.script({ kind: 'drip', milliseconds: 2 });
  await open();
  await loadSamples(page);
  await setUpApi(page, server);
  const judgement = page.getByRole('region', { name: 'Judgement', exact: true });
  await judgement.getByRole('button', { name: 'Judge this case' }).first().click();
  const forming = page.getByRole('region', { name: 'The judgement forms' });
  await expect(forming).toContainText('{"');
  await expect(runStatus(page)).toHaveText(/^1 case judged in/, { timeout: 30_000 });
  await expect(forming).toBeHidden();
  await expect(outcome(page)).toContainText('It is told the shape in words alone');
  await expectAccessible(page);

  const means = server.seen.map(({ body }) => /"type":"(json_schema|json_object)"/.exec(body)?.[1]);
  expect(means).toEqual(['json_schema', 'json_object', undefined]);
  const { path } = await download(page, 'Export JSONL');
  const [line = ''] = (await readFile(path, 'utf8')).split('\n');
  const { attempts } = judgedLineSchema.parse(JSON.parse(line)).judgement;
  expect(attempts).toMatchObject([{ reply: { stop: 'complete', parameters: { structured: 'prompt' } } }]);
});
