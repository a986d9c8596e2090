import { expect, test } from '../support/test';

test('without WebGPU nothing is fetched for WebLLM, and the page says what to do', async ({ page, open }) => {
  await open();
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'On this device' });
  await page.getByRole('combobox', { name: 'Runtime' }).selectOption({ label: 'WebLLM (WebGPU)' });
  await page.getByRole('button', { name: 'Try all the same' }).click();
  await expect(page.getByRole('status', { name: 'Model on this device' })).toContainText(
    'This browser offers no graphics card to the page (WebGPU).',
  );
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(asked.filter((name) => /webllm|files\.worker/.test(name))).toEqual([]);
});
