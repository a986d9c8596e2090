import { describe, expect, it } from 'vitest';
import type {
  DeviceAbilities,
  DeviceProblem,
  DeviceRuntime,
  KeptModel,
  LoadHooks,
  LoadStep,
  ModelSource,
  RuntimeId,
} from '../../../src/judges/device/device';
import type { DeviceChoice } from '../../../src/judges/device/form/device-choices.svelte';
import { DeviceJudge } from '../../../src/judges/device/form/device-judge.svelte';

const gpu = {
  state: 'there',
  f16: true,
  software: false,
  maxBufferBytes: 2 ** 31,
  maxBindingBytes: 2 ** 30,
  maxWorkgroupBytes: 2 ** 15,
  maxStorageBuffers: 10,
} as const;
const machine: DeviceAbilities = {
  wasm: true,
  isolated: true,
  processors: 8,
  threads: 4,
  memoryGigabytes: 8,
  storageBytes: 20e9,
  gpu,
  builtIn: 'none',
};
const qwen: KeptModel = {
  runtime: 'webllm',
  id: 'Qwen3-8B-q4f16_1-MLC',
  name: 'Qwen3 8B',
  bytes: 5e9,
  whole: true,
};
const gguf: KeptModel = {
  runtime: 'llama.cpp',
  id: 'https://m.example/a.gguf',
  name: 'a.gguf',
  bytes: 2e9,
  whole: true,
};

/** A runtime that is told from outside how its work goes. */
class ToldRuntime implements DeviceRuntime {
  readonly id: RuntimeId;
  readonly takes: readonly ModelSource['kind'][];
  opened: ModelSource[] = [];
  hooks: LoadHooks[] = [];
  fetched = 0;
  fetchAhead = () => {
    this.fetched += 1;
    return Promise.resolve();
  };

  constructor(id: RuntimeId, takes: readonly ModelSource['kind'][]) {
    this.id = id;
    this.takes = takes;
  }
  open(source: ModelSource, _: unknown, hooks: LoadHooks): ReturnType<DeviceRuntime['open']> {
    this.opened.push(source);
    this.hooks.push(hooks);
    return new Promise((_resolve, reject) => {
      hooks.signal.addEventListener('abort', () => reject(new Error('called off')));
    });
  }
}

/** The files that this browser keeps, whose reading goes as it is told from outside. */
class ToldFiles {
  stored: KeptModel[] = [];
  onStep: (step: LoadStep) => void = () => {};
  settle: (problem: DeviceProblem | null) => void = () => {};
  list = () => Promise.resolve(this.stored);
  remove = (id: string) => {
    this.stored = this.stored.filter((model) => model.id !== id);
    return Promise.resolve();
  };
  verify = (_: string, { onStep, signal }: LoadHooks) => {
    this.onStep = onStep;
    return new Promise<DeviceProblem | null>((resolve, reject) => {
      this.settle = resolve;
      signal.addEventListener('abort', () => reject(new Error('called off')));
    });
  };
}

function panel(change: Partial<DeviceAbilities> = {}, remembered: DeviceChoice | null = null) {
  const webllm = new ToldRuntime('webllm', ['listed', 'folder']);
  const llama = new ToldRuntime('llama.cpp', ['files', 'address']);
  const files = new ToldFiles();
  const saved: (DeviceChoice | 'forgotten')[] = [];
  const judge = new DeviceJudge({
    runtimes: [webllm, llama],
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
    askToKeep: () => {},
    explain: () => 'no',
  });
  return { judge, webllm, llama, files, saved };
}
const download: LoadStep = { kind: 'download', loaded: 1e9, total: 2e9, bytesPerSecond: 1e7 };
const noMirror = { models: null, libs: null };

describe('the runtime', () => {
  it.each<[string, Partial<DeviceAbilities>, DeviceChoice | null, RuntimeId]>([
    ['a graphics card', {}, null, 'webllm'],
    ['none', { gpu: { state: 'none' } }, null, 'llama.cpp'],
    ['software', { gpu: { ...gpu, f16: false, software: true } }, null, 'llama.cpp'],
    ['a choice of earlier', {}, { runtime: 'llama.cpp', mirror: noMirror }, 'llama.cpp'],
    ['a choice that is no longer offered', {}, { runtime: 'built-in', mirror: noMirror }, 'webllm'],
  ])('%s', async (_, change, remembered, expected) => {
    const { judge, webllm, llama } = panel(change, remembered);
    await judge.arrive();
    expect(judge.choices.runtime).toBe(expected);
    const chosen = expected === 'webllm' ? webllm : llama;
    expect(chosen.fetched).toBe(1);
    expect(webllm.fetched + llama.fetched, 'the other one is not fetched').toBe(1);
  });

  it('is remembered with the mirror, and forgotten', async () => {
    const { judge, llama, saved } = panel();
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
  ])('a mirror at %j is %s', (text, expected) => {
    const { judge } = panel();
    judge.choices.setMirror('libs', 'https://before.example/');
    judge.choices.setMirror('libs', text);
    expect(judge.choices.refusedMirror.libs).toBe(expected === 'wrong');
    expect(judge.choices.mirror.libs).toBe(expected === 'wrong' ? 'https://before.example/' : expected);
  });
});

