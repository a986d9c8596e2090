import { SvelteMap } from 'svelte/reactivity';
import type * as Judging from './run/judging';
import type { Case } from '../cases/case';
import type { FindFacts } from '../rubric/facts';
import { cardIn, type Rubric, type RubricSource } from '../rubric/rubric';
import type { Judgement } from '../judgement/judgement';
import { errorMessage } from '../kit/error-message';
import type { ProblemWords } from '../rubric/file/rubric-problem';
import { canonicalJson } from '../kit/json';
import type { ReadyRubric } from '../judgement/ready-rubric';
import {
  UnreadableRubric,
  type AddedRubric,
  type OfferedRubric,
  type OwnRubrics,
} from './own-rubrics.svelte';
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

  /** A stored judgement with its facts, reasons and checks in the reader's language, where the rubric has texts in it. For looking only. */
  async judgementIn(
    language: string,
    rubric: Rubric,
    subject: Case,
    judgement: Judgement,
  ): Promise<Judgement> {
    const shown = await this.library.localised(rubric, language);
    if (shown === null) return judgement;
    const [{ inWordsOf }, ready] = await Promise.all([this.#loadJudging(), this.ready(shown.rubric)]);
    return inWordsOf(ready, subject, judgement);
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

interface LocalisedRubric {
  rubric: Rubric;
  samples: Readonly<Record<string, string>>;
}

/** Null where the rubric is in that language. */
function textsKey({ id, language: own }: Rubric, language: string): string | null {
  return own === language || own.startsWith(`${language}-`) ? null : `${id} ${language}`;
}

export type LoadJudging = () => Promise<typeof Judging>;

/** The rubrics at hand: cards at once, a rubric when it is chosen, what judging needs with the first cases. */
export class RubricLibrary {
  readonly own: OwnRubrics;
  readonly #builtIn: readonly RubricSource[];
  readonly #loadJudging: LoadJudging;
  readonly #texts = new Map<string, Promise<LocalisedRubric | null>>();
  readonly #same = new WeakMap<Rubric, boolean>();
  readonly #localised = new SvelteMap<string, LocalisedRubric>();
  readonly #loaded = new SvelteMap<string, LoadedRubric>();
  readonly #problems = new SvelteMap<string, readonly ProblemWords[]>();

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
    const added = await this.own.add(text, (id) => this.#isBuiltIn(id));
    if (added.ok) {
      // As it was before it was replaced.
      this.#loaded.delete(added.id);
      this.#problems.delete(added.id);
    }
    return added;
  }
  /** What `addOwn` would take in. */
  readOwn(text: string): Promise<OfferedRubric> {
    return this.own.read(text, (id) => this.#isBuiltIn(id));
  }
  #isBuiltIn(id: string): boolean {
    return this.#builtIn.some((source) => source.id === id);
  }

  problemsOf(id: string): readonly ProblemWords[] {
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
      if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join(' '));
      const loaded = { id, rubric: read.rubric, fileUrl: source.fileUrl };
      this.#loaded.set(id, loaded);
      return loaded;
    } catch (error) {
      const message = errorMessage(error);
      this.#problems.set(
        id,
        error instanceof UnreadableRubric ? error.problems : [{ message, korean: message }],
      );
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

  /** The rubric in the reader's language where it is a built-in one with texts in it; the rubric itself until they are loaded. */
  shown(rubric: Rubric, language: string): Rubric {
    return this.#shownIn(rubric, language)?.rubric ?? rubric;
  }
  /** The title of a rubric as it is today, in the reader's language; else the one given. */
  titleOf({ id, title }: Pick<Rubric, 'id' | 'title'>, language: string): string {
    const card = this.#source(id)?.card;
    return card?.title === title ? cardIn(card, language).title : title;
  }
  /** What a sample of the rubric is called in the reader's language. */
  sampleLabel(rubric: Rubric, language: string, sample: string): string | undefined {
    return this.#shownIn(rubric, language)?.samples[sample];
  }
  /** Null where there are no texts for it. */
  async localised(rubric: Rubric, language: string): Promise<LocalisedRubric | null> {
    const key = textsKey(rubric, language);
    const loaded = key === null ? undefined : await this.load(rubric.id);
    if (key === null || !loaded || !this.#isSame(rubric, loaded.rubric)) return null;
    return remembered(this.#texts, key, () => this.#localise(loaded.rubric, key, language));
  }
  #shownIn(rubric: Rubric, language: string): LocalisedRubric | undefined {
    const key = textsKey(rubric, language);
    if (key === null) return undefined;
    const today = this.find(rubric.id)?.rubric;
    const found = this.#localised.get(key);
    if (found && today) return this.#isSame(rubric, today) ? found : undefined;
    // What cannot be loaded is shown in the rubric's own language.
    this.localised(rubric, language).catch(() => undefined);
    return undefined;
  }
  async #localise(rubric: Rubric, key: string, language: string): Promise<LocalisedRubric | null> {
    const texts = (await this.#source(rubric.id)?.loadTexts(language)) ?? null;
    if (texts === null) return null;
    const { localiseRubric, rubricTextsSchema } = await import('../rubric/texts');
    const read = rubricTextsSchema.parse(texts);
    const found = { rubric: localiseRubric(rubric, read, language), samples: read.samples };
    this.#localised.set(key, found);
    return found;
  }
  /** Texts belong to the rubric as it is today, not to older versions of it. */
  #isSame(rubric: Rubric, today: Rubric): boolean {
    const known = rubric === today || this.#same.get(rubric);
    if (known !== undefined) return known;
    const plain = (one: Rubric) => canonicalJson(JSON.parse(JSON.stringify(one)));
    const same = plain(rubric) === plain(today);
    this.#same.set(rubric, same);
    return same;
  }

  async replies(id: string): Promise<unknown> {
    return (await this.#source(id)?.loadReplies()) ?? null;
  }

  #source(id: string): RubricSource | undefined {
    return this.cards.find((source) => source.id === id);
  }
}
