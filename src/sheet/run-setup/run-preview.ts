import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import type { RunEstimate } from '../estimate/estimate-run';
import type { Forecast, Measurement } from '../estimate/measure-judge';
import type { ReadyRubric, World } from '../../judgement/judge-case';
import type { SheetState } from '../sheet-state.svelte';
import type { AskingCosts } from './asking';
import type { LoadJudging } from '../rubric-versions.svelte';
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
}

/**
 * What a run of the sheet would ask and take, before there is one. Cases and settings are read before anything is waited
 * for: whoever shows a figure has to hear of a change.
 */
export class RunPreview {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** What a model would be given for this case in the chosen mode. Null when facts leave nothing to ask. */
  async prompt(subject: Case): Promise<Judgement['prompt']> {
    const settings = this.#settings;
    const [judging, ready] = await this.#load();
    return judging.previewPrompt(ready, subject, settings);
  }

  /** Composes every prompt to tell what judging all cases would take: work to be done in slices. */
  async estimate() {
    const cases = this.#tools.sheet().cases.all;
    const settings = this.#settings;
    const [judging, ready] = await this.#load();
    return judging.estimateRun(ready, cases, settings);
  }

  /** Tokens to send for all cases, roughly and at once. */
  async tokens(): Promise<number> {
    const cases = this.#tools.sheet().cases.all;
    const settings = this.#settings;
    if (cases.length === 0) return 0;
    const [judging, ready] = await this.#load();
    return judging.tokensToSend(ready, cases, settings);
  }

  /** What asking criterion by criterion takes beside asking at once. */
  async askingCosts(): Promise<AskingCosts> {
    const cases = this.#tools.sheet().cases.all;
    const { setup, world } = this.#tools;
    const settings = { mode: setup.mode, tellFacts: setup.tellFacts, world };
    const [judging, ready] = await this.#load();
    return judging.askingCosts(ready, cases, settings);
  }

  /** Puts one case to the judge to see how fast it is. Rejects with the signal's reason. */
  async measureOne(signal: AbortSignal): Promise<Measurement | { problem: string } | null> {
    const { judge } = this.#tools.setup;
    const cases = this.#tools.sheet().cases.all;
    const settings = this.#settings;
    const [[judging, ready], made] = await Promise.all([
      this.#load(),
      'forRun' in judge ? judge.forRun() : judge,
    ]);
    if ('problem' in made) return made;
    if (made.kind === 'program' || this.#tools.busy()) return null;
    const now = () => performance.now();
    return judging.measureCase(ready, made, cases, settings, { signal, now }).finally(() => made.release?.());
  }
  async forecast(estimate: RunEstimate, measured: Measurement): Promise<Forecast> {
    return (await this.#tools.loadJudging()).forecastRun(estimate, measured);
  }

  get #settings() {
    const { mode, tellFacts, asking, choices } = this.#tools.setup;
    return { mode, tellFacts, asking, samples: choices.samples, world: this.#tools.world };
  }
  #load() {
    return Promise.all([this.#tools.loadJudging(), this.#tools.ready()]);
  }
}
