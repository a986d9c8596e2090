import type { Rubric } from '../core/model/rubric';
import { rubricFromContract } from '../core/rubric/rubric-from-contract';
import type { ReadyRubric } from '../pipeline/ready-rubric';
import type { LoadEngine, RubricShelf } from '../state/rubric-shelf.svelte';
import { StorageFailure, type SheetStore } from './sheet-store';

/** Rubrics as they are today, and every stored version that a run was judged by. */
export class RubricVersions {
  readonly shelf: RubricShelf;
  readonly #store: Pick<SheetStore, 'rubric'>;
  readonly #loadEngine: LoadEngine;
  readonly #stored = new Map<string, Promise<Rubric>>();
  readonly #ready = new WeakMap<Rubric, Promise<ReadyRubric>>();

  constructor(shelf: RubricShelf, store: Pick<SheetStore, 'rubric'>, loadEngine: LoadEngine) {
    this.shelf = shelf;
    this.#store = store;
    this.#loadEngine = loadEngine;
  }

  /** A stored version by its hash. Rejects with `damaged` where it is no rubric that this page can read. */
  version(hash: string): Promise<Rubric> {
    let version = this.#stored.get(hash);
    if (!version) {
      version = this.#read(hash);
      this.#stored.set(hash, version);
      version.catch(() => this.#stored.delete(hash));
    }
    return version;
  }

  /** Rejects when the rubric's own expressions are wrong. */
  ready(rubric: Rubric): Promise<ReadyRubric> {
    let ready = this.#ready.get(rubric);
    if (!ready) {
      ready = this.#prepare(rubric);
      this.#ready.set(rubric, ready);
      // A failed download must not stay for good.
      ready.catch(() => this.#ready.delete(rubric));
    }
    return ready;
  }

  async #read(hash: string): Promise<Rubric> {
    const { contract, prompt } = await this.#store.rubric(hash);
    const read = rubricFromContract(contract, prompt);
    if (read.ok) return read.rubric;
    const [problem] = read.problems;
    throw new StorageFailure(
      'damaged',
      `The stored rubric ${hash.slice(0, 12)} cannot be used: ${problem?.message ?? 'it has another shape.'}`,
    );
  }

  async #prepare(rubric: Rubric): Promise<ReadyRubric> {
    const [engine, findFacts] = await Promise.all([this.#loadEngine(), this.shelf.factsOf(rubric.id)]);
    return engine.prepareRubric(rubric, findFacts);
  }
}
