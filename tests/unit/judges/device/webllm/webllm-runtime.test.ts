// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type {
  DeviceAbilities,
  DeviceProblem,
  DeviceSettings,
  LoadStep,
  ModelSource,
} from '../../../../../src/judges/device/device';
import type { MlcModel } from '../../../../../src/judges/device/files/mlc-model';
import type { FileJob } from '../../../../../src/judges/device/files/model-files';
import { webllmRuntime } from '../../../../../src/judges/device/webllm/webllm-runtime';
import { FakeClock } from '../../../sheet/run/fake-clock';
import { card } from '../machine';
import { opened, ScriptedWorker, type Script } from '../scripted-worker';

const id = 'Qwen3-4B-q4f32_1-MLC';
const listed = {
  id,
  model: `https://hub.example/${id}`,
  lib: 'https://libs.example/qwen.wasm',
  bytesPerToken: 9,
};
const model: MlcModel = {
  id,
  bytes: 700,
  parameters: 4.02,
  config: {
    tokenizer_files: ['tokenizer.json'],
    context_window_size: 32_768,
    model_type: 'qwen3',
    quantization: 'q4f32_1',
    conv_template: { role_templates: { user: '{user_message}' } },
  },
};
const gpu: DeviceAbilities['gpu'] = { ...card, f16: false };
const settings: DeviceSettings = { context: null, threads: 1, mirror: { models: null, libs: null } };

interface World {
  gpu?: DeviceAbilities['gpu'];
  /** What comes of its files. */
  taken?: MlcModel | DeviceProblem;
  held?: boolean;
  script?: Script;
}

function runtimeWith({ gpu: found = gpu, taken = model, held = false, script }: World = {}) {
  const jobs: FileJob[] = [];
  const workers: ScriptedWorker[] = [];
  let fetched = 0;
  let released = 0;
  const runtime = webllmRuntime({
    clock: new FakeClock(),
    fetchWorkers: () => Promise.resolve(void (fetched += 1)),
    startWorker: () => {
      const open: Script = (order) => (order.kind === 'open' ? [opened(order.settings.context)] : []);
      const worker = new ScriptedWorker(script ?? open);
      workers.push(worker);
      return worker;
    },
    files: {
      takeMlc: (job) => {
        jobs.push(job);
        return Promise.resolve(taken);
      },
    },
    findGpu: () => Promise.resolve(found),
    hold: () => Promise.resolve(held ? null : { release: () => (released += 1) }),
    findListed: (wanted) => (wanted === id ? listed : null),
  });
  const steps: LoadStep[] = [];
  const hooks = { onStep: (step: LoadStep) => steps.push(step), signal: new AbortController().signal };
  const open = (source: ModelSource = { kind: 'listed', id }, changes: Partial<DeviceSettings> = {}) =>
    runtime.open(source, { ...settings, ...changes }, hooks);
  return { runtime, open, jobs, workers, steps, fetched: () => fetched, released: () => released };
}

describe('a model', () => {
  it('is opened from its files with the context that is asked for', async () => {
    const { open, jobs, workers, steps } = runtimeWith();
    const outcome = await open(undefined, { context: 12_000 });
    expect(outcome).toMatchObject({
      ok: true,
      model: { loaded: { runtime: 'webllm', name: id, bytes: 700, context: 12_000 } },
    });
    expect(steps).toEqual([{ kind: 'model' }]);
    expect(jobs).toEqual([{ kind: 'fetch-mlc', listed, mirror: settings.mirror }]);
    expect(workers[0]?.orders[0]).toEqual({
      kind: 'open',
      settings: { context: 12_000, threads: 1 },
      load: {
        id,
        model: `https://models.assay.invalid/${id}/resolve/main/`,
        lib: `https://models.assay.invalid/${id}/resolve/main/*.wasm`,
        f16: false,
        trainedContext: 32_768,
        parameters: 4.02,
        bytesPerToken: 9,
        thinks: true,
        templates: { system: true, user: true, assistant: false },
      },
    });
  });

  it('that is listed no more is opened from what is kept', async () => {
    const { open, jobs } = runtimeWith();
    await open({ kind: 'listed', id: 'gone' });
    expect(jobs).toEqual([{ kind: 'open-mlc', id: 'gone' }]);
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
      'without short numbers, as its own files say',
      { taken: { ...model, config: { ...model.config, quantization: 'q4f16_1' } } },
      { kind: 'listed', id },
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
      { taken: { fault: 'corrupt', said: 'a.bin' } },
      { kind: 'listed', id },
      {},
      'corrupt',
    ],
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
});

it.each<[DeviceAbilities['gpu'], number]>([
  [gpu, 1],
  [{ state: 'none' }, 0],
])('with %o its workers are fetched ahead %i times', async (found, expected) => {
  const { runtime, fetched } = runtimeWith({ gpu: found });
  await runtime.fetchAhead();
  expect(fetched()).toBe(expected);
});
