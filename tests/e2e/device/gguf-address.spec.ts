import type { Page } from 'playwright/test';
import { tinyGguf, tinyParts } from '../../support/tiny-gguf/tiny-gguf';
import { serveModel } from '../../support/tiny-mlc/model-server';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';

const whole = tinyGguf();
const parts = tinyParts();
const partNames = ['split-00001-of-00002.gguf', 'split-00002-of-00002.gguf'] as const;
const files = new Map<string, Buffer>([
  ['tiny.gguf', whole],
  ['page.gguf', Buffer.from('<!doctype html><title>Sign in</title>')],
  [partNames[0], parts[0]],
  [partNames[1], parts[1]],
]);

const status = (page: Page) => page.getByRole('status', { name: 'Model on this device' });
const kept = (page: Page) => page.getByRole('list', { name: 'Models in this browser' }).getByRole('listitem');

async function chooseLlama(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await expect(page.getByRole('status', { name: 'Runtime' })).toHaveText(/no network is needed/, {
    timeout: 20_000,
  });
}

async function fetchModel(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Model address' }).fill(address);
  await page.getByRole('button', { name: 'Fetch model' }).click();
}

/** What the browser's private files hold of models, by size. */
function keptSizes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    const sizes: number[] = [];
    for await (const name of folder.keys())
      if (name.endsWith('.gguf')) sizes.push((await (await folder.getFileHandle(name)).getFile()).size);
    return sizes.sort((a, b) => a - b);
  });
}

/** Changes one byte of the only kept file. */
async function damage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    for await (const name of folder.keys()) {
      if (!name.endsWith('.gguf')) continue;
      const writer = await (await folder.getFileHandle(name)).createWritable({ keepExistingData: true });
      await writer.write({ type: 'write', position: 20_000, data: new Uint8Array([1, 2, 3]) });
      await writer.close();
    }
  });
}

