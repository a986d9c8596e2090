import { errorMessage } from '../../../kit/error-message';
import type { DeviceRuntime, ModelSource } from '../device';
import { EngineBroken, type EngineTools } from '../engine';
import { checkGgufFiles, checkOpenedFiles, ggufModelId, type GgufModel } from '../files/gguf-model';
import type { ModelFiles } from '../files/model-files';
import { InTabModel, openHeld, type HoldDevice, type Loadable } from '../in-tab-model';
import type { LlamaLoad } from '../messages';

interface LlamaRuntimeTools extends EngineTools<LlamaLoad> {
  files: ModelFiles;
  /** Fetches the runtime and its workers, once. Resolves with an address that works without a network. */
  fetchRuntime: () => Promise<string>;
  hold: HoldDevice;
  /** Whether this browser has what it needs. */
  canRun(): boolean;
}

/** llama.cpp in WebAssembly: any GGUF file, on the processor, in every browser that has 64-bit memory. */
export function llamaRuntime(tools: LlamaRuntimeTools): DeviceRuntime {
  return {
    id: 'llama.cpp',
    takes: ['files', 'address'],
    fetchAhead: async () => {
      await tools.fetchRuntime();
    },
    async open(source, settings, hooks) {
      const { onStep, signal } = hooks;
      if (!tools.canRun()) return { ok: false, problem: { fault: 'unsupported', said: '' } };
      if (source.kind !== 'files' && source.kind !== 'address')
        throw new Error(`Expected files or an address, got ${source.kind}.`);
      const files =
        source.kind === 'files' ? source.files : await tools.files.takeGguf(source.address, hooks);
      const model = 'fault' in files ? files : await checkGgufFiles(files);
      if ('fault' in model) return { ok: false, problem: model };
      return openHeld(tools.hold, async (release) => {
        onStep({ kind: 'runtime' });
        const runtime = await tools.fetchRuntime().catch((error: unknown) => {
          throw new EngineBroken('runtime-missing', errorMessage(error));
        });
        onStep({ kind: 'model' });
        const openWith = (gpu?: LlamaLoad['gpu']) => {
          const load = { files: model.files, runtime, ...(gpu && { gpu }) };
          return InTabModel.open(
            loadable(model, load, source, tools.files),
            settings,
            { ...tools, release },
            signal,
          );
        };
        if (!settings.gpu) return openWith();
        try {
          return await openWith('used');
        } catch (error) {
          if (!(error instanceof EngineBroken)) throw error;
          return openWith('refused');
        }
      });
    },
  };
}

function loadable(
  { name, bytes, files }: GgufModel,
  load: LlamaLoad,
  source: ModelSource,
  kept: ModelFiles,
): Loadable<LlamaLoad> {
  const id = source.kind === 'address' ? ggufModelId(source.address) : null;
  return {
    runtime: 'llama.cpp',
    name,
    bytes,
    parameters: { response_format: 'json_schema', ...(load.gpu === 'used' && { gpu: true }) },
    load,
    check: (signal) =>
      id === null ? checkOpenedFiles(files) : kept.verify(id, { onStep: () => {}, signal }),
  };
}
