import type { DeviceProblem, KeptModel, LoadedModel, LoadStep, RuntimeId } from './device';
import type { Mirror } from './files/mlc-model';
import type { ModelJudge } from '../../judgement/judge';

export type { KeptModel, RuntimeId };

/** Where a model comes from. */
export type ModelSource =
  /** llama.cpp: GGUF files of the person's own. */
  | { kind: 'files'; files: File[] }
  /** llama.cpp: a GGUF file at an address. */
  | { kind: 'address'; address: string }
  /** WebLLM: an entry of the catalogue. */
  | { kind: 'listed'; id: string }
  /** WebLLM: a model folder of the person's own, with the paths of its files and its library. */
  | { kind: 'folder'; files: File[] }
  /** The browser's own. */
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
  /** What a run that cannot go on says. */
  explain: (problem: DeviceProblem) => Promise<string>;
}

/** How the cases of the last run fit the context. */
export interface Fit {
  cases: number;
  tooLong: number;
  /** Tokens of the longest question, and what its reply may take. */
  longest: number;
  reply: number;
  /** Tokens that are enough for every case that fits, with its reply. Left out: nobody knows. */
  needs?: number;
}

export interface OpenModel {
  /** As it is now: the context may have grown since it was opened. */
  readonly loaded: LoadedModel;
  readonly fit: Fit | null;
  judge(choices: JudgeChoices): ModelJudge;
  /** Loads it anew with other settings. */
  change(settings: DeviceSettings): Promise<DeviceProblem | null>;
  /** Told whenever `loaded` or `fit` changed. */
  listen(listener: () => void): void;
  close(): void;
}

export interface LoadHooks {
  onStep: (step: LoadStep) => void;
  signal: AbortSignal;
}

/** A way to run models inside the page's own browser. Whatever is cancelled rejects with the signal's reason. */
export interface DeviceRuntime {
  readonly id: RuntimeId;
  readonly takes: readonly ModelSource['kind'][];
  /** Fetches all of the runtime, so that no network is needed from then on. Rejects when it cannot. */
  fetchAhead: () => Promise<void>;
  open(
    source: ModelSource,
    settings: DeviceSettings,
    hooks: LoadHooks,
  ): Promise<{ ok: true; model: OpenModel } | { ok: false; problem: DeviceProblem }>;
  /** Models that it keeps in this browser, also those that are not whole. */
  kept(): Promise<KeptModel[]>;
  remove(id: string): Promise<void>;
  /**
   * Reads every kept file again and compares it with the size and hash its publisher gave. Null: all is right. A file that is not
   * right is removed, so that opening fetches it again.
   */
  verify(id: string, hooks: LoadHooks): Promise<DeviceProblem | null>;
}
