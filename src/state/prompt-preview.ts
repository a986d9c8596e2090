import type { Case } from '../core/model/case';
import type { Prompt } from '../core/model/prompt';
import type { Desk } from './desk.svelte';
import type { LoadEngine } from './rubric-shelf.svelte';
import type * as Engine from '../pipeline/engine';

type Settings = Parameters<typeof Engine.previewPrompt>[2];

/** Shows what a model would be given, before it is given anything. */
export class PromptPreview {
  readonly #loadEngine: LoadEngine;

  constructor(loadEngine: LoadEngine) {
    this.#loadEngine = loadEngine;
  }

  /** Null when facts leave nothing to ask. */
  async of(subject: Case, desk: Pick<Desk, 'ready'>, settings: Settings): Promise<Prompt | null> {
    const [engine, ready] = await Promise.all([this.#loadEngine(), desk.ready()]);
    return engine.previewPrompt(ready, subject, settings);
  }

  /** Composes every prompt to tell what a run would take: to be run in slices. */
  async estimateRun(desk: Desk, settings: Parameters<typeof Engine.estimateRun>[2]) {
    const [engine, ready] = await Promise.all([this.#loadEngine(), desk.ready()]);
    return engine.estimateRun(ready, desk.cases, settings);
  }

  /** Tokens to send for all cases, told from the first one's prompt and the other cases' lengths. */
  async estimateTokens(desk: Desk, settings: Settings): Promise<number> {
    const { cases } = desk;
    const [first] = cases;
    const prompt = first ? await this.of(first, desk, settings) : null;
    if (!first || !prompt) return 0;
    const perCharacter = prompt.estimate.own / Math.max(1, lengthOf(first));
    return cases.reduce((sum, each) => sum + prompt.estimate.shared + perCharacter * lengthOf(each), 0);
  }
}

function lengthOf(subject: Case): number {
  return Object.values(subject.input).reduce((sum, text) => sum + text.length, 0);
}
