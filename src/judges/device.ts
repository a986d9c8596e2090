import type { DeviceProblem, LoadedModel, LoadStep } from '../core/model/device';
import type { ModelJudge } from './judge';

/** Where a model comes from: files of the person's own, or an address. */
export type ModelSource = { kind: 'files'; files: File[] } | { kind: 'address'; address: string };

export interface DeviceSettings {
  /** Tokens; null: as many as the cases take. */
  context: number | null;
  threads: number;
}

export interface JudgeChoices {
  temperature: number;
  /** What a run that cannot go on says. */
  explain: (problem: DeviceProblem) => Promise<string>;
}

/** How the questions of the last run fit the context. */
export interface Fit {
  questions: number;
  tooLong: number;
  /** Tokens of the longest question, and what its reply may take. */
  longest: number;
  reply: number;
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

/** A way to run models inside the page's own browser. */
export interface DeviceRuntime {
  readonly id: string;
  /** Fetches all of the runtime, so that no network is needed from then on. Rejects when it cannot. */
  fetchAhead: () => Promise<void>;
  /** Rejects with the signal's reason when cancelled. */
  open(
    source: ModelSource,
    settings: DeviceSettings,
    hooks: { onStep: (step: LoadStep) => void; signal: AbortSignal },
  ): Promise<{ ok: true; model: OpenModel } | { ok: false; problem: DeviceProblem }>;
}
