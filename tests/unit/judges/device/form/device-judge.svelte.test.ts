import { describe, expect, it } from 'vitest';
import type {
  DeviceAbilities,
  DeviceProblem,
  DeviceRuntime,
  DeviceSettings,
  LoadedModel,
  LoadStep,
  OpenModel,
} from '../../../../../src/judges/device/device';
import type { ModelJudge } from '../../../../../src/judgement/judge';
import { DeviceJudge } from '../../../../../src/judges/device/form/device-judge.svelte';

const abilities: DeviceAbilities = {
  wasm: true,
  isolated: true,
  processors: 8,
  threads: 4,
  memoryGigabytes: 8,
  storageBytes: null,
  gpu: { state: 'none' },
  builtIn: 'none',
};
const loaded: LoadedModel = {
  runtime: 'llama.cpp',
  name: 'small',
  bytes: 5,
  context: 4096,
  trainedContext: 8192,
  threads: 4,
  parameters: 4,
};
const made: ModelJudge = {
  kind: 'model',
  id: 'device',
  describe: () => ({ model: 'small', parameters: {} }),
  ask: () => Promise.reject(new Error('not asked')),
};
const mirror = { models: null, libs: null };
const file = new File(['GGUF'], 'small.gguf');

class FakeModel implements OpenModel {
  loaded = loaded;
  fit: OpenModel['fit'] = null;
  closed = false;
  problem: DeviceProblem | null = null;
  changes: DeviceSettings[] = [];
  onChange = () => {};
  judge = () => made;
  change = (settings: DeviceSettings) => {
    this.changes.push(settings);
    this.loaded = { ...loaded, context: settings.context ?? 4096 };
    this.onChange();
    return Promise.resolve(this.problem);
  };
  close = () => {
    this.closed = true;
  };
}

function form(
  open: (onStep: (step: LoadStep) => void, signal: AbortSignal) => ReturnType<DeviceRuntime['open']>,
  fetchAhead = () => Promise.resolve(),
  askToKeep = () => {},
) {
  const runtime: DeviceRuntime = {
    id: 'llama.cpp',
    takes: ['files', 'address'],
    fetchAhead,
    open: (_, __, { onStep, signal }) => open(onStep, signal),
  };
  return new DeviceJudge({
    runtimes: [runtime],
    findAbilities: () => Promise.resolve(abilities),
    askToKeep,
    files: {
      list: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      verify: () => Promise.resolve(null),
    },
    stored: {
      load: () => Promise.resolve(null),
      save: () => Promise.resolve(true),
      forget: () => Promise.resolve(),
    },
    explain: (problem) => (typeof problem === 'string' ? problem : problem.fault),
  });
}
const opening = (model: OpenModel) => form(() => Promise.resolve({ ok: true, model }));

describe('a judge on this device', () => {
  it('asks nobody before a model is loaded, and says why', async () => {
    const judge = opening(new FakeModel());
    expect(judge.forRun()).toEqual({ problem: 'no-model' });
    await judge.open({ kind: 'files', files: [file] });
    expect(judge.state).toEqual({ kind: 'ready', loaded, fit: null });
    expect(judge.forRun()).toBe(made);
  });

  it('asks the browser to keep what was fetched, and not for what lies on the disk anyway', async () => {
    let asked = 0;
    const judge = form(
      () => Promise.resolve({ ok: true, model: new FakeModel() }),
      undefined,
      () => (asked += 1),
    );
    await judge.open({ kind: 'files', files: [file] });
    expect(asked).toBe(0);
    await judge.open({ kind: 'address', address: 'https://m.example/a.gguf' });
    expect(asked).toBe(1);
  });

  it('says what stood in the way of a model', async () => {
    const judge = form(() => Promise.resolve({ ok: false, problem: { fault: 'held', said: '' } }));
    await judge.open({ kind: 'files', files: [file] });
    expect(judge.state).toMatchObject({ kind: 'problem', problem: { fault: 'held' } });
    expect(judge.forRun()).toEqual({ problem: 'held' });
  });

  it('shows the steps of a loading, which can be called off', async () => {
    const model = new FakeModel();
    let finish = () => {};
    const judge = form(
      (onStep) =>
        new Promise((resolve) => {
          onStep({ kind: 'model' });
          finish = () => resolve({ ok: true, model });
        }),
    );
    const opened = judge.open({ kind: 'files', files: [file] });
    await expect.poll(() => judge.state).toEqual({ kind: 'loading', step: { kind: 'model' } });
    expect(judge.forRun()).toEqual({ problem: 'loading' });
    judge.cancel();
    finish();
    await opened;
    expect(judge.state).toEqual({ kind: 'empty' });
    expect(model.closed, 'what came too late is not kept').toBe(true);
  });

  it.each([
    [100, 512],
    [8192, 8192],
    [NaN, null],
  ])('a context of %s is %s', async (given, context) => {
    const model = new FakeModel();
    const judge = opening(model);
    await judge.open({ kind: 'files', files: [file] });
    await judge.setContext(4096);
    await judge.setContext(given);
    expect(model.changes.at(-1)).toEqual({ context, threads: 4, mirror });
    expect(judge.state).toMatchObject({ kind: 'ready', loaded: { context: context ?? 4096 } });
  });

  it('has no more threads than processors', async () => {
    const model = new FakeModel();
    const judge = opening(model);
    await judge.open({ kind: 'files', files: [file] });
    await judge.setThreads(99);
    expect(model.changes).toEqual([{ context: null, threads: 8, mirror }]);
  });

  it('lets go of a model that no longer fits, and of the one before when another is opened', async () => {
    const models = [new FakeModel(), new FakeModel()];
    let opened = 0;
    const judge = form(() => {
      const model = models[opened++];
      if (!model) throw new Error('Expected two.');
      return Promise.resolve({ ok: true, model });
    });
    await judge.open({ kind: 'files', files: [file] });
    await judge.open({ kind: 'files', files: [file] });
    expect(models.map(({ closed }) => closed)).toEqual([true, false]);
    const [, second] = models;
    if (second) second.problem = { fault: 'memory', said: '' };
    await judge.setContext(32_768);
    expect(second?.closed).toBe(true);
    expect(judge.state).toMatchObject({ kind: 'problem', problem: { fault: 'memory' } });
  });

  it('says which model an earlier run asked until it is the one that is loaded', async () => {
    const judge = opening(new FakeModel());
    judge.restore({ id: 'device', kind: 'model', model: 'small', parameters: { temperature: 0.7 } });
    expect([judge.wanted, judge.choices.temperature]).toEqual(['small', 0.7]);
    await judge.open({ kind: 'files', files: [file] });
    expect(judge.wanted).toBeNull();
  });

  it('knows whether a network is still needed', async () => {
    let network = false;
    const judge = form(
      () => Promise.reject(new Error('unused')),
      () => (network ? Promise.resolve() : Promise.reject(new Error('offline'))),
    );
    await judge.arrive();
    expect(judge.runtime).toBe('missing');
    network = true;
    await judge.arrive();
    expect(judge.runtime).toBe('here');
  });
});
