import type { RunEstimate } from '../estimate/estimate-run';
import type { Forecast, Measurement } from '../estimate/measure-judge';
import { errorMessage } from '../../kit/error-message';
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

type Asked = Pick<Workbench, 'cases' | 'setup' | 'runner' | 'preview'>;

const idle: ForecastState = { kind: 'idle' };

/** What judging all cases would take. No judge is asked, unless one is measured: then it is asked about one case. */
export class RunForecast {
  readonly #workbench: Asked;
  readonly #model: () => unknown;
  readonly #work = new SlicedWork();
  #state = $state.raw<ForecastState>(idle);
  #of = $state.raw<readonly unknown[]>([]);
  #working: AbortController | null = null;

  /** `model`: what is to be measured; null where nothing is. */
  constructor(workbench: Asked, model: () => unknown = () => null) {
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
    this.#state = this.#measures ? { kind: 'measuring' } : { kind: 'counting', done: 0, total };
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
    const { setup, runner } = this.#workbench;
    // Asked for at once: the form may be changed meanwhile.
    const judge = this.#measures ? ('forRun' in setup.judge ? setup.judge.forRun() : setup.judge) : null;
    return this.#workbench.preview(async ({ judging, ready, cases, settings }) => {
      const made = await judge;
      if (made && 'problem' in made) return { kind: 'failed', message: made.problem };
      let measured: Measurement | null = null;
      if (made) {
        if (made.kind === 'program' || runner.active) return { kind: 'nothing' };
        const hooks = { signal, now: () => performance.now() };
        const outcome = await judging
          .measureJudge(ready, made, cases, settings, hooks)
          .finally(() => made.release?.());
        if (!outcome) return { kind: 'nothing' };
        if ('problem' in outcome) return { kind: 'failed', message: outcome.problem };
        measured = outcome;
        // Making room may have changed the model's context.
        this.#of = this.#subject();
      }
      if (signal.aborted) return null;
      const estimate = await this.#work.run(
        this.#counted(judging.estimateRun(ready, cases, settings), total),
      );
      return (
        estimate && { kind: 'told', estimate, forecast: measured && judging.forecastRun(estimate, measured) }
      );
    });
  }

  get #measures(): boolean {
    return this.#model() !== null;
  }
  #subject(): readonly unknown[] {
    const { mode, tellFacts, choices, asking } = this.#workbench.setup;
    return [this.#workbench.cases, mode, tellFacts, choices.samples, asking, this.#model()];
  }
  *#counted(work: Generator<number, RunEstimate, void>, total: number): Slices<RunEstimate> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      // Each of thousands would be one change of the screen.
      if (value % 25 === 0 && !this.#measures) this.#state = { kind: 'counting', done: value, total };
      yield;
    }
  }
}
