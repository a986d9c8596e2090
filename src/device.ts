import { deviceWords, problemInWords } from './i18n/device-words';
import type { DeviceRuntime } from './judges/device';
import { findAbilities } from './judges/in-tab/abilities';
import { holdDevice } from './judges/in-tab/hold-device';
import { catalogue, findListed } from './judges/webllm/catalogue';
import { bestThatFits, fitOf } from './judges/webllm/fits';
import { browserCaches, engineAddress, filesAddress, webllmRuntime } from './judges/webllm/webllm';
import { browserModelStore, llamaRuntime, runtimeAddress, workerAddress } from './judges/wllama/wllama';
import { DeviceJudge } from './state/device-judge.svelte';
import { indexedDbDeviceChoice } from './storage/device-choice';
import { sleep } from './workers/clock';
import { startWorker } from './workers/start-worker';

/** Builds the judge on this device. A part of main.ts that waits until someone chooses that judge. */
export function makeDeviceJudge(language: () => 'en' | 'ko'): DeviceJudge {
  const runtimes: DeviceRuntime[] = [
    llamaRuntime({
      clock: { now: () => performance.now(), sleep },
      fetch: (input, init) => fetch(input, init),
      runtimeAddress,
      workerAddress,
      startWorker: () => startWorker(workerAddress),
      hold: () => holdDevice(),
      store: browserModelStore(),
    }),
    webllmRuntime({
      clock: { now: () => performance.now(), sleep },
      fetch: (input, init) => fetch(input, init),
      workerAddresses: [engineAddress, filesAddress],
      startWorker: () => startWorker(engineAddress),
      startFilesWorker: () => startWorker(filesAddress),
      findGpu: async () => (await findAbilities()).gpu,
      hold: () => holdDevice(),
      caches: browserCaches(),
      findListed: (id) => findListed(id)?.variant ?? null,
    }),
  ];
  return new DeviceJudge({
    runtimes,
    findAbilities: () => findAbilities(),
    memory: indexedDbDeviceChoice(),
    list: { catalogue, fitOf, bestThatFits },
    explain: (problem) => Promise.resolve(problemInWords(problem, deviceWords[language()])),
  });
}
