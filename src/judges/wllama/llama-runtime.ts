import type { DeviceProblem } from '../../core/model/device';
import type { DeviceRuntime, LoadHooks, ModelSource } from '../device';
import { has64BitMemory } from '../in-tab/abilities';
import { EngineBroken, type EngineTools } from '../in-tab/engine';
import { InTabModel } from '../in-tab/in-tab-model';
import { checkFiles } from './check-files';
import { fetchModel } from './fetch-model';
import { keptModels, removeModel, verifyModel } from './kept-models';
import type { LlamaLoad } from './llama-session';
import type { ModelStore } from './model-store';

export interface LlamaRuntimeTools extends EngineTools<LlamaLoad> {
  fetch: typeof fetch;
  /** Where the runtime's own file is. */
  runtimeAddress: string;
  /** Where its worker's file is. */
  workerAddress: string;
  /** Null: another tab has a model open. */
  hold(): Promise<{ release(): void } | null>;
  store: ModelStore;
}

/** llama.cpp in WebAssembly: any GGUF file, on the processor, in every browser that has 64-bit memory. */
export function llamaRuntime(tools: LlamaRuntimeTools): DeviceRuntime {
  let fetched: Promise<string> | null = null;

  /** Kept in memory: an engine that has to be started again must not depend on a network. */
  async function fetchRuntime(): Promise<string> {
    // The worker's file is only to be in the browser's cache: each worker that is started asks for it anew.
    const [bytes] = await Promise.all([tools.runtimeAddress, tools.workerAddress].map(fetchBytes));
    if (!bytes) throw new Error('Expected the bytes of the runtime.');
    return URL.createObjectURL(new Blob([bytes], { type: 'application/wasm' }));
  }
  async function fetchBytes(address: string): Promise<ArrayBuffer> {
    const response = await tools.fetch(address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.arrayBuffer();
  }
  function runtime(): Promise<string> {
    fetched ??= fetchRuntime().catch((error: unknown) => {
      fetched = null;
      throw error;
    });
    return fetched;
  }

  async function filesOf(source: ModelSource, hooks: LoadHooks): Promise<File[] | DeviceProblem> {
    if (source.kind === 'files') return source.files;
    if (source.kind !== 'address') throw new Error(`Expected files or an address, got ${source.kind}.`);
    return fetchModel(
      source.address,
      { fetch: tools.fetch, store: tools.store, now: () => tools.clock.now() },
      hooks,
    );
  }

  return {
    id: 'llama.cpp',
    takes: ['files', 'address'],
    fetchAhead: async () => {
      await runtime();
    },
    async open(source, settings, hooks) {
      const { onStep, signal } = hooks;
      const fail = (problem: DeviceProblem) => ({ ok: false as const, problem });
      if (!has64BitMemory()) return fail({ fault: 'unsupported', said: '' });
      const files = await filesOf(source, hooks);
      if ('fault' in files) return fail(files);
      const checked = await checkFiles(files);
      if ('fault' in checked) return fail(checked);
      const held = await tools.hold();
      if (!held) return fail({ fault: 'held', said: '' });
      try {
        onStep({ kind: 'runtime' });
        const address = await runtime().catch((error: unknown) => {
          throw new EngineBroken('runtime-missing', error instanceof Error ? error.message : '');
        });
        onStep({ kind: 'model' });
        const { name, bytes, files: parts } = checked;
        const openWith = (gpu?: LlamaLoad['gpu']) =>
          InTabModel.open<LlamaLoad>(
            {
              runtime: 'llama.cpp',
              name,
              bytes,
              parameters: { response_format: 'json_schema', ...(gpu === 'used' && { gpu: true }) },
              load: { files: parts, runtime: address, ...(gpu && { gpu }) },
            },
            settings,
            { startWorker: tools.startWorker, clock: tools.clock, release: () => held.release() },
            signal,
          );
        if (!settings.gpu) return { ok: true, model: await openWith() };
        const model = await openWith('used').catch((error: unknown) => {
          if (!(error instanceof EngineBroken)) throw error;
          return openWith('refused');
        });
        return { ok: true, model };
      } catch (error) {
        held.release();
        if (error instanceof EngineBroken) return fail(error.problem);
        throw error;
      }
    },
    kept: () => keptModels(tools.store),
    remove: (id) => removeModel(id, tools.store),
    verify: (id, hooks) => verifyModel(id, tools.store, hooks),
  };
}
