import type { Page } from 'playwright/test';
import { serveModel, type ModelServer } from '../../support/tiny-mlc/model-server';
import { tinyFolder, tinyLib, tinyShards } from '../../support/tiny-mlc/tiny-folder';
import { chooseDevice, deviceModel, keptFiles, keptModels } from '../fixtures/device-steps';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/test';

/** WebGPU played by the processor, which has no 16-bit numbers. */
const softwareCard = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

test.use({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...softwareCard] }),
    { scope: 'worker' },
  ],
});

const id = 'Qwen3-0.6B-q4f32_1-MLC';
const lib = 'Qwen3-0.6B-q4f32_1_cs1k-webgpu.wasm';
const [, second = '', third = ''] = tinyShards;
const refused = 'The runtime cannot load this model.';

/** Large enough to come in more than one piece. */
function listedFiles(): Map<string, Buffer> {
  const files = tinyFolder({ shardBytes: 400_000 });
  files.set(lib, files.get(tinyLib) ?? Buffer.of());
  return files;
}

async function fetchFrom(page: Page, { origin }: ModelServer): Promise<void> {
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('Qwen3 0.6B');
  await page.getByText('More options').click();
  for (const [label, folder] of [
    ['Models folder', 'models/'],
    ['Libraries folder', 'libs'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label });
    await field.fill(`${origin}/${folder}`);
    await field.blur();
  }
}

const keptNames = async (page: Page) => [...(await keptFiles(page)).keys()].sort();
const keptSize = async (page: Page, name: string) => (await keptFiles(page)).get(name);

const load = (page: Page) => page.getByRole('button', { name: /^(Try anyway|Load model)$/ });

test('a model of the list comes from a mirror, in parts where it was broken off', async ({
  page,
  open,
  problems,
}) => {
  test.setTimeout(90_000);
  const files = listedFiles();
  const server = await serveModel(files);
  await open();
  await chooseDevice(page, 'WebLLM (WebGPU)');
  await fetchFrom(page, server);
  await expectAccessible(page);

  // Broken off in the middle of a file, it goes on from the bytes that came.
  const half = (files.get(second)?.length ?? 0) / 2;
  const rest = `${second} from ${half}`;
  server.instead.set(second, 'hold');
  await load(page).click();
  await expect(deviceModel(page)).toContainText('file 6 of 7');
  await expect.poll(() => keptSize(page, second)).toBe(half);
  server.asked.splice(0, server.asked.length - 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(deviceModel(page)).toContainText('Paused');
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click();
  await expect(deviceModel(page)).toContainText('file 6 of 7');
  // This answer begins at the first byte again, as of a server that gives no parts.
  await expect.poll(() => server.asked).toEqual([second, rest]);
  await expect.poll(() => keptSize(page, second)).toBe(half);
  await page.getByRole('button', { name: 'Cancel loading' }).click();
  await expect(deviceModel(page)).toHaveText('No model is loaded.');
  server.instead.delete(second);
  await load(page).click();

  // All of it is here. The real WebLLM reads it from there in its own worker, and says that this is no model.
  await expect(deviceModel(page)).toContainText(refused, { timeout: 30_000 });
  expect(server.asked).toEqual([second, rest, rest, third]);
  await expect(keptModels(page)).toContainText(id);
  await expect(keptModels(page)).not.toContainText('not complete');
  expect(await keptNames(page)).toEqual(
    [...files.keys()]
      .map((name) => (name === lib ? '_.wasm' : name))
      .filter((name) => name !== tinyLib)
      .sort(),
  );

  await page.getByRole('button', { name: `Delete ${id}` }).click();
  await page.getByRole('button', { name: 'Delete model' }).click();
  await expect(keptModels(page)).toHaveCount(0);
  expect(await keptNames(page)).toEqual([]);

  await server.close();
  const others = problems.filter((problem) => !problem.includes(server.origin));
  problems.splice(0, problems.length, ...others);
});
