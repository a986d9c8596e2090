import type * as Judging from './run/judging';
import type { Case } from '../cases/case';
import type { FindFacts } from '../rubric/facts';
import type { Rubric, RubricCard, RubricSource } from '../rubric/rubric';
import { errorMessage } from '../kit/error-message';
import type { ReadyRubric } from '../judgement/ready-rubric';
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
    let version = this.#stored.get(hash);
    if (!version) {
      version = readRunRubric(this.#store, hash);
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

  async #prepare(rubric: Rubric): Promise<ReadyRubric> {
    const [judging, findFacts] = await Promise.all([this.#loadJudging(), this.library.factsOf(rubric.id)]);
    return judging.prepareRubric(rubric, findFacts);
  }
}

export interface LoadedRubric {
  id: string;
  rubric: Rubric;
  fileUrl: string;
}

export type LoadJudging = () => Promise<typeof Judging>;

/** The rubrics at hand: cards at once, a rubric when it is chosen, what judging needs when the first case is judged. */
export class RubricLibrary {
  readonly #sources: readonly RubricSource[];
  readonly #loadJudging: LoadJudging;
  #loaded = $state.raw<ReadonlyMap<string, LoadedRubric>>(new Map());
  #problems = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());

  constructor(sources: readonly RubricSource[], loadJudging: LoadJudging) {
    this.#sources = sources;
    this.#loadJudging = loadJudging;
  }

  get cards(): readonly { id: string; card: RubricCard }[] {
    return this.#sources;
  }
  /** Why a rubric cannot be used: what its author must mend, or that its file could not be fetched. */
  problemsOf(id: string): readonly string[] {
    return this.#problems.get(id) ?? [];
  }
  /** The rubric, once `load` has brought it. */
  find(id: string): LoadedRubric | undefined {
    return this.#loaded.get(id);
  }

  async load(id: string): Promise<LoadedRubric | undefined> {
    const present = this.find(id);
    if (present) return present;
    const source = this.#sources.find((candidate) => candidate.id === id);
    if (!source) return undefined;
    try {
      const [{ contract, prompt }, { rubricFromContract }] = await Promise.all([
        source.loadContract(),
        import('../rubric/file/read-contract'),
      ]);
      const read = rubricFromContract(contract, prompt);
      if (!read.ok) {
        this.#refuse(
          id,
          read.problems.map((problem) => problem.message),
        );
        return undefined;
      }
      const loaded = { id, rubric: read.rubric, fileUrl: source.fileUrl };
      this.#loaded = new Map(this.#loaded).set(id, loaded);
      return loaded;
    } catch (error) {
      this.#refuse(id, [errorMessage(error)]);
      return undefined;
    }
  }

  /** What finds facts for a rubric of this name; nothing where the library has none. */
  async factsOf(id: string): Promise<FindFacts | null> {
    return (await this.#sources.find((source) => source.id === id)?.loadFacts()) ?? null;
  }

  async samples(id: string): Promise<Case[]> {
    const [judging, loaded, csv] = await Promise.all([
      this.#loadJudging(),
      this.load(id),
      this.#source(id).loadSamples(),
    ]);
    return csv === null || !loaded ? [] : judging.readSamples(loaded.rubric, csv);
  }

  #refuse(id: string, problems: readonly string[]): void {
    this.#problems = new Map(this.#problems).set(id, problems);
  }

  #source(id: string): RubricSource {
    const source = this.#sources.find((candidate) => candidate.id === id);
    if (!source) throw new Error(`Expected a rubric on the library, got "${id}".`);
    return source;
  }
}
