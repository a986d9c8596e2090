import type { Page } from 'playwright/test';
import { tinyGguf } from '../../support/tiny-gguf/tiny-gguf';
import { serveModel } from '../../support/tiny-mlc/model-server';
import { chooseDevice, damage, deviceModel, keptFiles, keptModels } from '../fixtures/device-steps';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';

const whole = tinyGguf();
const files = new Map<string, Buffer>([['tiny.gguf', whole]]);

async function fetchModel(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Model address' }).fill(address);
  await page.getByRole('button', { name: 'Download model' }).click();
}

test.use({ fetchesAhead: true });

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
  await chooseDevice(page);
  await page.getByText('More options').click();

  await fetchModel(page, 'ftp://models.example/tiny.gguf');
  await expect(deviceModel(page)).toContainText('Enter the full https address of a file that ends in .gguf.');

  // Where the person breaks it off, it goes on from there.
  server.instead.set('tiny.gguf', 'hold');
  await fetchModel(page, address);
  await expect(deviceModel(page)).toContainText(/^\d.* of /);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(deviceModel(page)).toContainText('Paused. The downloaded part is kept.');
  await expect(keptModels(page)).toContainText('not complete');
  const come = (await keptFiles(page)).get('tiny.gguf') ?? 0;
  expect(come).toBeGreaterThan(0);
  server.instead.delete('tiny.gguf');
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click();
  await expect(deviceModel(page)).toContainText('Parameters', { timeout: 20_000 });
  expect(server.asked.at(-1)).toBe(`tiny.gguf from ${come}`);
  expect([...(await keptFiles(page))]).toEqual([['tiny.gguf', whole.length]]);
  await expect(keptModels(page)).not.toContainText('not complete');
  await expect(keptModels(page)).toContainText('It has no published hash');

  // It is there on the next visit, and nobody is asked for it.
  await page.reload();
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0);
  await chooseDevice(page);
  await context.setOffline(true);
  server.asked.length = 0;
  await page.getByRole('button', { name: 'Open tiny.gguf' }).click();
  await expect(deviceModel(page)).toContainText('Parameters', { timeout: 20_000 });

  // What is damaged is not used: without a network it is named, with one it is fetched again.
  await page.getByRole('button', { name: 'Unload model' }).click();
  await damage(page, 'tiny.gguf');
  await page.getByRole('button', { name: 'Open tiny.gguf' }).click();
  await expect(deviceModel(page)).toContainText(
    'was damaged or lost, and could not be downloaded again (tiny.gguf',
  );
  expect((await keptFiles(page)).size).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Continue tiny.gguf' }).click();
  await expect(deviceModel(page)).toContainText('Parameters', { timeout: 20_000 });
  expect(server.asked).toContain('tiny.gguf');
  await expect(keptModels(page)).not.toContainText('damaged');
  await page.getByRole('button', { name: 'Delete tiny.gguf' }).click();
  await page.getByRole('button', { name: 'Delete model' }).click();
  await expect(keptModels(page)).toHaveCount(0);
  expect((await keptFiles(page)).size).toBe(0);

  await server.close();
  const others = problems.filter((problem) => !problem.includes(server.origin));
  problems.splice(0, problems.length, ...others.filter((problem) => !problem.includes('/icon.svg')));
});

test('a model to start with comes with one press where there is no graphics card, also from a mirror', async ({
  page,
  open,
  problems,
}) => {
  const server = await serveModel(new Map([['Qwen3-0.6B-Q4_K_M.gguf', whole]]));
  await open();
  await chooseDevice(page);
  const starters = page.getByRole('region', { name: 'Suggested models' });
  await expect(starters.getByRole('listitem')).toHaveCount(3);
  await expect(starters).toContainText('Its scores are close to noise.');
  await page.getByText('More options').click();
  await page.getByRole('textbox', { name: 'Models folder' }).fill(`${server.origin}/mirror/`);
  await page.getByRole('textbox', { name: 'Models folder' }).blur();
  await starters.getByRole('button', { name: 'Download 397 MB: Qwen3 0.6B (Q4_K_M)' }).click();
  await expect(deviceModel(page)).toContainText('Parameters', { timeout: 20_000 });
  expect(server.asked).toEqual(['Qwen3-0.6B-Q4_K_M.gguf']);
  await expect(starters.getByRole('button', { name: 'Load model: Qwen3 0.6B (Q4_K_M)' })).toBeVisible();
  await server.close();
  const others = problems.filter((problem) => !problem.includes(server.origin));
  problems.splice(0, problems.length, ...others);
});
