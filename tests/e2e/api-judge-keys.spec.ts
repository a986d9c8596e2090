import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { download } from './fixtures/import-steps';
import { judgeAll, loadSamples, openJudge } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { apiKey, outcome, setUpApi, storedText, test, testConnection } from './support/judge-server';
import { expect } from './support/test';

const passphrase = 'correct horse 배터리 staple';

/** All that the page shows, and what its fields hold. */
function pageText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      location.href,
      JSON.stringify(history.state),
      ...[...document.querySelectorAll('input, textarea')].map((field) =>
        'value' in field ? String(field.value) : '',
      ),
    ].join('\n'),
  );
}

/** A sheet file is packed. */
async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

async function exportedText(page: Page): Promise<string> {
  const paths: string[] = [];
  for (const button of ['Export CSV', 'Export JSONL', 'Export report'])
    paths.push((await download(page, button)).path);
  await page.getByRole('button', { name: 'Batch files…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Model' }).fill('judge-1-loopback');
  paths.push((await download(page, 'Export batch')).path);
  await expect(dialog.getByText('in your downloads')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // With the run that was judged, and the one that waits for its batch.
  paths.push((await download(page, 'Export sheet file')).path);
  await page.getByRole('link', { name: 'History' }).click();
  const files = await Promise.all(paths.map(textOf));
  expect(files.every((file) => file.includes('judge-1-loopback'))).toBe(true);
  expect(files.filter((file) => file.includes('I know [key].')).length).toBeGreaterThan(1);
  return files.join('\n');
}

test('a key, remembered or not, is nowhere but in the header of its requests', async ({
  page,
  open,
  startJudge,
  context,
}) => {
  const server = await startJudge();
  const urls: string[] = [];
  const said: string[] = [];
  context.on('request', (request) => urls.push(request.url()));
  context.on('console', (message) => said.push(message.text()));
  await open();
  await setUpApi(page, server);
  await page.getByRole('button', { name: 'Show available models' }).click();
  await expect(page.getByText('1 model listed.')).toBeVisible();
  // A server that says the key back, in an error and in a reply that is kept.
  server.script({ kind: 'status', status: 400, message: `No such thing as ${apiKey}.` });
  await testConnection(page);
  await expect(outcome(page)).toContainText('No such thing as [key].');
  await loadSamples(page);
  server.script({ kind: 'content', content: `I know ${apiKey}.` });
  await judgeAll(page);
  await page.keyboard.press('p');
  expect(await storedText(page)).not.toContain(apiKey);
  await openJudge(page);
  await page.getByRole('checkbox', { name: 'Remember on this device' }).check();
  await page.getByLabel('Passphrase').fill(passphrase);
  await page.getByRole('button', { name: 'Store key' }).click();
  await expect(page.getByText('is stored on this device, encrypted.')).toBeVisible();

  const inPage = await pageText(page);
  const exported = await exportedText(page);
  const everywhere = {
    inPage,
    history: await pageText(page),
    stored: await storedText(page),
    urls,
    said,
    exported,
  };
  for (const [place, text] of Object.entries(everywhere))
    for (const secret of [apiKey, btoa(apiKey), 'correct horse'])
      expect(JSON.stringify(text), place).not.toContain(secret);
  for (const there of ['assay-keys', 'I know [key].']) expect(everywhere.stored).toContain(there);
  expect(server.seen.length).toBeGreaterThan(2);
  for (const { headers, ...rest } of server.seen) {
    expect(headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(JSON.stringify([{ ...headers, authorization: '' }, rest])).not.toContain(apiKey);
  }
});

test('a key goes to no other server than its own, and a remembered one comes back with its passphrase', async ({
  page,
  open,
  startJudge,
}) => {
  const [server, other] = [await startJudge(), await startJudge()];
  const baseUrl = page.getByRole('textbox', { name: 'Base URL' });
  await open();
  await setUpApi(page, server);
  await baseUrl.fill(other.baseUrl);
  await expect(page.getByText(`This key belongs to ${server.host}`)).toBeVisible();
  await testConnection(page);
  await expect(outcome(page)).toContainText('Enter the API key for this server again.');
  await baseUrl.fill(server.baseUrl);
  const remember = page.getByRole('checkbox', { name: 'Remember on this device' });
  await remember.check();
  await page.getByLabel('Passphrase').fill('short');
  await page.getByRole('button', { name: 'Store key' }).click();
  await expect(page.getByText('must have at least 8 characters')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Passphrase').fill(passphrase);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The key for ${server.host} is stored`)).toBeVisible();

  await page.reload();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  // The form is as it was left; only the key is locked.
  await expect(baseUrl).toHaveValue(server.baseUrl);
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('judge-1');
  await expect(page.getByText(`A key for ${server.host} is stored`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Passphrase').fill('not the passphrase');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('is not the one this key was stored with')).toBeVisible();
  await baseUrl.fill(other.baseUrl);
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeHidden();
  await baseUrl.fill(server.baseUrl);
  await page.getByLabel('Passphrase').fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(remember).toBeChecked();
  await testConnection(page);
  await expect(outcome(page)).toContainText('It works');

  const forget = page.getByRole('button', { name: 'Forget key' });
  await forget.click();
  await expect(forget).toBeHidden();
  await page.reload();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'API' });
  await expect(baseUrl).toHaveValue(server.baseUrl);
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeHidden();
  expect(other.seen).toEqual([]);
});
