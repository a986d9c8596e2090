import type { Page } from 'playwright/test';
import { chooseDevice, deviceModel, openGguf } from '../fixtures/device-steps';
import { chooseRubric } from '../fixtures/import-steps';
import { expect, test } from '../support/test';

async function openTiny(page: Page): Promise<void> {
  await chooseDevice(page);
  await openGguf(page);
  await expect(deviceModel(page)).toContainText('Parameters', { timeout: 20_000 });
}

test('where the host isolates the page several threads compute', async ({ page, open }) => {
  test.setTimeout(120_000);
  await open();
  await openTiny(page);
  test.skip((await page.evaluate(() => navigator.hardwareConcurrency)) < 2, 'There is one processor here.');
  await page.getByText('More options').click();
  const field = page.getByRole('spinbutton', { name: 'Threads' });
  await field.fill('2');
  await field.blur();
  await expect(deviceModel(page)).toContainText('Threads 2', { timeout: 20_000 });
});

test('where the host does not, one thread judges, and the page says why', async ({ page, open, site }) => {
  test.setTimeout(120_000);
  // As a static host serves it that knows nothing of such headers.
  await page.route(site, async (route) => {
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith('cross-origin-'));
    await route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
  await open();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await chooseRubric(page);
  await page.getByRole('button', { name: 'Load sample cases' }).click();
  await openTiny(page);
  await expect(deviceModel(page)).toContainText('Threads 1');
  await page.getByText('More options').click();
  await expect(page.getByRole('spinbutton', { name: 'Threads' })).toBeDisabled();
  await expect(page.getByText('One thread only: this page’s host does not isolate it')).toBeVisible();
  await page.getByRole('button', { name: 'Measure with one case' }).click();
  await expect(page.getByRole('status', { name: 'What a run takes here' })).toHaveText(
    /reads .* tokens a second/,
    { timeout: 60_000 },
  );
});