test('a GGUF file comes from an address whole or not at all, stays, and opens without a network', async ({
  page,
  open,
  context,
  problems,
}) => {
  test.setTimeout(120_000);
  const server = await serveModel(files);
  const address = `${server.origin}/owner/model/tiny.gguf`;
  await open();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await chooseLlama(page);
  await page.getByText('Fetch from an address').click();

  // No address, nothing there, a page in the place of the file: each is said, and none is used.
  await fetchModel(page, 'ftp://models.example/tiny.gguf');
  await expect(status(page)).toContainText('Enter the full https address of a file that ends in .gguf.');
  await fetchModel(page, `${server.origin}/missing.gguf`);
  await expect(status(page)).toContainText('HTTP 404');
  await fetchModel(page, `${server.origin}/page.gguf`);
  await expect(status(page)).toContainText('is no GGUF file');
  expect(await keptSizes(page)).toEqual([]);

  // Where the connection breaks, or the person breaks it off, it goes on from there.
  server.asked.length = 0;
  server.instead.set('tiny.gguf', 'break');
  await fetchModel(page, address);
  await expect(status(page)).toContainText('The model could not be fetched.');
  await expect(kept(page)).toContainText('not complete');
  // Whatever is kept after the next fetch is then of that one: the list shows it once it is stored.
  await page.getByRole('button', { name: 'Delete tiny.gguf' }).click();
  await page.getByRole('button', { name: 'Delete model' }).click();
  await expect(kept(page)).toHaveCount(0);
  server.instead.set('tiny.gguf', 'hold');
  await fetchModel(page, address);
  await expect(status(page)).toContainText(/^\d.* of /);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(status(page)).toContainText('Paused. What has come so far is kept.');
  await expect(kept(page)).toContainText('not complete');
  const [come = 0] = await keptSizes(page);
  expect(come).toBeGreaterThan(0);
  server.instead.delete('tiny.gguf');
  await page.getByRole('button', { name: 'Go on', exact: true }).first().click();
  await expect(status(page)).toContainText('Parameters', { timeout: 20_000 });
  expect(server.asked.at(-1)).toBe(`tiny.gguf from ${come}`);
  expect(await keptSizes(page)).toEqual([whole.length]);
  await expect(kept(page)).not.toContainText('not complete');
  await expect(kept(page)).toContainText('Nobody gives a hash for it');

  // It is there on the next visit, and nobody is asked for it.
  await page.reload();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await chooseLlama(page);
  await context.setOffline(true);
  server.asked.length = 0;
  await page.getByRole('button', { name: 'Open tiny.gguf' }).click();
  await expect(status(page)).toContainText('Parameters', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Check tiny.gguf' }).click();
  await expect(kept(page)).toContainText('All files are right.');

  // What is damaged is not used: without a network it is named, with one it is fetched again.
  await page.getByRole('button', { name: 'Unload model' }).click();
  await damage(page);
  await page.getByRole('button', { name: 'Open tiny.gguf' }).click();
  await expect(status(page)).toContainText('was damaged or lost, and could not be fetched again (tiny.gguf');
  expect(await keptSizes(page)).toEqual([0]);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Go on with tiny.gguf' }).click();
  await expect(status(page)).toContainText('Parameters', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Unload model' }).click();
  await damage(page);
  server.asked.length = 0;
  await page.getByRole('button', { name: 'Check tiny.gguf' }).click();
  await expect(kept(page)).toContainText('or is damaged (tiny.gguf)');
  expect(server.asked).toEqual([]);
  await page.getByRole('button', { name: 'Go on with tiny.gguf' }).click();
  await expect(status(page)).toContainText('Parameters', { timeout: 20_000 });
  expect(server.asked).toEqual(['tiny.gguf']);
  await expect(kept(page)).not.toContainText('damaged');
  await page.getByRole('button', { name: 'Delete tiny.gguf' }).click();
  await page.getByRole('button', { name: 'Delete model' }).click();
  await page.getByText('Fetch from an address').click();

  // A model in two parts: one progress for both, and one row.
  server.instead.set(partNames[1], 'hold');
  await fetchModel(page, `${server.origin}/${partNames[1]}`);
  await expect(status(page)).toContainText('file 2 of 2');
  const total = parts[0].length + parts[1].length;
  await expect
    .poll(() => page.getByRole('progressbar', { name: 'Model on this device' }).getAttribute('max'))
    .toBe(String(total));
  // The page says so before it asks, and only what was asked for is held.
  await expect.poll(() => server.asked).toContain(partNames[1]);
  server.release();
  await expect(status(page)).toContainText('Parameters 36K', { timeout: 20_000 });
  await expect(kept(page)).toHaveCount(1);
  expect(await keptSizes(page)).toEqual([...parts].map(({ length }) => length).sort((a, b) => a - b));
  await page.getByRole('button', { name: `Delete ${partNames[0]}` }).click();
  await page.getByRole('button', { name: 'Delete model' }).click();
  await expect(kept(page)).toHaveCount(0);
  await expect(status(page)).toHaveText('No model is loaded.');
  expect(await keptSizes(page)).toEqual([]);

  // The same parts from the disk.
  const fromDisk = partNames.map((name, index) => ({
    name,
    mimeType: '',
    buffer: parts[index] ?? Buffer.of(),
  }));
  await page.getByLabel('Open GGUF file').setInputFiles(fromDisk.slice(0, 1));
  await expect(status(page)).toContainText('This model comes in parts, and 1/2 are here.');
  await page.getByLabel('Open GGUF file').setInputFiles(fromDisk.reverse());
  await expect(status(page)).toContainText('Parameters 36K', { timeout: 20_000 });

  await server.close();
  const others = problems.filter((problem) => !problem.includes(server.origin));
  problems.splice(0, problems.length, ...others.filter((problem) => !problem.includes('/icon.svg')));
});
