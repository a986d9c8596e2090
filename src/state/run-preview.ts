import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Asking } from '../core/model/run';
import type * as Engine from '../pipeline/engine';
import type { ReadyRubric } from '../pipeline/judge-case';
import type { AskingCosts } from './asking';
import type { Desk } from './desk.svelte';
import type { LoadEngine } from './rubric-shelf.svelte';

type Settings = Parameters<typeof Engine.previewPrompt>[2];

/** Shows what a model would be given, before it is given anything. */
export class PromptPreview {
  readonly #loadEngine: LoadEngine;

  constructor(loadEngine: LoadEngine) {
    this.#loadEngine = loadEngine;
  }

  /** Null when facts leave nothing to ask. */
  async of(subject: Case, desk: Pick<Desk, 'ready'>, settings: Settings): Promise<Judgement['prompt']> {
    const [engine, ready] = await Promise.all([this.#loadEngine(), desk.ready()]);
    return engine.previewPrompt(ready, subject, settings);
  }

  /** Composes every prompt to tell what a run would take: to be run in slices. */
  async estimateRun(desk: Desk, settings: Parameters<typeof Engine.estimateRun>[2]) {
    const [engine, ready] = await Promise.all([this.#loadEngine(), desk.ready()]);
    return engine.estimateRun(ready, desk.cases, settings);
  }

  /** Tokens to send for all cases, told from the first one's questions and the other cases' lengths. */
  async estimateTokens(desk: Desk, settings: Settings): Promise<number> {
    const { cases } = desk;
    const [first] = cases;
    if (!first) return 0;
    const [engine, ready] = await Promise.all([this.#loadEngine(), desk.ready()]);
    const { prompt, shared } = estimateOne(engine, ready, first, settings);
    const perCharacter = (prompt - shared) / Math.max(1, lengthOf(first));
    return cases.reduce((sum, each) => sum + shared + perCharacter * lengthOf(each), 0);
  }

  /** What asking criterion by criterion takes beside asking at once. */
  async askingCosts(desk: Desk, settings: Omit<Settings, 'asking'>): Promise<AskingCosts> {
    const [first] = desk.cases;
    const [engine, ready] = await Promise.all([this.#loadEngine(), desk.ready()]);
    const parts = engine.countParts(ready.rubric);
    if (!first) return { parts, of: null };
    const cost = (asking: Asking) => {
      const {
        requests: calls,
        prompt,
        reusable,
      } = estimateOne(engine, ready, first, { ...settings, asking });
      return { calls, prompt, reusable };
    };
    return { parts, of: { case: cost('case'), criterion: cost('criterion') } };
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
