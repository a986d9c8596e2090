// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { llamaRuntime } from '../../../../../src/judges/device/wllama/llama-runtime';
import type { Answer, LlamaLoad, Order } from '../../../../../src/judges/device/messages';
import { FakeClock } from '../../../sheet/run/fake-clock';
import { opened, ScriptedWorker } from '../scripted-worker';

const settings = { context: null, threads: 1, mirror: { models: null, libs: null } };

/** llama.cpp on a machine whose graphics card takes the model or not. */
async function openOn(gpuWorks: boolean, gpu: boolean) {
  const tried: LlamaLoad['gpu'][] = [];
  let released = false;
  const startWorker = () =>
    new ScriptedWorker((order: Order<unknown>): Answer[] => {
      const load = order.kind === 'open' && typeof order.load === 'object' ? order.load : null;
      const wish =
        load && 'gpu' in load && (load.gpu === 'used' || load.gpu === 'refused') ? load.gpu : undefined;
      tried.push(wish);
      if (wish === 'used' && !gpuWorks) return [{ kind: 'broken', fault: 'crash', message: 'no kernel' }];
      return [opened(4096, wish)];
    });
  const runtime = llamaRuntime({
    clock: new FakeClock(),
    fetchRuntime: () => Promise.resolve('blob:wasm'),
    files: { takeGguf: () => Promise.reject(new Error('Expected no file to be fetched.')) },
    startWorker,
    hold: () => Promise.resolve({ release: () => (released = true) }),
    canRun: () => true,
  });
  const outcome = await runtime.open(
    { kind: 'files', files: [new File(['GGUF'], 'small.gguf')] },
    { ...settings, gpu },
    { onStep: () => {}, signal: new AbortController().signal },
  );
  return { outcome, tried, isReleased: () => released };
}

it.each([
  ['not asked for', true, false, [undefined], undefined],
  ['that works', true, true, ['used'], 'used'],
  ['that does not', false, true, ['used', 'refused'], 'refused'],
])('a graphics card %s', async (_, works, wanted, tried, gpu) => {
  const found = await openOn(works, wanted);
  expect(found.tried).toEqual(tried);
  expect(found.outcome.ok && found.outcome.model.loaded.gpu).toBe(gpu);
  expect(found.isReleased(), 'the device stays held').toBe(false);
});
