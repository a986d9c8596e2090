import type { RunEstimate } from '../estimate/estimate-run';
import type { Forecast, Measurement } from '../estimate/measure-judge';
import { errorMessage } from '../../kit/error-message';
import type { RunPreview } from './run-preview';
import type { RunSetup } from './run-setup.svelte';
import { SlicedWork } from '../../kit/sliced-work';
import type { Workbench } from '../workbench.svelte';

export type CalibrationState =
  | { kind: 'idle' }
  | { kind: 'measuring' }
  | { kind: 'told'; forecast: Forecast; estimate: RunEstimate }
  /** No case leaves anything to ask, or the judge counts nothing. */
  | { kind: 'nothing' }
  | { kind: 'failed'; message: string };

interface Asked extends Pick<Workbench, 'cases'> {
  setup: Pick<RunSetup, 'mode' | 'tellFacts' | 'choices' | 'asking'>;
  preview: Pick<RunPreview, 'estimate' | 'measureOne' | 'forecast'>;
}

/** How long judging all cases would take, told from one case that is asked to find out. */
export class Calibration {
  readonly #workbench: Asked;
  /** What else the figures are of: the model and its context. */
  readonly #model: () => unknown;
  readonly #work = new SlicedWork();
  #state = $state.raw<CalibrationState>({ kind: 'idle' });
  #of = $state.raw<readonly unknown[]>([]);
  #measuring: AbortController | null = null;

  constructor(workbench: Asked, model: () => unknown) {
    this.#workbench = workbench;
    this.#model = model;
  }

  /** Figures of other cases, of another question or of another model are not shown. */
  get state(): CalibrationState {
    const now = this.#subject();
    return this.#of.every((part, index) => part === now[index]) ? this.#state : { kind: 'idle' };
  }

  async measure(): Promise<void> {
    this.cancel();
    const measuring = new AbortController();
    const { signal } = measuring;
    this.#measuring = measuring;
    this.#of = this.#subject();
    this.#state = { kind: 'measuring' };
    try {
      const measured = await this.#workbench.preview.measureOne(signal);
      // Making room may have changed the model's context.
      if (!signal.aborted) this.#of = this.#subject();
      const told = await this.#tell(measured);
      if (told && !signal.aborted) this.#state = told;
    } catch (error) {
      if (signal.aborted) return;
      this.#state = { kind: 'failed', message: errorMessage(error) };
    }
  }
  cancel(): void {
    this.#measuring?.abort();
    this.#measuring = null;
    this.#work.cancel();
    this.#state = { kind: 'idle' };
  }

  async #tell(measured: Measurement | { problem: string } | null): Promise<CalibrationState | null> {
    if (!measured) return { kind: 'nothing' };
    if ('problem' in measured) return { kind: 'failed', message: measured.problem };
    const estimate = await this.#work.run(silently(await this.#workbench.preview.estimate()));
    if (!estimate) return null;
    return { kind: 'told', estimate, forecast: await this.#workbench.preview.forecast(estimate, measured) };
  }

  #subject(): readonly unknown[] {
    const { mode, tellFacts, choices, asking } = this.#workbench.setup;
    return [this.#workbench.cases, mode, tellFacts, choices.samples, asking, this.#model()];
  }
}

function* silently<T>(work: Generator<number, T, void>): Generator<void, T, void> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield;
  }
}
