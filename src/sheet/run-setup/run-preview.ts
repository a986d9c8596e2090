import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import type { AskingCosts, EstimateOptions } from '../estimate/estimate-run';
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
}

interface Chosen {
  judging: typeof Judging;
  ready: ReadyRubric;
  cases: readonly Case[];
  settings: EstimateOptions;
}

export class RunPreview {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** What a model would be given for this case in the chosen mode. Null when facts leave nothing to ask. */
  prompt(subject: Case): Promise<Judgement['prompt']> {
    return this.with(({ judging, ready, settings }) => judging.previewPrompt(ready, subject, settings));
  }

  /** Tokens to send for all cases, roughly and at once. */
  async tokens(): Promise<number> {
    if (this.#tools.sheet().cases.all.length === 0) return 0;
    return this.with(({ judging, ready, cases, settings }) => judging.tokensToSend(ready, cases, settings));
  }

  askingCosts(): Promise<AskingCosts> {
    return this.with(({ judging, ready, cases, settings }) => judging.askingCosts(ready, cases, settings));
  }

  /** Reads cases and settings before it waits for anything, so that a view that shows a figure is updated when they change. */
  async with<T>(work: (chosen: Chosen) => T): Promise<Awaited<T>> {
    const { sheet, setup, world, loadJudging, ready: loadReady } = this.#tools;
    const cases = sheet().cases.all;
    const { mode, tellFacts, asking, choices } = setup;
    const settings = { mode, tellFacts, asking, samples: choices.samples, world };
    const [judging, ready] = await Promise.all([loadJudging(), loadReady()]);
    return await work({ judging, ready, cases, settings });
  }
}
