import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Asking } from '../core/model/run';
import type * as Engine from '../pipeline/engine';
import type { RunEstimate } from '../pipeline/estimate-run';
import type { Forecast, Measurement } from '../pipeline/forecast';
import type { ReadyRubric, World } from '../pipeline/judge-case';
import type { AskingCosts } from './asking';
import type { Desk } from './desk.svelte';
import type { LoadEngine } from './rubric-shelf.svelte';
import type { RunSetup } from './run-setup.svelte';

type Settings = Parameters<typeof Engine.previewPrompt>[2];

interface Tools {
  loadEngine: LoadEngine;
  world: World;
  setup: RunSetup;
  /** The desk that is looked at. */
  desk: () => Desk;
  /** Whether the judge is at a run already. */
  busy: () => boolean;
}

/** What a run of the desk would ask and take, told before there is one. */
export class RunPreview {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** What a model would be given for this case in the chosen mode. Null when facts leave nothing to ask. */
  async prompt(subject: Case): Promise<Judgement['prompt']> {
    const settings = this.#settings;
    const { engine, ready } = await this.#load();
    return engine.previewPrompt(ready, subject, settings);
  }

  /** Composes every prompt to tell what judging all cases would take: work to be done in slices. */
  async estimate() {
    const { cases } = this.#tools.desk();
    const settings = { ...this.#settings, samples: this.#tools.setup.choices.samples };
    const { engine, ready } = await this.#load();
    return engine.estimateRun(ready, cases, settings);
  }

  /** Tokens to send for all cases, told from the first one's questions and the other cases' lengths. */
  async tokens(): Promise<number> {
    const { cases } = this.#tools.desk();
    const { samples } = this.#tools.setup.choices;
    const settings = this.#settings;
    const [first] = cases;
    if (!first) return 0;
    const { engine, ready } = await this.#load();
    const { prompt, shared } = estimateOne(engine, ready, first, settings);
    const perCharacter = (prompt - shared) / Math.max(1, lengthOf(first));
    return samples * cases.reduce((sum, each) => sum + shared + perCharacter * lengthOf(each), 0);
  }

  /** What asking criterion by criterion takes beside asking at once. */
  async askingCosts(): Promise<AskingCosts> {
    const [first] = this.#tools.desk().cases;
    const { mode, tellFacts } = this.#tools.setup;
    const { engine, ready } = await this.#load();
    const parts = engine.countParts(ready.rubric);
    if (!first) return { parts, of: null };
    const cost = (asking: Asking) => {
      const settings = { mode, tellFacts, asking, world: this.#tools.world };
      const { requests: calls, prompt, reusable } = estimateOne(engine, ready, first, settings);
      return { calls, prompt, reusable };
    };
    return { parts, of: { case: cost('case'), criterion: cost('criterion') } };
  }

  /** Puts one case to the judge to see how fast it is. Rejects with the signal's reason. */
  async measureOne(signal: AbortSignal): Promise<Measurement | { problem: string } | null> {
    const { judge } = this.#tools.setup;
    const { cases } = this.#tools.desk();
    const settings = this.#settings;
    const [{ engine, ready }, made] = await Promise.all([
      this.#load(),
      'forRun' in judge ? judge.forRun() : judge,
    ]);
    if ('problem' in made) return made;
    if (made.kind === 'program' || this.#tools.busy()) return null;
    const now = () => performance.now();
    return engine.measureCase(ready, made, cases, settings, { signal, now }).finally(() => made.release?.());
  }
  async forecast(estimate: RunEstimate, measured: Measurement): Promise<Forecast> {
    return (await this.#tools.loadEngine()).forecastRun(estimate, measured);
  }

  /** Read at once, before anything is waited for: whoever shows a figure has to hear of a change. */
  get #settings(): Settings {
    const { mode, tellFacts, asking } = this.#tools.setup;
    return { mode, tellFacts, asking, world: this.#tools.world };
  }
  async #load(): Promise<{ engine: typeof Engine; ready: ReadyRubric }> {
    const [engine, ready] = await Promise.all([this.#tools.loadEngine(), this.#tools.desk().ready()]);
    return { engine, ready };
  }
}

function estimateOne(engine: typeof Engine, ready: ReadyRubric, subject: Case, settings: Settings) {
  const work = engine.estimateRun(ready, [subject], { ...settings, samples: 1 });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function lengthOf(subject: Case): number {
  return Object.values(subject.input).reduce((sum, text) => sum + text.length, 0);
}
