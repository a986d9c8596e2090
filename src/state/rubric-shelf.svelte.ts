import type { Case } from '../core/model/case';
import type { FindFacts } from '../core/model/facts';
import type { Rubric, RubricCard, RubricSource } from '../core/model/rubric';
import { rubricFromContract } from '../core/rubric/rubric-from-contract';
import type * as Engine from '../pipeline/engine';
import type { ReadyRubric } from '../pipeline/judge-case';
import { messageOf } from '../core/model/message-of';

export interface ShelvedRubric {
  id: string;
  rubric: Rubric;
  fileUrl: string;
}

export type LoadEngine = () => Promise<typeof Engine>;

/** The rubrics at hand: cards at once, a rubric when it is chosen, what judging needs when the first case is judged. */
export class RubricShelf {
  readonly #sources: readonly RubricSource[];
  readonly #loadEngine: LoadEngine;
  #loaded = $state.raw<ReadonlyMap<string, ShelvedRubric>>(new Map());
  #problems = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  readonly #ready = new Map<string, Promise<ReadyRubric>>();

  constructor(sources: readonly RubricSource[], loadEngine: LoadEngine) {
    this.#sources = sources;
    this.#loadEngine = loadEngine;
  }

  get cards(): readonly { id: string; card: RubricCard }[] {
    return this.#sources;
  }
  /** Why a rubric cannot be used: what its author must mend, or that its file could not be fetched. */
  problemsOf(id: string): readonly string[] {
    return this.#problems.get(id) ?? [];
  }
  /** The rubric, once `load` has brought it. */
  find(id: string): ShelvedRubric | undefined {
    return this.#loaded.get(id);
  }

  async load(id: string): Promise<ShelvedRubric | undefined> {
    const present = this.find(id);
    if (present) return present;
    const source = this.#sources.find((candidate) => candidate.id === id);
    if (!source) return undefined;
    try {
      const { contract, prompt } = await source.loadContract();
      const read = rubricFromContract(contract, prompt);
      if (!read.ok) {
        this.#refuse(
          id,
          read.problems.map((problem) => problem.message),
        );
        return undefined;
      }
      const shelved = { id, rubric: read.rubric, fileUrl: source.fileUrl };
      this.#loaded = new Map(this.#loaded).set(id, shelved);
      return shelved;
    } catch (error) {
      this.#refuse(id, [messageOf(error)]);
      return undefined;
    }
  }

  /** Rejects when the rubric's own expressions are wrong. */
  ready(id: string): Promise<ReadyRubric> {
    let ready = this.#ready.get(id);
    if (!ready) {
      ready = this.#prepare(id);
      this.#ready.set(id, ready);
      // A failed download must not stay for good.
      ready.catch(() => this.#ready.delete(id));
    }
    return ready;
  }

  /** What finds facts for a rubric of this name; nothing where the shelf has none. */
  async factsOf(id: string): Promise<FindFacts | null> {
    return (await this.#sources.find((source) => source.id === id)?.loadFacts()) ?? null;
  }

  async samples(id: string): Promise<Case[]> {
    const [engine, shelved, csv] = await Promise.all([
      this.#loadEngine(),
      this.load(id),
      this.#source(id).loadSamples(),
    ]);
    return csv === null || !shelved ? [] : engine.readSamples(shelved.rubric, csv);
  }

  async #prepare(id: string): Promise<ReadyRubric> {
    const [engine, shelved, findFacts] = await Promise.all([
      this.#loadEngine(),
      this.load(id),
      this.#source(id).loadFacts(),
    ]);
    if (!shelved) throw new Error(this.problemsOf(id).join(' '));
    return engine.prepareRubric(shelved.rubric, findFacts);
  }

  #refuse(id: string, problems: readonly string[]): void {
    this.#problems = new Map(this.#problems).set(id, problems);
  }

  #source(id: string): RubricSource {
    const source = this.#sources.find((candidate) => candidate.id === id);
    if (!source) throw new Error(`Expected a rubric on the shelf, got "${id}".`);
    return source;
  }
}
