import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem } from '../device';
import type { DeviceRuntime, LoadHooks, ModelSource } from '../device-runtime';
import { EngineBroken, type EngineTools } from '../engine';
import { runFileJob, type FileJobTools } from '../files/file-job';
import { checkGgufFiles, checkOpenedFiles, ggufModelId, type GgufModel } from '../files/gguf-model';
import { keptModels, type ModelStorage } from '../files/model-storage';
import { InTabModel, openHeld, type HoldDevice, type Loadable } from '../in-tab-model';
import type { LlamaLoad } from '../messages';

export interface LlamaRuntimeTools extends EngineTools<LlamaLoad>, FileJobTools {
  clock: EngineTools<LlamaLoad>['clock'];
  /** Fetches the runtime and its workers, once. Gives an address that works without a network. */
  fetchRuntime: () => Promise<string>;
  hold: HoldDevice;
  storage: ModelStorage;
  /** Whether this browser has what it needs. */
  canRun(): boolean;
}

/** llama.cpp in WebAssembly: any GGUF file, on the processor, in every browser that has 64-bit memory. */
export function llamaRuntime(tools: LlamaRuntimeTools): DeviceRuntime {
  const { storage } = tools;
  return {
    id: 'llama.cpp',
    takes: ['files', 'address'],
    fetchAhead: async () => {
      await tools.fetchRuntime();
    },
    async open(source, settings, hooks) {
      const { onStep, signal } = hooks;
      if (!tools.canRun()) return { ok: false, problem: { fault: 'unsupported', said: '' } };
      const files = await filesOf(source, tools, hooks);
      const model = 'fault' in files ? files : await checkGgufFiles(files);
      if ('fault' in model) return { ok: false, problem: model };
      return openHeld(tools.hold, async (release) => {
        onStep({ kind: 'runtime' });
        const runtime = await tools.fetchRuntime().catch((error: unknown) => {
          throw new EngineBroken('runtime-missing', errorMessage(error));
        });
        onStep({ kind: 'model' });
        const openWith = (gpu?: LlamaLoad['gpu']) =>
          InTabModel.open(
            loadable(model, source, runtime, gpu, tools),
            settings,
            { ...tools, release },
            signal,
          );
        if (!settings.gpu) return openWith();
        try {
          return await openWith('used');
        } catch (error) {
          if (!(error instanceof EngineBroken)) throw error;
          return openWith('refused');
        }
      });
    },
    kept: () => keptModels(storage, 'llama.cpp'),
    remove: (id) => storage.remove(id),
    async verify(id, hooks) {
      const outcome = await runFileJob({ kind: 'verify', id }, tools, hooks);
      return outcome.kind === 'problem' ? outcome.problem : null;
    },
  };
}

async function filesOf(
  source: ModelSource,
  tools: LlamaRuntimeTools,
  hooks: LoadHooks,
): Promise<File[] | DeviceProblem> {
  if (source.kind === 'files') return source.files;
  if (source.kind !== 'address') throw new Error(`Expected files or an address, got ${source.kind}.`);
  const outcome = await runFileJob({ kind: 'fetch-gguf', address: source.address }, tools, hooks);
  if (outcome.kind === 'problem') return outcome.problem;
  if (outcome.kind !== 'gguf') throw new Error(`Expected GGUF files, got ${outcome.kind}.`);
  return outcome.files;
}

function loadable(
  { name, bytes, files }: GgufModel,
  source: ModelSource,
  runtime: string,
  gpu: LlamaLoad['gpu'],
  tools: LlamaRuntimeTools,
): Loadable<LlamaLoad> {
  return {
    runtime: 'llama.cpp',
    name,
    bytes,
    parameters: { response_format: 'json_schema', ...(gpu === 'used' && { gpu: true }) },
    load: { files, runtime, ...(gpu && { gpu }) },
    async check(signal) {
      const id = source.kind === 'address' ? ggufModelId(source.address) : null;
      if (id === null) return checkOpenedFiles(files);
      const outcome = await runFileJob({ kind: 'open-kept', id }, tools, { onStep: () => {}, signal });
      return outcome.kind === 'problem' ? outcome.problem : null;
    },
  };
}
