import type * as Judging from './run/judging';
import type { Case } from '../cases/case';
import type { FindFacts } from '../rubric/facts';
import type { Rubric, RubricSource } from '../rubric/rubric';
import { errorMessage } from '../kit/error-message';
import type { ReadyRubric } from '../judgement/ready-rubric';
import type { AddedRubric, OwnRubrics } from './own-rubrics.svelte';
import { readRunRubric, type SheetStore } from './sheet-store';

/** Rubrics as they are today, and every stored version that a run was judged by. */
export class RubricVersions {
  readonly library: RubricLibrary;
  readonly #store: Pick<SheetStore, 'rubric'>;
  readonly #loadJudging: LoadJudging;
  readonly #stored = new Map<string, Promise<Rubric>>();
  readonly #ready = new WeakMap<Rubric, Promise<ReadyRubric>>();

  constructor(library: RubricLibrary, store: Pick<SheetStore, 'rubric'>, loadJudging: LoadJudging) {
    this.library = library;
    this.#store = store;
    this.#loadJudging = loadJudging;
  }

  /** A stored version by its hash. Rejects with `damaged` where it is no rubric that this page can read. */
  version(hash: string): Promise<Rubric> {
    return remembered(this.#stored, hash, () => readRunRubric(this.#store, hash));
  }

  /** Rejects when the rubric's own expressions are wrong. */
  ready(rubric: Rubric): Promise<ReadyRubric> {
    return remembered(this.#ready, rubric, async () => {
      const [judging, findFacts] = await Promise.all([this.#loadJudging(), this.library.factsOf(rubric.id)]);
      return judging.prepareRubric(rubric, findFacts);
    });
  }
}

/** What was loaded before. A load that failed is tried again. */
function remembered<K extends WeakKey | string, T>(
  loaded: { get(key: K): T | undefined; set(key: K, value: T): unknown; delete(key: K): unknown },
  key: K,
  load: () => T & Promise<unknown>,
): T {
  const known = loaded.get(key);
  if (known) return known;
  const loading = load();
  loaded.set(key, loading);
  loading.catch(() => loaded.delete(key));
  return loading;
}

export interface LoadedRubric {
  id: string;
  rubric: Rubric;
  fileUrl: string;
}

export type LoadJudging = () => Promise<typeof Judging>;

/** The rubrics at hand: cards at once, a rubric when it is chosen, what judging needs with the first cases. */
export class RubricLibrary {
  readonly own: OwnRubrics;
  readonly #builtIn: readonly RubricSource[];
  readonly #loadJudging: LoadJudging;
  #loaded = $state.raw<ReadonlyMap<string, LoadedRubric>>(new Map());
  #problems = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());

  constructor(builtIn: readonly RubricSource[], loadJudging: LoadJudging, own: OwnRubrics) {
    this.#builtIn = builtIn;
    this.#loadJudging = loadJudging;
    this.own = own;
  }

  get cards(): readonly RubricSource[] {
    return [...this.#builtIn, ...this.own.sources];
  }
  /** Takes in the text of a `rubric.md`. */
  async addOwn(text: string): Promise<AddedRubric> {
    const added = await this.own.add(text, (id) => this.#builtIn.some((source) => source.id === id));
    if (added.ok) this.#forget(added.id);
    return added;
  }

  problemsOf(id: string): readonly string[] {
    return this.#problems.get(id) ?? [];
  }
  find(id: string): LoadedRubric | undefined {
    return this.#loaded.get(id);
  }

  async load(id: string): Promise<LoadedRubric | undefined> {
    const present = this.find(id);
    if (present) return present;
    const source = this.#source(id);
    if (!source) return undefined;
    try {
      const [{ contract, prompt }, { rubricFromContract }] = await Promise.all([
        source.loadContract(),
        import('../rubric/file/read-contract'),
      ]);
      const read = rubricFromContract(contract, prompt);
      if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
      const loaded = { id, rubric: read.rubric, fileUrl: source.fileUrl };
      this.#loaded = new Map(this.#loaded).set(id, loaded);
      return loaded;
    } catch (error) {
      this.#problems = new Map(this.#problems).set(id, errorMessage(error).split('\n'));
      return undefined;
    }
  }

  async factsOf(id: string): Promise<FindFacts | null> {
    return (await this.#source(id)?.loadFacts()) ?? null;
  }

  async samples(id: string): Promise<Case[]> {
    const [judging, loaded, csv] = await Promise.all([
      this.#loadJudging(),
      this.load(id),
      this.#source(id)?.loadSamples() ?? null,
    ]);
    return csv === null || !loaded ? [] : judging.readSamples(loaded.rubric, csv);
  }

  async replies(id: string): Promise<unknown> {
    return (await this.#source(id)?.loadReplies()) ?? null;
  }

  /** As it was before it was replaced. */
  #forget(id: string): void {
    this.#loaded = new Map([...this.#loaded].filter(([known]) => known !== id));
    this.#problems = new Map([...this.#problems].filter(([known]) => known !== id));
  }
  #source(id: string): RubricSource | undefined {
    return this.cards.find((source) => source.id === id);
  }
}
