import type { RunEstimate } from '../estimate/estimate-run';
import type { Forecast } from '../estimate/measure-judge';
import { errorMessage } from '../../kit/error-message';
import type { RunPreview } from './run-preview';
import type { RunSetup } from './run-setup.svelte';
import { SlicedWork, type Slices } from '../../kit/sliced-work.browser';
import type { Workbench } from '../workbench.svelte';

type ForecastState =
  | { kind: 'idle' }
  | { kind: 'counting'; done: number; total: number }
  | { kind: 'measuring' }
  /** `forecast` only where a judge was measured. */
  | { kind: 'told'; estimate: RunEstimate; forecast: Forecast | null }
  /** No case leaves anything to ask, or the judge counts nothing. */
  | { kind: 'nothing' }
  | { kind: 'failed'; message: string };

interface Asked extends Pick<Workbench, 'cases'> {
  setup: Pick<RunSetup, 'mode' | 'tellFacts' | 'choices' | 'asking'>;
  preview: Pick<RunPreview, 'estimate' | 'measureOne' | 'forecast'>;
}

const idle: ForecastState = { kind: 'idle' };

/** What judging all cases would take. No judge is asked, unless one is measured: then it is asked about one case. */
export class RunForecast {
  readonly #workbench: Asked;
  readonly #model: (() => unknown) | null;
  readonly #work = new SlicedWork();
  #state = $state.raw<ForecastState>(idle);
  /** What the figures are of. */
  #of = $state.raw<readonly unknown[]>([]);
  #working: AbortController | null = null;

  /** `model`: the model that is to be measured, and its context; null where none is. */
  constructor(workbench: Asked, model: (() => unknown) | null = null) {
    this.#workbench = workbench;
    this.#model = model;
  }

  /** Figures of other cases, of another question or of another model are not shown. */
  get state(): ForecastState {
    const now = this.#subject();
    return this.#of.every((part, index) => part === now[index]) ? this.#state : idle;
  }

  async make(): Promise<void> {
    this.cancel();
    const working = new AbortController();
    this.#working = working;
    this.#of = this.#subject();
    const { length: total } = this.#workbench.cases;
    this.#state = this.#model ? { kind: 'measuring' } : { kind: 'counting', done: 0, total };
    try {
      const told = await this.#forecast(working.signal, total);
      if (told && !working.signal.aborted) this.#state = told;
    } catch (error) {
      if (!working.signal.aborted) this.#state = { kind: 'failed', message: errorMessage(error) };
    }
  }
  cancel(): void {
    this.#working?.abort();
    this.#work.cancel();
    this.#state = idle;
  }

  /** Null: cancelled. */
  async #forecast(signal: AbortSignal, total: number): Promise<ForecastState | null> {
    const { preview } = this.#workbench;
    const measured = this.#model ? await preview.measureOne(signal) : undefined;
    if (measured === null) return { kind: 'nothing' };
    if (measured && 'problem' in measured) return { kind: 'failed', message: measured.problem };
    // Making room may have changed the model's context.
    if (measured) this.#of = this.#subject();
    const work = await preview.estimate();
    const estimate = signal.aborted ? null : await this.#work.run(this.#counted(work, total));
    if (!estimate) return null;
    return { kind: 'told', estimate, forecast: measured ? await preview.forecast(estimate, measured) : null };
  }

  #subject(): readonly unknown[] {
    const { mode, tellFacts, choices, asking } = this.#workbench.setup;
    return [this.#workbench.cases, mode, tellFacts, choices.samples, asking, this.#model?.()];
  }
  *#counted(work: Generator<number, RunEstimate, void>, total: number): Slices<RunEstimate> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      // Each of thousands would be one change of the screen.
      if (value % 25 === 0 && !this.#model) this.#state = { kind: 'counting', done: value, total };
      yield;
    }
  }
}
