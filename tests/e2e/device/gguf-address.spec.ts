import type { Page } from 'playwright/test';
import { tinyGguf } from '../../support/tiny-gguf/tiny-gguf';
import { serveModel } from '../../support/tiny-mlc/model-server';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';

const whole = tinyGguf();
const files = new Map<string, Buffer>([['tiny.gguf', whole]]);

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
    for await (const model of folder.keys()) {
      const inner = await folder.getDirectoryHandle(model);
      for await (const name of inner.keys())
        if (name.endsWith('.gguf')) sizes.push((await (await inner.getFileHandle(name)).getFile()).size);
    }
    return sizes.sort((a, b) => a - b);
  });
}

/** Changes one byte of the only kept file. */
async function damage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    for await (const model of folder.keys()) {
      const file = await (await folder.getDirectoryHandle(model)).getFileHandle('file-tiny.gguf');
      const writer = await file.createWritable({ keepExistingData: true });
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

  await fetchModel(page, 'ftp://models.example/tiny.gguf');
  await expect(status(page)).toContainText('Enter the full https address of a file that ends in .gguf.');

  // Where the person breaks it off, it goes on from there.
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
  expect(await keptSizes(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Go on with tiny.gguf' }).click();
  await expect(status(page)).toContainText('Parameters', { timeout: 20_000 });
  expect(server.asked).toContain('tiny.gguf');
  await expect(kept(page)).not.toContainText('damaged');
  await page.getByRole('button', { name: 'Delete tiny.gguf' }).click();
  await page.getByRole('button', { name: 'Delete model' }).click();
  await expect(kept(page)).toHaveCount(0);
  expect(await keptSizes(page)).toEqual([]);

  await server.close();
  const others = problems.filter((problem) => !problem.includes(server.origin));
  problems.splice(0, problems.length, ...others.filter((problem) => !problem.includes('/icon.svg')));
});
