import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem, DeviceRuntime } from '../device';
import { checkGgufFiles } from '../files/gguf-model';
import type { ModelFiles } from '../files/model-files';
import { openInTab, type InTabTools } from '../in-tab-model';
import type { LlamaLoad } from '../messages';

interface LlamaRuntimeTools extends InTabTools<LlamaLoad> {
  files: Pick<ModelFiles, 'takeGguf'>;
  /** Fetches the runtime and its workers, once. Resolves with an address that works without a network. */
  fetchRuntime: () => Promise<string>;
  canRun(): boolean;
}

export function llamaRuntime(tools: LlamaRuntimeTools): DeviceRuntime {
  return {
    fetchAhead: async () => {
      await tools.fetchRuntime();
    },
    async open(source, settings, hooks) {
      const fail = (problem: DeviceProblem) => ({ ok: false as const, problem });
      if (!tools.canRun()) return fail({ fault: 'unsupported', said: '' });
      if (source.kind !== 'files' && source.kind !== 'address')
        throw new Error(`Expected files or an address, got ${source.kind}.`);
      const taken =
        source.kind === 'files' ? source.files : await tools.files.takeGguf(source.address, hooks);
      const model = 'fault' in taken ? taken : await checkGgufFiles(taken);
      if ('fault' in model) return fail(model);
      hooks.onStep({ kind: 'runtime' });
      const { name, bytes, files } = model;
      let runtime: string;
      try {
        runtime = await tools.fetchRuntime();
      } catch (error) {
        return fail({ fault: 'runtime-missing', said: errorMessage(error) });
      }
      hooks.onStep({ kind: 'model' });
      const load = (gpu?: 'used' | 'refused'): LlamaLoad => ({ files, runtime, ...(gpu && { gpu }) });
      return openInTab<LlamaLoad>(
        {
          runtime: 'llama.cpp',
          name,
          bytes,
          parameters: { response_format: 'grammar' },
          // Without the graphics card where that does not take the model.
          loads: settings.gpu ? [load('used'), load('refused')] : [load()],
        },
        settings,
        tools,
        hooks.signal,
      );
    },
  };
}
