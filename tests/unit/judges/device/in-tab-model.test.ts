// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { DeviceProblem } from '../../../../src/judges/device/device';
import { InTabModel } from '../../../../src/judges/device/in-tab-model';
import { FakeClock } from '../../sheet/run/fake-clock';
import { opened, ScriptedWorker } from './scripted-worker';

const settings = { context: null, threads: 1, mirror: { models: null, libs: null } };

async function openModel(check: () => Promise<DeviceProblem | null> = () => Promise.resolve(null)) {
  const workers: ScriptedWorker[] = [];
  let released = 0;
  const model = await InTabModel.open(
    { runtime: 'llama.cpp', name: 'm', bytes: 1, parameters: {}, load: null, check },
    settings,
    {
      startWorker: () => {
        const worker = new ScriptedWorker(({ kind }) => (kind === 'open' ? [opened(4096)] : []));
        workers.push(worker);
        return worker;
      },
      clock: new FakeClock(),
      release: () => (released += 1),
    },
    new AbortController().signal,
  );
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

it('files that are no longer what they were are not used once more', async () => {
  let problem: DeviceProblem | null = null;
  let checks = 0;
  const { model, workers, running } = await openModel(() => {
    checks += 1;
    return Promise.resolve(problem);
  });
  expect(checks, 'whoever opens it has looked').toBe(0);
  workers[0]?.say(new Error('gone'));
  await model.revive();
  expect([checks, workers.length]).toEqual([1, 2]);
  problem = { fault: 'damaged', said: 'shard 3' };
  workers[1]?.say(new Error('gone'));
  await expect(model.revive()).rejects.toMatchObject({ problem });
  expect(await model.change({ ...settings, context: 2048 })).toEqual(problem);
  expect([workers.length, running()], 'no engine is started').toEqual([2, []]);
  problem = null;
  await model.revive();
  expect(running()).toHaveLength(1);
});
