import type { DeviceAbilities, DeviceProblem } from '../device';
import type { DeviceRuntime, LoadHooks, ModelSource } from '../device-runtime';
import type { EngineTools } from '../engine';
import { runFileJob, type FileJob, type FileJobTools } from '../files/file-job';
import { isModelAddress } from '../files/gguf-model';
import { isFolderModel, keptAddress, type ListedFiles, type Mirror, type MlcModel } from '../files/mlc-model';
import { keptModels, type ModelStorage } from '../files/model-storage';
import { InTabModel, openHeld, type HoldDevice } from '../in-tab-model';
import type { WebllmLoad } from '../messages';

export interface WebllmRuntimeTools extends EngineTools<WebllmLoad>, FileJobTools {
  clock: EngineTools<WebllmLoad>['clock'];
  /** Fetches its workers, so that they start without a network. */
  fetchWorkers: () => Promise<void>;
  findGpu: () => Promise<DeviceAbilities['gpu']>;
  hold: HoldDevice;
  storage: ModelStorage;
  /** By an id of the list. */
  findListed(id: string): ListedFiles | null;
}

const defaultContext = 4096;

/** WebLLM on WebGPU: compiled models of its list, or a folder of such a model. */
export function webllmRuntime(tools: WebllmRuntimeTools): DeviceRuntime {
  const { storage } = tools;
  const take = async (job: FileJob, hooks: LoadHooks): Promise<MlcModel | DeviceProblem> => {
    const outcome = await runFileJob(job, tools, hooks);
    if (outcome.kind === 'problem') return outcome.problem;
    if (outcome.kind !== 'mlc') throw new Error(`Expected a model for WebLLM, got ${outcome.kind}.`);
    return outcome.model;
  };
  return {
    id: 'webllm',
    takes: ['listed', 'folder'],
    async fetchAhead() {
      if ((await tools.findGpu()).state !== 'none') await tools.fetchWorkers();
    },
    async open(source, settings, hooks) {
      const { onStep, signal } = hooks;
      const fail = (problem: DeviceProblem) => ({ ok: false as const, problem });
      const gpu = await tools.findGpu();
      if (gpu.state === 'none') return fail({ fault: 'no-webgpu', said: '' });
      if (source.kind === 'listed' && !gpu.f16 && needsF16(source.id))
        return fail({ fault: 'no-f16', said: '' });
      const job = jobFor(source, settings.mirror, (id) => tools.findListed(id));
      const model = 'fault' in job ? job : await take(job, hooks);
      if ('fault' in model) return fail(model);
      const load = loadFor(model, tools.findListed(model.id));
      if (load.f16 && !gpu.f16) return fail({ fault: 'no-f16', said: '' });
      const { id, name, bytes } = model;
      return openHeld(tools.hold, (release) => {
        onStep({ kind: 'model' });
        return InTabModel.open<WebllmLoad>(
          {
            runtime: 'webllm',
            name,
            bytes,
            parameters: { response_format: 'grammar' },
            load,
            // Nothing is fetched: a run continues without a network.
            async check(again) {
              const kept = await take({ kind: 'open-kept', id }, { onStep: () => {}, signal: again });
              return 'fault' in kept ? kept : null;
            },
          },
          settings,
          { ...tools, release },
          signal,
        );
      });
    },
    kept: () => keptModels(storage, 'webllm'),
    remove: (id) => storage.remove(id),
    async verify(id, hooks) {
      const outcome = await runFileJob({ kind: 'verify', id }, tools, hooks);
      return outcome.kind === 'problem' ? outcome.problem : null;
    },
  };
}

function jobFor(
  source: ModelSource,
  mirror: Mirror,
  findListed: (id: string) => ListedFiles | null,
): FileJob | DeviceProblem {
  if (source.kind === 'folder') return { kind: 'import-folder', files: source.files };
  if (source.kind !== 'listed') throw new Error(`Expected a listed model or a folder, got ${source.kind}.`);
  const listed = isFolderModel(source.id) ? null : findListed(source.id);
  if (!listed) return { kind: 'open-kept', id: source.id };
  const wrong = [mirror.models, mirror.libs].find((address) => address !== null && !isModelAddress(address));
  return wrong === undefined
    ? { kind: 'fetch-mlc', listed, mirror }
    : { fault: 'address', said: wrong ?? '' };
}

function loadFor({ id, name, config, parameters }: MlcModel, listed: ListedFiles | null): WebllmLoad {
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
