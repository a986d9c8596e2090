import type { DeviceProblem } from '../../core/model/device';
import type { DeviceRuntime, LoadHooks, ModelSource } from '../device';
import { EngineBroken, type EngineTools } from '../in-tab/engine';
import { InTabModel, type Loadable } from '../in-tab/in-tab-model';
import { checkAgain } from './check-again';
import { checkFiles, type ModelFiles } from './check-files';
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
  /** Whether this browser has what it needs. */
  canRun(): boolean;
}

/** llama.cpp in WebAssembly: any GGUF file, on the processor, in every browser that has 64-bit memory. */
export function llamaRuntime(tools: LlamaRuntimeTools): DeviceRuntime {
  const runtime = fetchedOnce(tools);
  const { store } = tools;
  return {
    id: 'llama.cpp',
    takes: ['files', 'address'],
    fetchAhead: async () => {
      await runtime();
    },
    async open(source, settings, hooks) {
      const { onStep, signal } = hooks;
      const fail = (problem: DeviceProblem) => ({ ok: false as const, problem });
      if (!tools.canRun()) return fail({ fault: 'unsupported', said: '' });
      const files = await filesOf(source, tools, hooks);
      if ('fault' in files) return fail(files);
      const checked = await checkFiles(files);
      if ('fault' in checked) return fail(checked);
      const held = await tools.hold();
      if (!held) return fail({ fault: 'held', said: '' });
      const release = () => held.release();
      try {
        onStep({ kind: 'runtime' });
        const address = await runtime().catch((error: unknown) => {
          throw new EngineBroken('runtime-missing', error instanceof Error ? error.message : '');
        });
        onStep({ kind: 'model' });
        const openWith = (gpu?: LlamaLoad['gpu']) =>
          InTabModel.open(
            loadableOf(checked, address, gpu, (again) => checkAgain(source, checked.files, store, again)),
            settings,
            { startWorker: tools.startWorker, clock: tools.clock, release },
            signal,
          );
        return { ok: true, model: await (settings.gpu ? withGpuOrWithout(openWith) : openWith()) };
      } catch (error) {
        release();
        if (error instanceof EngineBroken) return fail(error.problem);
        throw error;
      }
    },
    kept: () => keptModels(store),
    remove: (id) => removeModel(id, store),
    verify: (id, hooks) => verifyModel(id, store, hooks),
  };
}

/** The address of the runtime's file, which is kept in memory: an engine that has to be started again must not depend on a network. */
function fetchedOnce({ fetch, runtimeAddress, workerAddress }: LlamaRuntimeTools): () => Promise<string> {
  let fetched: Promise<string> | null = null;
  const fetchBytes = async (address: string): Promise<ArrayBuffer> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.arrayBuffer();
  };
  const fetchBoth = async (): Promise<string> => {
    // The worker's file is only to be in the browser's cache: each worker that is started asks for it anew.
    const [bytes] = await Promise.all([fetchBytes(runtimeAddress), fetchBytes(workerAddress)]);
    return URL.createObjectURL(new Blob([bytes], { type: 'application/wasm' }));
  };
  return () => {
    fetched ??= fetchBoth().catch((error: unknown) => {
      fetched = null;
      throw error;
    });
    return fetched;
  };
}

async function filesOf(
  source: ModelSource,
  { fetch, store, clock }: LlamaRuntimeTools,
  hooks: LoadHooks,
): Promise<File[] | DeviceProblem> {
  if (source.kind === 'files') return source.files;
  if (source.kind !== 'address') throw new Error(`Expected files or an address, got ${source.kind}.`);
  return fetchModel(source.address, { fetch, store, now: () => clock.now() }, hooks);
}

function loadableOf(
  { name, bytes, files }: ModelFiles,
  runtime: string,
  gpu: LlamaLoad['gpu'],
  check: Loadable<LlamaLoad>['check'],
): Loadable<LlamaLoad> {
  return {
    runtime: 'llama.cpp',
    name,
    bytes,
    parameters: { response_format: 'json_schema', ...(gpu === 'used' && { gpu: true }) },
    load: { files, runtime, ...(gpu && { gpu }) },
    check,
  };
}

async function withGpuOrWithout<T>(openWith: (gpu: LlamaLoad['gpu']) => Promise<T>): Promise<T> {
  try {
    return await openWith('used');
  } catch (error) {
    if (!(error instanceof EngineBroken)) throw error;
    return openWith('refused');
  }
}
