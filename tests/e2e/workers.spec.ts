import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { serveModel } from '../support/tiny-mlc/model-server';
import { tinyFolder, tinyLib } from '../support/tiny-mlc/tiny-folder';
import { tinyGguf } from '../support/tiny-gguf/tiny-gguf';
import { layOutCases } from './runs/run-steps';
import { expect, test } from './support/test';

/** WebGPU played by the processor. */
const softwareCard = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

test.use({
  fetchesAhead: true,
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...softwareCard] }),
    { scope: 'worker' },
  ],
});

/** A server that counts what reaches it. The page's policy allows 127.0.0.1 and not 127.0.0.2. */
async function listen(host: string): Promise<{ address: string; posts: () => number; close: () => void }> {
  let posts = 0;
  const server: Server = createServer((request, response) => {
    if (request.method === 'POST') posts += 1;
    response.setHeader('access-control-allow-origin', '*');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('Expected a port.');
  return { address: `http://${host}:${at.port}/`, posts: () => posts, close: () => void server.close() };
}

/** What each worker does before its own first line: sends case text, and reports what came of it. */
function probe(forbidden: string, allowed: string): string {
  return `{
    const send = (address) => {
      const request = new XMLHttpRequest();
      request.open('POST', address, false);
      try { request.send('case text'); return 'sent'; } catch { return 'refused'; }
    };
    const channel = new BroadcastChannel('probe');
    channel.postMessage({ worker: self.name, forbidden: send('${forbidden}'), allowed: send('${allowed}') });
  }\n`;
}

const chooseRuntime = (page: Page, label: string) =>
  page.getByRole('combobox', { name: 'Runtime' }).selectOption({ label });
const model = (page: Page) => page.getByRole('status', { name: 'Model on this device' });

test('every worker is held by the page’s policy: none can send case text to a server it forbids', async ({
  page,
  open,
  problems,
}) => {
  test.setTimeout(90_000);
  const assets = await readdir(fileURLToPath(new URL('../../dist/assets', import.meta.url)));
  const workers = assets.filter((name) => /\.worker-[\w-]+\.js$/.test(name)).sort();
  expect(workers.length).toBeGreaterThan(4);
  const forbidden = await listen('127.0.0.2');
  const allowed = await listen('127.0.0.1');
  await page.route(/\.worker-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    const body = probe(forbidden.address, allowed.address) + (await response.text());
    await route.fulfill({ response, body });
  });
  await page.addInitScript(() => {
    const reports: unknown[] = [];
    Reflect.set(window, 'reports', reports);
    new BroadcastChannel('probe').onmessage = ({ data }) => void reports.push(data);
  });

  const reports = () =>
    page.evaluate(() => {
      const all: unknown = Reflect.get(window, 'reports');
      return Array.isArray(all) ? all.map((one: unknown) => JSON.stringify(one)) : [];
    });

  await open();
  await layOutCases(page, 2);
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await chooseRuntime(page, 'llama.cpp (any GGUF file)');
  await page
    .getByLabel('Open GGUF file')
    .setInputFiles({ name: 'tiny-judge.gguf', mimeType: '', buffer: tinyGguf() });
  await expect(model(page)).toContainText('tiny-judge', { timeout: 30_000 });
  await chooseRuntime(page, 'WebLLM (WebGPU)');
  const files = tinyFolder();
  files.set('Qwen3-0.6B-q4f32_1_cs1k-webgpu.wasm', files.get(tinyLib) ?? Buffer.of());
  const mirror = await serveModel(files);
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('Qwen3 0.6B');
  await page.getByText('More options').click();
  for (const label of ['Models folder', 'Libraries folder']) {
    await page.getByRole('textbox', { name: label }).fill(`${mirror.origin}/`);
    await page.getByRole('textbox', { name: label }).blur();
  }
  await page.getByRole('button', { name: /^(Try anyway|Download and load|Load model)$/ }).click();
  // The editor reads a rubric in one worker and tries it in another.
  await page.evaluate(() => (location.hash = '#/rubrics/brand-entities'));
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Create copy' }).click();
  await page.getByRole('button', { name: 'Live test' }).click();
  const expected = workers.map((worker) => JSON.stringify({ worker, forbidden: 'refused', allowed: 'sent' }));
  await expect.poll(async () => [...new Set(await reports())].sort(), { timeout: 20_000 }).toEqual(expected);
  expect(forbidden.posts()).toBe(0);
  expect(allowed.posts()).toBeGreaterThanOrEqual(workers.length);
  await mirror.close();
  forbidden.close();
  allowed.close();
  // The probes are no fault of the page.
  const ofProbes = (problem: string) =>
    problem.includes(forbidden.address) || problem.includes(allowed.address);
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !ofProbes(problem) && !problem.includes(mirror.origin)),
  );
});
