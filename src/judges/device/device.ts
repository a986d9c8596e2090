import type { ModelJudge } from '../../judgement/judge';
import type { Mirror } from './files/mlc-model';

export interface DeviceAbilities {
  /** WebAssembly with 64-bit memory and vectors: without them llama.cpp does not run. */
  wasm: boolean;
  isolated: boolean;
  processors: number;
  threads: number;
  /** Gigabytes that the browser admits to, at most 8 where it rounds; null where it says nothing. */
  memoryGigabytes: number | null;
  storageBytes: number | null;
  /** Of a graphics card by WebGPU. A software adapter is the processor in disguise: it works, and takes too long. */
  gpu:
    | { state: 'none' }
    | {
        state: 'there';
        f16: boolean;
        software: boolean;
        maxBufferBytes: number;
        maxBindingBytes: number;
        maxWorkgroupBytes: number;
        maxStorageBuffers: number;
      };
  builtIn: 'none' | 'unavailable' | 'downloadable' | 'downloading' | 'available';
}

export const runtimeIds = ['webllm', 'llama.cpp', 'built-in'] as const;
export type RuntimeId = (typeof runtimeIds)[number];

export interface KeptModel {
  runtime: RuntimeId;
  id: string;
  name: string;
  bytes: number;
  whole: boolean;
  /** What its files are compared with. `weights`: those with what the publisher gives, all others with what came first. */
  proof?: 'publisher' | 'weights' | 'first-download';
}

export interface LoadedModel {
  runtime: RuntimeId;
  name: string;
  bytes: number;
  context: number;
  trainedContext: number;
  threads: number;
  /** In billions, where the file says so. */
  parameters: number | null;
  /** Memory that each token of the context takes, where it is known. */
  bytesPerToken?: number;
  /** What became of the wish to compute on the graphics card, where there was one. */
  gpu?: 'used' | 'refused';
}

export type DeviceFault =
  | 'unsupported'
  | 'held'
  | 'runtime-missing'
  | 'not-gguf'
  | 'too-large'
  | 'shards'
  | 'load'
  | 'memory'
  | 'crash'
  | 'hang'
  | 'unloaded'
  | 'address'
  | 'download'
  /** What came is not all of it, or not the same as before. */
  | 'corrupt'
  /** What was kept is gone or no longer the same, and cannot be fetched again. */
  | 'damaged'
  | 'storage'
  | 'no-webgpu'
  | 'no-f16'
  /** The graphics card was taken away: by the system, by its driver, or for want of memory. */
  | 'device-lost'
  | 'grammar'
  | 'language';

/** Why a model is not ready. `said` is in the runtime's or the server's own words, and may be empty. */
export interface DeviceProblem {
  fault: DeviceFault;
  said: string;
}

export type LoadStep =
  | { kind: 'runtime' }
  | {
      kind: 'download';
      /** Bytes, or a share of 1 where only that is known. */
      loaded: number;
      total: number | null;
      bytesPerSecond: number | null;
      file?: { index: number; count: number };
    }
  | { kind: 'verify'; done: number; total: number }
  | { kind: 'model' };

export type ModelSource =
  /** llama.cpp: GGUF files of the person's own. */
  | { kind: 'files'; files: File[] }
  /** llama.cpp: a GGUF file at an address. */
  | { kind: 'address'; address: string }
  /** WebLLM: an entry of the catalogue. */
  | { kind: 'listed'; id: string }
  | { kind: 'built-in' };

export interface DeviceSettings {
  /** Tokens; null: as many as the cases take. */
  context: number | null;
  threads: number;
  mirror: Mirror;
  /** llama.cpp: to compute on the graphics card, where it can. */
  gpu?: boolean;
}

export interface JudgeChoices {
  temperature: number;
  explain: (problem: DeviceProblem) => string;
}

export interface Fit {
  cases: number;
  tooLong: number;
  /** Tokens of the longest question, and what its reply may take. */
  longest: number;
  reply: number;
  /** Tokens that are enough for every case that fits, with its reply. Left out: not known. */
  needs?: number;
}

export interface OpenModel {
  loaded: LoadedModel;
  fit: Fit | null;
  judge(choices: JudgeChoices): ModelJudge;
  change(settings: DeviceSettings): Promise<DeviceProblem | null>;
  /** Called whenever `loaded` or `fit` changed. */
  onChange: () => void;
  close(): void;
}

export interface LoadHooks {
  onStep: (step: LoadStep) => void;
  signal: AbortSignal;
}

/** A way to run models inside the page's own browser. Whatever is cancelled rejects with the signal's reason. */
export interface DeviceRuntime {
  /** Fetches all of the runtime, so that no network is needed from then on. Rejects when it cannot. */
  fetchAhead: () => Promise<void>;
  open(
    source: ModelSource,
    settings: DeviceSettings,
    hooks: LoadHooks,
  ): Promise<{ ok: true; model: OpenModel } | { ok: false; problem: DeviceProblem }>;
}
