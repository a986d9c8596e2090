import { describe, expect, it } from 'vitest';
import type {
  DeviceAbilities,
  DeviceProblem,
  DeviceRuntime,
  DeviceSettings,
  KeptModel,
  LoadedModel,
  LoadHooks,
  LoadStep,
  ModelSource,
  OpenModel,
  RuntimeId,
} from '../../../../../src/judges/device/device';
import type { ModelJudge } from '../../../../../src/judgement/judge';
import type { DeviceChoice } from '../../../../../src/judges/device/form/device-choices.svelte';
import { DeviceJudge } from '../../../../../src/judges/device/form/device-judge.svelte';
import { card, machine } from '../machine';

const loaded: LoadedModel = {
  runtime: 'llama.cpp',
  name: 'small',
  bytes: 5,
  context: 4096,
  trainedContext: 8192,
  threads: 4,
  parameters: 4,
};
const kept = { bytes: 2e9, whole: true };
const qwen: KeptModel = { ...kept, runtime: 'webllm', id: 'Qwen3-8B-q4f16_1-MLC', name: 'Qwen3 8B' };
const gguf: KeptModel = { ...kept, runtime: 'llama.cpp', id: 'https://m.example/a.gguf', name: 'a.gguf' };
const noMirror = { models: null, libs: null };
const small: ModelSource = { kind: 'files', files: [new File(['GGUF'], 'small.gguf')] };
const made: ModelJudge = {
  kind: 'model',
  id: 'device',
  describe: () => ({ model: 'small', parameters: {} }),
  ask: () => Promise.reject(new Error('not asked')),
};

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

/** Opens what the test says; otherwise it is busy until it is cancelled. */
class FakeRuntime implements DeviceRuntime {
  readonly opened: ModelSource[] = [];
  readonly hooks: LoadHooks[] = [];
  fetched = 0;
  fetchAhead = () => {
    this.fetched += 1;
    return Promise.resolve();
  };
  outcome: () => ReturnType<DeviceRuntime['open']> | null = () => null;
  open = (source: ModelSource, _: unknown, hooks: LoadHooks) => {
    this.opened.push(source);
    this.hooks.push(hooks);
    const busy = new Promise<never>((_resolve, reject) => {
      hooks.signal.addEventListener('abort', () => reject(new Error('called off')));
    });
    busy.catch(() => {});
    return this.outcome() ?? busy;
  };
}

/** The files that this browser keeps. */
class FakeFiles {
  stored: KeptModel[] = [];
  list = () => Promise.resolve(this.stored);
  remove = (id: string) => {
    this.stored = this.stored.filter((model) => model.id !== id);
    return Promise.resolve();
  };
}

function device(change: Partial<DeviceAbilities> = {}, remembered: DeviceChoice | null = null) {
  const [webllm, llama, builtIn] = [new FakeRuntime(), new FakeRuntime(), new FakeRuntime()];
  const files = new FakeFiles();
  const saved: (DeviceChoice | 'forgotten')[] = [];
  const asked = { toKeep: 0 };
  const judge = new DeviceJudge({
    runtimes: { webllm, 'llama.cpp': llama, 'built-in': builtIn },
    findAbilities: () => Promise.resolve({ ...machine, ...change }),
    files,
    stored: {
      load: () => Promise.resolve(remembered),
      save: (choice) => {
        saved.push(choice);
        return Promise.resolve(true);
      },
      forget: () => {
        saved.push('forgotten');
        return Promise.resolve();
      },
    },
    askToKeep: () => (asked.toKeep += 1),
    explain: (problem) => (typeof problem === 'string' ? problem : problem.fault),
  });
  return { judge, webllm, llama, files, saved, asked };
}
/** A device whose llama.cpp opens these models, one after the other. */
function deviceWith(...models: OpenModel[]) {
  const made = device();
  made.llama.outcome = () => {
    const model = models.shift();
    return model ? Promise.resolve({ ok: true, model }) : null;
  };
  return made;
}

