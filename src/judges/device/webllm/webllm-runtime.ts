import type { DeviceAbilities, DeviceProblem, DeviceRuntime } from '../device';
import { isModelAddress } from '../files/gguf-model';
import { keptAddress, type ListedFiles, type MlcModel } from '../files/mlc-model';
import type { ModelFiles } from '../files/model-files';
import { openInTab, type InTabTools } from '../in-tab-model';
import type { WebllmLoad } from '../messages';

interface WebllmRuntimeTools extends InTabTools<WebllmLoad> {
  files: Pick<ModelFiles, 'takeMlc'>;
  /** Fetches its workers, so that they start without a network. */
  fetchWorkers: () => Promise<void>;
  findGpu: () => Promise<DeviceAbilities['gpu']>;
  findListed(id: string): ListedFiles | null;
}

const defaultContext = 4096;

export function webllmRuntime(tools: WebllmRuntimeTools): DeviceRuntime {
  const { files } = tools;
  return {
    async fetchAhead() {
      if ((await tools.findGpu()).state !== 'none') await tools.fetchWorkers();
    },
    async open(source, settings, hooks) {
      const fail = (problem: DeviceProblem) => ({ ok: false as const, problem });
      const gpu = await tools.findGpu();
      if (gpu.state === 'none') return fail({ fault: 'no-webgpu', said: '' });
      if (source.kind !== 'listed') throw new Error(`Expected a listed model, got ${source.kind}.`);
      const { id } = source;
      if (!gpu.f16 && needsF16(id)) return fail({ fault: 'no-f16', said: '' });
      const { mirror } = settings;
      const wrong = [mirror.models, mirror.libs].find((each) => each !== null && !isModelAddress(each));
      const listed = tools.findListed(id);
      if (listed && wrong) return fail({ fault: 'address', said: wrong });
      const model = await files.takeMlc(
        listed ? { kind: 'fetch-mlc', listed, mirror } : { kind: 'open-mlc', id },
        hooks,
      );
      if ('fault' in model) return fail(model);
      const load = loadFor(model, listed);
      if (load.f16 && !gpu.f16) return fail({ fault: 'no-f16', said: '' });
      hooks.onStep({ kind: 'model' });
      const parameters = { response_format: 'grammar' };
      return openInTab<WebllmLoad>(
        { runtime: 'webllm', name: id, bytes: model.bytes, parameters, loads: [load] },
        settings,
        tools,
        hooks.signal,
      );
    },
  };
}

function loadFor({ id, config, parameters }: MlcModel, listed: ListedFiles | null): WebllmLoad {
  const { files, lib } = keptAddress(id);
  const { context_window_size: trained = 0, model_type: type = '', quantization, conv_template } = config;
  const roles = conv_template?.role_templates;
  return {
    id,
    model: files,
    lib,
    f16: needsF16(quantization ?? id),
    trainedContext: trained > 0 ? trained : defaultContext,
    parameters,
    ...(listed && { bytesPerToken: listed.bytesPerToken }),
    thinks: type.startsWith('qwen3'),
    templates: {
      system: true,
      user: roles?.user !== undefined,
      assistant: roles?.assistant !== undefined,
    },
  };
}

/** As such models are named: four bits a weight, and numbers of sixteen. */
function needsF16(name: string): boolean {
  return /q\d+f16/.test(name);
}
