// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type {
  DeviceAbilities,
  DeviceSettings,
  LoadStep,
  ModelSource,
} from '../../../../../src/judges/device/device';
import type { JudgeRequest } from '../../../../../src/judgement/judge';
import {
  ModelFiles,
  type FileJob,
  type FileOutcome,
} from '../../../../../src/judges/device/files/model-files';
import type { MlcModel } from '../../../../../src/judges/device/files/mlc-model';
import type { CallAnswer, CalledWorker, CallMessage } from '../../../../../src/privacy/worker-call';
import { webllmRuntime } from '../../../../../src/judges/device/webllm/webllm-runtime';
import { FakeClock, settled } from '../../../sheet/run/fake-clock';
import { generated, opened, ScriptedWorker, type Script } from '../scripted-worker';
import { memoryStorage } from '../files/memory-storage';

const id = 'Qwen3-4B-q4f32_1-MLC';
const listed = {
  id,
  model: `https://hub.example/${id}`,
  lib: 'https://libs.example/qwen.wasm',
  bytesPerToken: 9,
};
type News = CallAnswer<LoadStep, FileOutcome>;
const done = (outcome: FileOutcome): News => ({ kind: 'done', result: outcome });
const model: MlcModel = {
  id,
  name: id,
  bytes: 700,
  parameters: 4_022_468_096,
  config: {
    tokenizer_files: ['tokenizer.json'],
    context_window_size: 32_768,
    model_type: 'qwen3',
    quantization: 'q4f32_1',
    conv_template: { role_templates: { user: '{user_message}' } },
  },
};
const gpu: DeviceAbilities['gpu'] = {
  state: 'there',
  f16: false,
  software: false,
  maxBufferBytes: 1,
  maxBindingBytes: 1,
  maxWorkgroupBytes: 1,
  maxStorageBuffers: 1,
};
const settings: DeviceSettings = { context: null, threads: 1, mirror: { models: null, libs: null } };

type FilesWorker = CalledWorker<FileJob, LoadStep, FileOutcome>;
/** The worker of the files, played by a script. */
class FilesScript implements FilesWorker {
  onmessage: FilesWorker['onmessage'] = null;
  onerror: FilesWorker['onerror'] = null;
  onmessageerror: FilesWorker['onmessageerror'] = null;
  ended = false;
  readonly jobs: FileJob[];
  readonly #news: (News | Error)[];

  constructor(jobs: FileJob[], news: (News | Error)[]) {
    this.jobs = jobs;
    this.#news = news;
  }
  postMessage(message: CallMessage<FileJob>): void {
    if (message.kind === 'order') this.jobs.push(message.order);
    const news: (News | Error)[] =
      message.kind === 'order' ? this.#news : [{ kind: 'failed', name: 'AbortError', message: '' }];
    queueMicrotask(() => {
      for (const one of news)
        if (one instanceof Error) this.onerror?.(new ErrorEvent('error', { message: one.message }));
        else this.onmessage?.(new MessageEvent('message', { data: one }));
    });
  }
  terminate(): void {
    this.ended = true;
  }
}

interface World {
  gpu?: DeviceAbilities['gpu'];
  news?: (News | Error)[];
  held?: boolean;
  script?: (order: Parameters<Script>[0], engine: number) => ReturnType<Script> | null;
}

function runtimeWith({ gpu: card = gpu, news = [done({ model })], held = false, script }: World = {}) {
  const jobs: FileJob[] = [];
  const filesWorkers: FilesScript[] = [];
  const workers: ScriptedWorker[] = [];
  let fetched = 0;
  const clock = new FakeClock();
  let released = 0;
  const files = new ModelFiles({
    storage: memoryStorage().storage,
    clock,
    startWorker: () => {
      const worker = new FilesScript(jobs, news);
      filesWorkers.push(worker);
      return worker;
    },
  });
  const runtime = webllmRuntime({
    clock,
    fetchWorkers: () => Promise.resolve(void (fetched += 1)),
    startWorker: () => {
      const engine = workers.length;
      const worker = new ScriptedWorker((order) => {
        const own = script?.(order, engine);
        if (own) return own;
        if (order.kind === 'open') return [opened(order.settings.context)];
        if (order.kind === 'count') return [{ kind: 'counted', tokens: 900 }];
        return [{ kind: 'text', soFar: '{' }, generated('{"score":3}')];
      });
      workers.push(worker);
      return worker;
    },
    files,
    findGpu: () => Promise.resolve(card),
    hold: () => Promise.resolve(held ? null : { release: () => (released += 1) }),
    findListed: (wanted) => (wanted === id ? listed : null),
  });
  const steps: LoadStep[] = [];
  const open = (source: ModelSource = { kind: 'listed', id }, changes: Partial<DeviceSettings> = {}) =>
    runtime.open(
      source,
      { ...settings, ...changes },
      { onStep: (step) => steps.push(step), signal: new AbortController().signal },
    );
  return {
    runtime,
    open,
    jobs,
    filesWorkers,
    workers,
    steps,
    clock,
    fetched: () => fetched,
    released: () => released,
  };
}