describe('a model', () => {
  it('is needed for a run, which says so', async () => {
    const { judge } = deviceWith(new FakeModel());
    expect(judge.forRun()).toEqual({ problem: 'no-model' });
    await judge.open(small);
    expect(judge.state).toEqual({ kind: 'ready', loaded, fit: null });
    expect(judge.forRun()).toBe(made);
  });

  it('that was fetched is to be kept by the browser; one from the disk need not be', async () => {
    const { judge, asked } = deviceWith(new FakeModel(), new FakeModel());
    await judge.open(small);
    expect(asked.toKeep).toBe(0);
    await judge.open({ kind: 'address', address: 'https://m.example/a.gguf' });
    expect(asked.toKeep).toBe(1);
  });

  it('that cannot be opened is a problem of the form and of a run', async () => {
    const { judge, llama } = device();
    llama.outcome = () => Promise.resolve({ ok: false, problem: { fault: 'held', said: '' } });
    await judge.open(small);
    expect(judge.state).toMatchObject({ kind: 'problem', problem: { fault: 'held' } });
    expect(judge.forRun()).toEqual({ problem: 'held' });
  });

  it('that comes after its loading was cancelled is closed', async () => {
    const model = new FakeModel();
    let finish = () => {};
    const { judge, llama } = device();
    llama.outcome = () => new Promise((resolve) => (finish = () => resolve({ ok: true, model })));
    const opened = judge.open(small);
    await expect.poll(() => llama.hooks.length).toBe(1);
    llama.hooks[0]?.onStep({ kind: 'model' });
    expect(judge.state).toEqual({ kind: 'loading', step: { kind: 'model' } });
    expect(judge.forRun()).toEqual({ problem: 'loading' });
    judge.cancel();
    finish();
    await opened;
    expect(judge.state).toEqual({ kind: 'empty' });
    expect(model.closed).toBe(true);
  });

  it.each([
    [100, 512],
    [8192, 8192],
    [NaN, null],
  ])('given a context of %s has %s', async (given, context) => {
    const model = new FakeModel();
    const { judge } = deviceWith(model);
    await judge.open(small);
    await judge.setContext(4096);
    await judge.setContext(given);
    expect(model.changes.at(-1)).toEqual({ context, threads: 4, mirror: noMirror });
    expect(judge.state).toMatchObject({ kind: 'ready', loaded: { context: context ?? 4096 } });
  });

  it('has no more threads than processors', async () => {
    const model = new FakeModel();
    const { judge } = deviceWith(model);
    await judge.open(small);
    await judge.setThreads(99);
    expect(model.changes).toEqual([{ context: null, threads: 8, mirror: noMirror }]);
  });

  it('is closed when another is opened, and when it no longer fits', async () => {
    const [first, second] = [new FakeModel(), new FakeModel()];
    const { judge } = deviceWith(first, second);
    await judge.open(small);
    await judge.open(small);
    expect([first.closed, second.closed]).toEqual([true, false]);
    second.problem = { fault: 'memory', said: '' };
    await judge.setContext(32_768);
    expect(second.closed).toBe(true);
    expect(judge.state).toMatchObject({ kind: 'problem', problem: { fault: 'memory' } });
  });

  it('that an earlier run asked is named until it is loaded', async () => {
    const { judge } = deviceWith(new FakeModel());
    judge.restore({ id: 'device', kind: 'model', model: 'small', parameters: { temperature: 0.7 } });
    expect([judge.wanted, judge.choices.temperature]).toEqual(['small', 0.7]);
    await judge.open(small);
    expect(judge.wanted).toBeNull();
  });
});

describe('the runtime', () => {
  it.each<[string, Partial<DeviceAbilities>, DeviceChoice | null, RuntimeId]>([
    ['a graphics card', {}, null, 'webllm'],
    ['none', { gpu: { state: 'none' } }, null, 'llama.cpp'],
    ['software', { gpu: { ...card, f16: false, software: true } }, null, 'llama.cpp'],
    ['a choice of earlier', {}, { runtime: 'llama.cpp', mirror: noMirror }, 'llama.cpp'],
  ])('%s', async (_, change, remembered, expected) => {
    const { judge, webllm, llama } = device(change, remembered);
    await judge.arrive();
    expect(judge.choices.runtime).toBe(expected);
    expect([webllm.fetched, llama.fetched], 'only it is fetched').toEqual(
      expected === 'webllm' ? [1, 0] : [0, 1],
    );
  });

  it('is fetched again where there was no network', async () => {
    const { judge, webllm } = device();
    const { fetchAhead } = webllm;
    webllm.fetchAhead = () => Promise.reject(new Error('offline'));
    await judge.arrive();
    expect(judge.runtime).toBe('missing');
    webllm.fetchAhead = fetchAhead;
    await judge.arrive();
    expect(judge.runtime).toBe('here');
  });

  it('is remembered with the mirror, and forgotten', async () => {
    const { judge, llama, saved } = device();
    await judge.arrive();
    await judge.chooseRuntime('llama.cpp');
    expect(llama.fetched).toBe(1);
    judge.choices.setMirror('models', 'https://m.example/models');
    await judge.choices.forget();
    expect(saved).toEqual([
      { runtime: 'llama.cpp', mirror: noMirror },
      { runtime: 'llama.cpp', mirror: { models: 'https://m.example/models/', libs: null } },
      'forgotten',
    ]);
    expect([judge.choices.runtime, judge.choices.mirror]).toEqual(['webllm', noMirror]);
  });

  it.each([
    ['', null],
    ['  https://m.example/a/ ', 'https://m.example/a/'],
    ['http://127.0.0.1:8000/a', 'http://127.0.0.1:8000/a/'],
    ['http://m.example/a', 'wrong'],
    ['https://me:secret@m.example/', 'wrong'],
    ['https://m.example/?key=1', 'wrong'],
    ['m.example', 'wrong'],
  ])('has a mirror: %j is %s', (text, expected) => {
    const { choices } = device().judge;
    choices.setMirror('libs', 'https://before.example/');
    choices.setMirror('libs', text);
    expect(choices.refusedMirror.libs).toBe(expected === 'wrong');
    expect(choices.mirror.libs).toBe(expected === 'wrong' ? 'https://before.example/' : expected);
  });
});

