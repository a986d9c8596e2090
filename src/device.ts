import { deviceWords, problemInWords } from './i18n/device-words';
import type { DeviceRuntime } from './judges/device';
import { holdDevice } from './judges/in-tab/hold-device';
import {
  browserModelStore,
  findAbilities,
  llamaRuntime,
  runtimeAddress,
  workerAddress,
} from './judges/wllama/wllama';
import { DeviceJudge } from './state/device-judge.svelte';
import { sleep } from './workers/clock';
import { startWorker } from './workers/start-worker';

/** Builds the judge on this device. A part of main.ts that waits until someone chooses that judge. */
export function makeDeviceJudge(language: () => 'en' | 'ko'): DeviceJudge {
  const store = browserModelStore();
  const runtimes: DeviceRuntime[] = [
    llamaRuntime({
      clock: { now: () => performance.now(), sleep },
      fetch: (input, init) => fetch(input, init),
      runtimeAddress,
      workerAddress,
      startWorker: () => startWorker(workerAddress),
      hold: () => holdDevice(),
      store,
    }),
  ];
  return new DeviceJudge({
    runtimes,
    findAbilities,
    store,
    explain: (problem) => Promise.resolve(problemInWords(problem, deviceWords[language()])),
  });
}