describe('a model', () => {
  it('is opened from its files with the context that is asked for', async () => {
    const step: LoadStep = { kind: 'verify', done: 1, total: 2 };
    const { open, jobs, workers, steps, filesWorkers } = runtimeWith({
      news: [{ kind: 'progress', progress: step }, done({ model })],
    });
    const outcome = await open(undefined, { context: 12_000 });
    expect(outcome).toMatchObject({
      ok: true,
      model: { loaded: { runtime: 'webllm', name: id, bytes: 700, context: 12_000 } },
    });
    expect(steps).toEqual([step, { kind: 'model' }]);
    expect(jobs).toEqual([{ kind: 'fetch-mlc', listed, mirror: settings.mirror }]);
    expect(filesWorkers.map(({ ended }) => ended)).toEqual([true]);
    expect(workers[0]?.orders[0]).toEqual({
      kind: 'open',
      settings: { context: 12_000, threads: 1 },
      load: {
        id,
        model: `https://models.assay.invalid/${id}/resolve/main/`,
        lib: `https://models.assay.invalid/${id}/resolve/main/*.wasm`,
        f16: false,
        trainedContext: 32_768,
        parameters: 4.022_468_096,
        bytesPerToken: 9,
        thinks: true,
        templates: { system: true, user: true, assistant: false },
      },
    });
  });

  it.each<[string, number | null, number | null]>([
    // Its own list is to be believed, whatever a folder is called.
    ['my-4B-model', 1_720_574_976, 1.720574976],
    ['my-4B-model', null, 4],
    ['my model', null, null],
  ])('%s with a list that says %s has %s billion parameters', async (name, parameters, expected) => {
    const { open, workers } = runtimeWith({
      news: [done({ model: { ...model, id: `folder:${name}`, name, parameters } })],
    });
    await open({ kind: 'folder', files: [] });
    expect(workers[0]?.orders[0]).toMatchObject({ load: { parameters: expected } });
  });

  it.each<[string, ModelSource, FileJob]>([
    ['a folder is imported', { kind: 'folder', files: [] }, { kind: 'import-mlc', files: [] }],
    [
      'one that came from a folder is looked for',
      { kind: 'listed', id: 'folder:x' },
      { kind: 'open-mlc', id: 'folder:x' },
    ],
    ['one that is listed no more as well', { kind: 'listed', id: 'gone' }, { kind: 'open-mlc', id: 'gone' }],
  ])('%s', async (_, source, job) => {
    const { open, jobs } = runtimeWith();
    await open(source);
    expect(jobs).toEqual([job]);
  });

  it.each<[string, World, ModelSource, Partial<DeviceSettings>, string]>([
    ['without WebGPU', { gpu: { state: 'none' } }, { kind: 'listed', id }, {}, 'no-webgpu'],
    [
      'without short numbers, before anything is fetched',
      {},
      { kind: 'listed', id: 'x-q4f16_1-MLC' },
      {},
      'no-f16',
    ],
    [
      'without short numbers, from a folder',
      {
        news: [done({ model: { ...model, config: { ...model.config, quantization: 'q4f16_1' } } })],
      },
      { kind: 'folder', files: [] },
      {},
      'no-f16',
    ],
    [
      'from a mirror without encryption',
      {},
      { kind: 'listed', id },
      { mirror: { models: 'http://mirror.example/', libs: null } },
      'address',
    ],
    [
      'with a wrong file',
      { news: [done({ problem: { fault: 'corrupt', said: 'a.bin' } })] },
      { kind: 'listed', id },
      {},
      'corrupt',
    ],
    ['without its worker', { news: [new Error('')] }, { kind: 'listed', id }, {}, 'runtime-missing'],
    ['in a second tab', { held: true }, { kind: 'listed', id }, {}, 'held'],
  ])('%s is not opened', async (_, world, source, changes, fault) => {
    const { open, workers } = runtimeWith(world);
    expect(await open(source, changes)).toMatchObject({ ok: false, problem: { fault } });
    expect(workers).toEqual([]);
  });

  it.each(['crash', 'memory', 'no-f16', 'device-lost'] as const)(
    'that ends in %s lets the device go',
    async (fault) => {
      const { open, released } = runtimeWith({ script: () => [{ kind: 'broken', fault, message: 'so' }] });
      expect(await open()).toEqual({
        ok: false,
        problem: { fault: fault === 'crash' ? 'load' : fault, said: 'so' },
      });
      expect(released()).toBe(1);
    },
  );

  it('that is called off leaves no worker behind', async () => {
    const { runtime, filesWorkers } = runtimeWith({ news: [] });
    const controller = new AbortController();
    const hooks = { onStep: () => {}, signal: controller.signal };
    const opening = runtime.open({ kind: 'listed', id }, settings, hooks);
    await settled();
    controller.abort(new Error('enough'));
    await expect(opening).rejects.toThrow('enough');
    expect(filesWorkers.map(({ ended }) => ended)).toEqual([true]);
  });
});