it('a download is paused with what it has, and resumed', async () => {
  const download: LoadStep = { kind: 'download', loaded: 1e9, total: 2e9, bytesPerSecond: 1e7 };
  const { judge, webllm } = device();
  await judge.arrive();
  const source: ModelSource = { kind: 'listed', id: 'x' };
  const first = judge.open(source);
  await expect.poll(() => webllm.hooks.length).toBe(1);
  judge.pause();
  expect(judge.state.kind, 'nothing is on its way yet').toBe('loading');
  webllm.hooks[0]?.onStep(download);
  judge.pause();
  await first;
  expect(judge.state).toEqual({ kind: 'paused', step: download });
  expect(webllm.hooks[0]?.signal.aborted).toBe(true);
  void judge.resume();
  await expect.poll(() => webllm.opened).toEqual([source, source]);
  expect(judge.state.kind).toBe('loading');
  judge.cancel();
  expect(judge.state).toEqual({ kind: 'empty' });
  await judge.resume();
  expect(webllm.opened, 'a cancelled one is not resumed').toHaveLength(2);
});

describe('kept models', () => {
  async function withKept(...stored: KeptModel[]) {
    const found = device();
    found.files.stored = stored;
    await found.judge.arrive();
    return found;
  }

  it('are those of every runtime, and open where they belong', async () => {
    const { judge, webllm, llama } = await withKept(qwen, gguf);
    expect(judge.kept).toEqual([qwen, gguf]);
    void judge.openKept(gguf);
    await expect.poll(() => llama.opened).toEqual([{ kind: 'address', address: gguf.id }]);
    expect(judge.choices.runtime).toBe('llama.cpp');
    void judge.openKept(qwen);
    await expect.poll(() => webllm.opened).toEqual([{ kind: 'listed', id: qwen.id }]);
  });

  it.each([
    ['by its address', gguf.id, gguf.id],
    ...[1, 2, 3].map((part) => [
      `by part ${part}`,
      'https://m.example/a-00001-of-00003.gguf',
      ` https://m.example/a-0000${part}-of-00003.gguf`,
    ]),
  ])('are deleted while one of them is loaded %s', async (_, id, address) => {
    const deleted = { ...gguf, id };
    const { judge } = await withKept(qwen, deleted);
    const opening = judge.open({ kind: 'address', address });
    await judge.removeKept(deleted);
    await opening;
    expect(judge.kept).toEqual([qwen]);
    expect(judge.state).toEqual({ kind: 'empty' });
  });
});

describe('the list', () => {
  it('offers the nearest to fitting where nothing fits, and says so', async () => {
    const { judge } = device({ gpu: { state: 'none' } });
    await judge.arrive();
    expect(judge.list.chosen?.model.name).toBe('Qwen3 0.6B');
    expect(judge.list.onlyNearest).toBe(true);
    judge.list.choose('Qwen3 8B');
    expect(judge.list.onlyNearest, 'a choice of the person’s').toBe(false);
  });

  it('offers the best that fits, one that is here before that, and the person’s choice before all', async () => {
    const { judge, files } = device();
    expect(judge.list.chosen, 'nothing is known yet').toBeNull();
    await judge.arrive();
    expect(judge.list.chosen?.model.name).toBe('Qwen3 4B');
    files.stored = [qwen];
    await judge.arrive();
    expect(judge.list.chosen?.model.name).toBe('Qwen3 8B');
    judge.list.choose('Phi-4 mini');
    expect(judge.list.chosen?.model.name).toBe('Phi-4 mini');
  });

  it('looks again with another context', async () => {
    const { judge } = device();
    await judge.arrive();
    const verdict = () => judge.list.offers.find(({ model }) => model.name === 'Qwen3 4B')?.fit.verdict;
    expect(verdict()).toBe('fits');
    await judge.setContext(32_768);
    expect(verdict()).toBe('unsure');
  });
});
