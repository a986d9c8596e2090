import { deviceWords, problemInWords } from './i18n/device-words';
import type { DeviceRuntime } from './judges/device';
import { builtInRuntime } from './judges/built-in/built-in-runtime';
import { askAvailability, findBuiltIn } from './judges/built-in/language-model';
import { findAbilities, findGpu, has64BitMemory, thisBrowser } from './judges/in-tab/abilities';
import { holdDevice } from './judges/in-tab/hold-device';
import { catalogue, findListed } from './judges/webllm/catalogue';
import { bestThatFits, fitOf, nearestFirst } from './judges/webllm/fits';
import { browserCaches, engineAddress, filesAddress, webllmRuntime } from './judges/webllm/webllm';
import { browserModelStore, llamaRuntime, runtimeAddress, workerAddress } from './judges/wllama/wllama';
import { DeviceJudge } from './state/device-judge.svelte';
import { indexedDbDeviceChoice } from './storage/device-choice';
import { storageSpace } from './sheet/store/storage-space';
import { sleep } from './workers/clock';
import { startWorker } from './workers/start-worker';

interface Languages {
  /** Of the page. */
  language: () => 'en' | 'ko';
  /** Of the rubric that is on the screen. */
  rubricLanguage: () => string;
}

/** Builds the judge on this device. A part of main.ts that waits until someone chooses that judge. */
export function makeDeviceJudge({ language, rubricLanguage }: Languages): DeviceJudge {
  const clock = { now: () => performance.now(), sleep };
  const runtimes: DeviceRuntime[] = [
    webllmRuntime({
      clock,
      fetch: (input, init) => fetch(input, init),
      workerAddresses: [engineAddress, filesAddress],
      startWorker: () => startWorker(engineAddress),
      startFilesWorker: () => startWorker(filesAddress),
      findGpu: () => findGpu(navigator.gpu),
      hold: () => holdDevice(),
      caches: browserCaches(),
      findListed: (id) => findListed(id)?.variant ?? null,
    }),
    llamaRuntime({
      clock,
      fetch: (input, init) => fetch(input, init),
      runtimeAddress,
      workerAddress,
      startWorker: () => startWorker(workerAddress),
      hold: () => holdDevice(),
      store: browserModelStore(),
      canRun: has64BitMemory,
    }),
    builtInRuntime({ clock, findApi: findBuiltIn, language: rubricLanguage, browserName: browserName() }),
  ];
  return new DeviceJudge({
    runtimes,
    findAbilities: () =>
      findAbilities({ ...thisBrowser(), builtIn: () => askAvailability(findBuiltIn(), rubricLanguage()) }),
    memory: indexedDbDeviceChoice((milliseconds) => sleep(milliseconds, new AbortController().signal)),
    askToKeep: () => void storageSpace('storage' in navigator ? navigator.storage : null).askToKeep(),
    list: { catalogue, fitOf, bestThatFits, nearestFirst },
    explain: (problem) => Promise.resolve(problemInWords(problem, deviceWords[language()])),
  });
}

/** "Chrome 142": all that a page can know of the model that its browser brings along. */
function browserName(): string {
  return /(?:Edg|Chrome|Firefox|Safari)\/\d+/.exec(navigator.userAgent)?.[0].replace('/', ' ') ?? 'browser';
}