it.each<[DeviceAbilities['gpu'], number]>([
  [gpu, 1],
  [{ state: 'none' }, 0],
])('with %o its workers are fetched ahead %i times', async (card, expected) => {
  const { runtime, fetched } = runtimeWith({ gpu: card });
  await runtime.fetchAhead();
  expect(fetched()).toBe(expected);
});

it('its files are read again before an engine is started anew, and nobody is asked for them', async () => {
  const news: News[] = [done({ model })];
  const { open, jobs, workers } = runtimeWith({ news });
  const outcome = await open();
  if (!outcome.ok) throw new Error('Expected a model.');
  expect(await outcome.model.change({ ...settings, context: 8192 })).toBeNull();
  expect(jobs.slice(1)).toEqual([{ kind: 'verify', id }]);
  const problem = { fault: 'damaged' as const, said: 'params_shard_1.bin' };
  news[0] = done({ problem });
  expect(await outcome.model.change({ ...settings, context: 1024 })).toEqual(problem);
  expect(
    workers.map(({ ended }) => ended),
    'nothing is started with them',
  ).toEqual([true, true]);
});

describe('a run', () => {
  const shape: JudgeRequest['shape'] = { type: 'object', properties: { score: { type: 'integer' } } };
  const requestOf = (own: string, onText?: (soFar: string) => void): JudgeRequest => ({
    prompt: {
      shared: 'The rubric.',
      own,
      boundary: 'b',
      language: 'en',
      neutralised: [],
      estimate: { shared: 1, own: 1 },
    },
    shape,
    signal: new AbortController().signal,
    ...(onText && { onText }),
  });
  const explain = ({ fault, said }: { fault: string; said: string }) => `${fault}: ${said}`;

  it.each<[string, ReturnType<Script>]>([
    [
      'the device is lost',
      [
        { kind: 'text', soFar: '{"sc' },
        { kind: 'broken', fault: 'device-lost', message: 'gone' },
      ],
    ],
    ['the worker crashes', [{ kind: 'text', soFar: '{"sc' }, new Error('killed')]],
    ['the memory is full', [{ kind: 'broken', fault: 'memory', message: 'createBuffer' }]],
    ['it says no more', [{ kind: 'text', soFar: '{"sc' }]],
  ])('%s in its midst: the engine is built anew, and every case is answered', async (_, said) => {
    const { open, workers, clock } = runtimeWith({
      script: (order, engine) =>
        order.kind === 'generate' && engine === 0 && order.generation.messages[1]?.content === 'case 2'
          ? said
          : null,
    });
    const outcome = await open();
    if (!outcome.ok) throw new Error('Expected a model.');
    const judge = outcome.model.judge({ temperature: 0, explain });
    const words: string[] = [];
    for (const own of ['case 1', 'case 2', 'case 3']) {
      const asked = judge.ask(requestOf(own, (soFar) => words.push(soFar)));
      await settled();
      await clock.advance(400_000);
      expect(await asked).toMatchObject({
        text: '{"score":3}',
        model: id,
        usage: { promptTokens: 900, cachedTokens: 700 },
        parameters: { runtime: 'webllm', response_format: 'grammar', context: 4096 },
      });
    }
    expect(words.length).toBeGreaterThanOrEqual(3);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    expect(workers[1]?.orders.map(({ kind }) => kind)).toEqual(['open', 'generate', 'generate']);
  });
});
