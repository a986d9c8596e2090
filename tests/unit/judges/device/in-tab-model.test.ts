// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { openInTab } from '../../../../src/judges/device/in-tab-model';
import { FakeClock } from '../../sheet/run/fake-clock';
import { opened, ScriptedWorker } from './scripted-worker';

const settings = { context: null, threads: 1, mirror: { models: null, libs: null } };

async function openModel() {
  const workers: ScriptedWorker[] = [];
  let released = 0;
  const outcome = await openInTab(
    { runtime: 'llama.cpp', name: 'm', bytes: 1, parameters: {}, loads: [null] },
    settings,
    {
      startWorker: () => {
        const worker = new ScriptedWorker(({ kind }) => (kind === 'open' ? [opened(4096)] : []));
        workers.push(worker);
        return worker;
      },
      clock: new FakeClock(),
      hold: () => Promise.resolve({ release: () => (released += 1) }),
    },
    new AbortController().signal,
  );
  if (!outcome.ok) throw new Error('Expected a model.');
  const { model } = outcome;
  return { model, workers, released: () => released, running: () => workers.filter(({ ended }) => !ended) };
}

it('two changes at once leave one engine', async () => {
  const { model, workers, running } = await openModel();
  await Promise.all([
    model.change({ ...settings, context: 1024 }),
    model.change({ ...settings, context: 2048 }),
  ]);
  expect(workers).toHaveLength(3);
  expect(running()).toHaveLength(1);
  model.close();
  expect(running()).toEqual([]);
});

it('one that is unloaded while it is loaded anew leaves none', async () => {
  const { model, running, released } = await openModel();
  const changing = model.change({ ...settings, context: 2048 });
  await Promise.resolve();
  await Promise.resolve();
  model.close();
  expect(await changing).toEqual({ fault: 'unloaded', said: '' });
  expect(running()).toEqual([]);
  expect(released()).toBe(1);
});
