import type { DeviceAbilities, DeviceProblem } from '../../core/model/device';
import type { DeviceRuntime, LoadHooks, Mirror, ModelSource } from '../device';
import { EngineBroken, type EngineTools } from '../in-tab/engine';
import { InTabModel } from '../in-tab/in-tab-model';
import type { FileCaches } from './file-caches';
import type { FileJob, FileOutcome, ModelHere } from './file-jobs';
import { keptModels, removeModel } from './kept-models';
import { isFolderId, keptAddress, type ListedFiles } from './model-record';
import { runFileJob, type FilesWorker } from './run-file-job';
import type { WebllmLoad } from './open-engine';

export interface WebllmRuntimeTools extends EngineTools<WebllmLoad> {
  fetch: typeof fetch;
  /** Where the files of its workers are. */
  workerAddresses: readonly string[];
  startFilesWorker: () => FilesWorker;
  findGpu: () => Promise<DeviceAbilities['gpu']>;
  /** Null: another tab has a model open. */
  hold(): Promise<{ release(): void } | null>;
  caches: FileCaches;
  /** By an id of the list. */
  findListed(id: string): ListedFiles | null;
}

const defaultContext = 4096;

/** WebLLM on WebGPU: compiled models of its list, or a folder of such a model. */
export function webllmRuntime(tools: WebllmRuntimeTools): DeviceRuntime {
  const run = (job: FileJob, hooks: LoadHooks) => runFileJob(job, tools.startFilesWorker, hooks);

  return {
    id: 'webllm',
    takes: ['listed', 'folder'],
    fetchAhead: () => fetchWorkers(tools),
    async open(source, settings, hooks) {
      const { onStep, signal } = hooks;
      const fail = (problem: DeviceProblem) => ({ ok: false as const, problem });
      const gpu = await tools.findGpu();
      if (gpu.state === 'none') return fail({ fault: 'no-webgpu', said: '' });
      if (source.kind === 'listed' && !gpu.f16 && needsF16(source.id))
        return fail({ fault: 'no-f16', said: '' });
      const job = jobFor(source, settings.mirror, (id) => tools.findListed(id));
      const here = 'fault' in job ? job : hereOf(await run(job, hooks));
      if ('fault' in here) return fail(here);
      const load = loadOf(here, tools.findListed(here.id));
      if (load.f16 && !gpu.f16) return fail({ fault: 'no-f16', said: '' });
      const held = await tools.hold();
      if (!held) return fail({ fault: 'held', said: '' });
      try {
        onStep({ kind: 'model' });
        const { name, bytes } = here;
        const model = await InTabModel.open<WebllmLoad>(
          {
            runtime: 'webllm',
            name,
            bytes,
            parameters: { response_format: 'grammar' },
            load,
            // Reads what is kept, and asks nobody: a run goes on without a network.
            check: async (again) => {
              const found = hereOf(
                await run({ kind: 'look', id: here.id }, { onStep: () => {}, signal: again }),
              );
              return 'fault' in found ? found : null;
            },
          },
          settings,
          { startWorker: tools.startWorker, clock: tools.clock, release: () => held.release() },
          signal,
        );
        return { ok: true, model };
      } catch (error) {
        held.release();
        if (error instanceof EngineBroken) return fail(error.problem);
        throw error;
      }
    },
    kept: () => keptModels(tools.caches),
    remove: (id) => removeModel(tools.caches, id),
    async verify(id, hooks) {
      const outcome = await run({ kind: 'verify', id }, hooks);
      return 'problem' in outcome ? outcome.problem : null;
    },
  };
}

async function fetchWorkers({ findGpu, workerAddresses, fetch }: WebllmRuntimeTools): Promise<void> {
  if ((await findGpu()).state === 'none') return;
  for (const address of workerAddresses) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    // Only to be in the browser's cache: each worker that is started asks for its file anew.
    await response.arrayBuffer();
  }
}

function hereOf(outcome: FileOutcome): ModelHere | DeviceProblem {
  if ('problem' in outcome) return outcome.problem;
  if ('verified' in outcome) throw new Error('Expected a model, got a verification.');
  return outcome.here;
}

function jobFor(
  source: ModelSource,
  mirror: Mirror,
  findListed: (id: string) => ListedFiles | null,
): FileJob | DeviceProblem {
  if (source.kind === 'folder') return { kind: 'import', files: source.files };
  if (source.kind !== 'listed') throw new Error(`Expected a listed model or a folder, got ${source.kind}.`);
  const listed = isFolderId(source.id) ? null : findListed(source.id);
  if (!listed) return { kind: 'look', id: source.id };
  const wrong = [mirror.models, mirror.libs].find((address) => address !== null && !isAddress(address));
  return wrong === undefined ? { kind: 'fetch', listed, mirror } : { fault: 'address', said: wrong ?? '' };
}

/** A full address: https, or http on this machine. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '') return false;
  const here = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && here);
}

function loadOf({ id, name, config, parameters }: ModelHere, listed: ListedFiles | null): WebllmLoad {
  const { files, lib } = keptAddress(id);
  const { context_window_size: trained = 0, model_type: type = '', quantization, conv_template } = config;
  const roles = conv_template?.role_templates;
  return {
    id,
    model: files,
    lib,
    f16: needsF16(quantization ?? name),
    trainedContext: trained > 0 ? trained : defaultContext,
    parameters: parameters === null ? billionsInName(name) : parameters / 1e9,
    ...(listed?.bytesPerToken !== undefined && { bytesPerToken: listed.bytesPerToken }),
    thinks: type.startsWith('qwen3'),
    templates: {
      system: true,
      user: roles?.user !== undefined,
      assistant: roles?.assistant !== undefined,
    },
  };
}

/** "Qwen3-4B", where the model's own list does not say it. */
function billionsInName(name: string): number | null {
  return Number(/(?:^|[-_])(\d+(?:\.\d+)?)b(?:[-_]|$)/i.exec(name)?.[1] ?? 0) || null;
}

/** As such models are named: four bits a weight, and numbers of sixteen. */
function needsF16(name: string): boolean {
  return /q\d+f16/.test(name);
}