describe('a download', () => {
  it('is paused with what it has, and goes on', async () => {
    const { judge, webllm } = panel();
    await judge.arrive();
    const source: ModelSource = { kind: 'listed', id: 'x' };
    const first = judge.open(source);
    await expect.poll(() => webllm.hooks.length).toBe(1);
    judge.pause();
    expect(judge.state.kind, 'nothing is on its way yet').toBe('loading');
    webllm.hooks[0]?.onStep(download);
    expect(judge.state).toEqual({ kind: 'loading', step: download });
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
    expect(webllm.opened, 'what was called off does not go on').toHaveLength(2);
  });
});

describe('the models that are kept', () => {
  async function withKept() {
    const made = panel();
    made.files.stored = [qwen, gguf];
    await made.judge.arrive();
    return made;
  }

  it('are those of every runtime, and open where they belong', async () => {
    const { judge, webllm, llama } = await withKept();
    expect(judge.kept.models).toEqual([qwen, gguf]);
    void judge.openKept(gguf);
    await expect.poll(() => llama.opened).toEqual([{ kind: 'address', address: gguf.id }]);
    expect(judge.choices.runtime).toBe('llama.cpp');
    void judge.openKept(qwen);
    await expect.poll(() => webllm.opened).toEqual([{ kind: 'listed', id: qwen.id }]);
  });

  it.each([
    [gguf.id, gguf.id],
    // Also where it was asked for by another of its parts.
    ['https://m.example/a-00001-of-00003.gguf', ' https://m.example/a-00003-of-00003.gguf'],
  ])('are deleted, and what was being loaded of them ends: %s', async (id, address) => {
    const { judge, files } = panel();
    files.stored = [qwen, { ...gguf, id }];
    await judge.arrive();
    const opening = judge.open({ kind: 'address', address });
    await judge.removeKept({ ...gguf, id });
    await opening;
    expect(judge.kept.models).toEqual([qwen]);
    expect(judge.state).toEqual({ kind: 'empty' });
  });

  it.each([
    ['right', null],
    ['wrong', { fault: 'corrupt' as const, said: 'a' }],
  ])('that are read again are %s', async (_, problem) => {
    const { judge, files } = await withKept();
    const reading = judge.kept.verify(gguf);
    const step: LoadStep = { kind: 'verify', done: 1, total: 2 };
    files.onStep(step);
    expect(judge.kept.verifying?.step).toEqual(step);
    files.settle(problem);
    await reading;
    expect(judge.kept.verifying).toBeNull();
    expect([...judge.kept.verified]).toEqual([[gguf.id, problem]]);
  });
});

describe('the list', () => {
  it('offers the nearest to fitting where nothing fits, and says so', async () => {
    const { judge } = panel({ gpu: { state: 'none' } });
    await judge.arrive();
    expect(judge.list.chosen?.model.name).toBe('Qwen3 0.6B');
    expect(judge.list.onlyNearest).toBe(true);
    judge.list.choose('Qwen3 8B');
    expect(judge.list.onlyNearest, 'a choice of the person’s').toBe(false);
  });

  it('offers the best that fits, one that is here before that, and the person’s choice before all', async () => {
    const { judge, files } = panel();
    expect(judge.list.chosen, 'nothing is known yet').toBeNull();
    await judge.arrive();
    expect(judge.list.chosen?.model.name).toBe('Qwen3 4B');
    files.stored = [qwen];
    await judge.kept.look();
    expect(judge.list.chosen?.model.name).toBe('Qwen3 8B');
    judge.list.choose('Phi-4 mini');
    expect(judge.list.chosen?.model.name).toBe('Phi-4 mini');
  });

  it('looks again with another context', async () => {
    const { judge } = panel();
    await judge.arrive();
    const verdict = () => judge.list.offers.find(({ model }) => model.name === 'Qwen3 4B')?.fit.verdict;
    expect(verdict()).toBe('fits');
    await judge.setContext(32_768);
    expect(verdict()).toBe('unsure');
  });
});
