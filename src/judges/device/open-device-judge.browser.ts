import { deviceWords } from '../../i18n/device-words';
import { problemInWords } from './form/in-words';
import { builtInRuntime } from './built-in/built-in-runtime';
import { askAvailability, findBuiltIn } from './built-in/language-model';
import { findAbilities, findGpu, has64BitMemory } from './abilities';
import { findListed } from './webllm/catalogue';
import engineAddress from './webllm/webllm.worker?worker&url';
import { webllmRuntime } from './webllm/webllm-runtime';
import llamaAddress from './wllama/engine.worker?worker&url';
import { llamaRuntime } from './wllama/llama-runtime';
import wasmAddress from '@wllama/wllama/src/wasm/wllama.wasm?url';
import downloadAddress from './files/download.worker?worker&url';
import { ModelFiles } from './files/model-files';
import { modelStorage } from './files/storage.browser';
import { DeviceJudge } from './form/device-judge.svelte';
import { storedDeviceChoice } from './form/device-choices.svelte';
import { storageSpace } from '../../kit/storage/storage-space';
import { sleep } from '../../kit/clock/clock.browser';
import { once } from '../../kit/once';
import { startWorker } from '../../privacy/start-worker.browser';

/** A model takes most of a machine's memory, so only one tab may have one. Null: another has. */
function holdDevice(): Promise<{ release(): void } | null> {
  return new Promise((resolve, reject) => {
    // A page without a secure address has no locks.
    if (!('locks' in navigator)) resolve({ release: () => {} });
    else
      navigator.locks
        .request('assay-device', { ifAvailable: true }, async (lock) => {
          if (lock) await new Promise<void>((release) => resolve({ release }));
          else resolve(null);
        })
        .catch(reject);
  });
}

interface Languages {
  language: () => 'en' | 'ko';
  rubricLanguage: () => string;
}

/** Builds the judge on this device. A part of main.ts that waits until someone chooses that judge. */
export function makeDeviceJudge({ language, rubricLanguage }: Languages): DeviceJudge {
  const clock = { sleep };
  const files = new ModelFiles({
    storage: modelStorage,
    startWorker: () => startWorker(downloadAddress),
    clock,
  });
  const shared = { clock, files, hold: holdDevice };
  const runtimes = {
    webllm: webllmRuntime({
      ...shared,
      fetchWorkers: async () => {
        await Promise.all([engineAddress, downloadAddress].map(fetchBytes));
      },
      startWorker: () => startWorker(engineAddress),
      findGpu: () => findGpu(navigator.gpu),
      findListed,
    }),
    'llama.cpp': llamaRuntime({
      ...shared,
      fetchRuntime: once(fetchLlama),
      startWorker: () => startWorker(llamaAddress),
      canRun: has64BitMemory,
    }),
    'built-in': builtInRuntime({
      clock,
      findApi: () => findBuiltIn(window),
      language: rubricLanguage,
      browserName: browserName(),
    }),
  };
  return new DeviceJudge({
    runtimes,
    files,
    findAbilities: () => {
      const builtIn = () => askAvailability(findBuiltIn(window), rubricLanguage());
      return findAbilities({ crossOriginIsolated, navigator, has64BitMemory, builtIn });
    },
    stored: storedDeviceChoice((milliseconds) => sleep(milliseconds, new AbortController().signal)),
    askToKeep: () => void storageSpace('storage' in navigator ? navigator.storage : null).askToKeep(),
    explain: (problem) => problemInWords(problem, deviceWords[language()]),
  });
}

/** "Chrome 142": all that a page can know of the model that its browser brings along. */
function browserName(): string {
  return /(?:Edg|Chrome|Firefox|Safari)\/\d+/.exec(navigator.userAgent)?.[0].replace('/', ' ') ?? 'browser';
}

/** Resolves with the address of llama.cpp in memory: an engine that is started again must not depend on a network. */
async function fetchLlama(): Promise<string> {
  const [wasm] = await Promise.all([wasmAddress, llamaAddress, downloadAddress].map(fetchBytes));
  return URL.createObjectURL(new Blob(wasm ? [wasm] : [], { type: 'application/wasm' }));
}

/** The file of a worker only has to be in the browser's cache: each worker that is started asks for it again. */
async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.arrayBuffer();
}
