import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import type { AskingCosts, EstimateOptions, RunEstimate } from '../estimate/estimate-run';
import type { Forecast, Measurement } from '../estimate/measure-judge';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import type { SheetState } from '../sheet-state.svelte';
import type { LoadJudging } from '../rubric-versions.svelte';
import type * as Judging from '../run/judging';
import type { RunSetup } from './run-setup.svelte';

interface Tools {
  loadJudging: LoadJudging;
  world: World;
  setup: RunSetup;
  sheet: () => SheetState;
  /** What the next run is judged by. Rejects when the rubric cannot be used. */
  ready: () => Promise<ReadyRubric>;
  /** Whether the judge is at a run already. */
  busy: () => boolean;
  /** Milliseconds. */
  now: () => number;
}

/** What a run asks, as it is chosen now. */
interface Chosen {
  judging: typeof Judging;
  ready: ReadyRubric;
  cases: readonly Case[];
  settings: EstimateOptions;
}

/** What a run of the sheet would ask and take, before there is one. */
export class RunPreview {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** What a model would be given for this case in the chosen mode. Null when facts leave nothing to ask. */
  prompt(subject: Case): Promise<Judgement['prompt']> {
    return this.#with(({ judging, ready, settings }) => judging.previewPrompt(ready, subject, settings));
  }

  /** Composes every prompt to count what judging all cases would take: work to be done in slices. */
  estimate(): Promise<Generator<number, RunEstimate, void>> {
    return this.#with(({ judging, ready, cases, settings }) => judging.estimateRun(ready, cases, settings));
  }

  /** Tokens to send for all cases, roughly and at once. */
  async tokens(): Promise<number> {
    if (this.#tools.sheet().cases.all.length === 0) return 0;
    return this.#with(({ judging, ready, cases, settings }) => judging.tokensToSend(ready, cases, settings));
  }

  /** What asking criterion by criterion takes beside asking at once. */
  askingCosts(): Promise<AskingCosts> {
    return this.#with(({ judging, ready, cases, settings }) => judging.askingCosts(ready, cases, settings));
  }

  /** Puts one case to the judge to see how fast it is. Rejects with the signal's reason. */
  async measureOne(signal: AbortSignal): Promise<Measurement | { problem: string } | null> {
    const { judge } = this.#tools.setup;
    const making = Promise.resolve('forRun' in judge ? judge.forRun() : judge);
    return this.#with(async ({ judging, ready, cases, settings }) => {
      const made = await making;
      if ('problem' in made) return made;
      if (made.kind === 'program' || this.#tools.busy()) return null;
      const hooks = { signal, now: this.#tools.now };
      return judging.measureJudge(ready, made, cases, settings, hooks).finally(() => made.release?.());
    });
  }
  async forecast(estimate: RunEstimate, measured: Measurement): Promise<Forecast> {
    return (await this.#tools.loadJudging()).forecastRun(estimate, measured);
  }

  /** Reads cases and settings before it waits for anything, so that a view that shows a figure is updated when they change. */
  async #with<T>(work: (chosen: Chosen) => T): Promise<Awaited<T>> {
    const { sheet, setup, world, loadJudging, ready: loadReady } = this.#tools;
    const cases = sheet().cases.all;
    const { mode, tellFacts, asking, choices } = setup;
    const settings = { mode, tellFacts, asking, samples: choices.samples, world };
    const [judging, ready] = await Promise.all([loadJudging(), loadReady()]);
    return await work({ judging, ready, cases, settings });
  }
}
