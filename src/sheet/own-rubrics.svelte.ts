import type { ProblemWords, RubricProblem } from '../rubric/file/rubric-problem';
import type { Rubric, RubricSource } from '../rubric/rubric';
import { storedSettings, type StoredSettings, type Wait } from '../kit/storage/stored-settings';
import { z } from '../kit/zod';

const ownRubricSchema = z.object({
  id: z.string(),
  /** So that the list is there before the text has been parsed. */
  card: z.object({
    title: z.string(),
    version: z.string(),
    language: z.string(),
    purpose: z.string(),
    summary: z.string(),
  }),
  text: z.string(),
  /** All that were saved, the newest first: each hash once. Older pages stored none. */
  versions: z
    .array(z.object({ hash: z.string(), saved: z.string(), version: z.string(), text: z.string() }))
    .default([]),
});
export type RubricVersion = OwnRubric['versions'][number];
type OwnRubric = z.infer<typeof ownRubricSchema>;

/** By id. Each is read by itself, so that a damaged one harms no other. */
const storedSchema = z.record(z.string(), z.unknown());
export type OwnRubricStore = Pick<StoredSettings<z.infer<typeof storedSchema>>, 'load' | 'save'>;

export function ownRubricStore(wait: Wait): OwnRubricStore {
  return storedSettings({ database: 'assay-rubrics', key: 'own', version: 1, schema: storedSchema }, wait);
}

export type RefusedRubric =
  /** A built-in rubric has this id. */
  { ok: false; taken: string } | { ok: false; problems: readonly RubricProblem[] };
/** `newer`: it takes the place of an own rubric with the same id. */
export type OfferedRubric = { ok: true; rubric: Rubric; newer: boolean } | RefusedRubric;
/** `stored`: it will be there after a reload. */
export type AddedRubric =
  { ok: true; id: string; title: string; newer: boolean; stored: boolean } | RefusedRubric;

/** What is stored or shipped as a rubric is none any more. */
export class UnreadableRubric extends Error {
  readonly problems: readonly ProblemWords[];

  constructor(problems: readonly ProblemWords[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.problems = problems;
  }
}

/** Rubrics that a person brought, as the texts of their files. */
export class OwnRubrics {
  readonly #store: OwnRubricStore;
  #all = $state.raw<readonly OwnRubric[]>([]);
  readonly sources: readonly RubricSource[] = $derived(this.#all.map(sourceOf));
  /** Taken out last: it can be brought back until the tab is closed. */
  removed = $state.raw<OwnRubric | null>(null);

  readonly #now: () => Date;

  constructor(store: OwnRubricStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** The text of the newest version. */
  textOf(id: string): string | undefined {
    return this.#all.find((own) => own.id === id)?.text;
  }
  /** The newest first. */
  versionsOf(id: string): readonly RubricVersion[] {
    return this.#all.find((own) => own.id === id)?.versions ?? [];
  }

  async load(): Promise<void> {
    const stored = Object.values(await this.#stored());
    this.#all = stored.flatMap((one) => ownRubricSchema.safeParse(one).data ?? []);
  }

  async read(text: string, isBuiltIn: (id: string) => boolean): Promise<OfferedRubric> {
    const { readRubric, codeFacts } = await import('../rubric/program/read-rubric');
    const read = readRubric(text);
    if (!read.ok) return read;
    const { id } = read.rubric;
    if (isBuiltIn(id)) return { ok: false, taken: id };
    const problems = codeFacts(read.rubric, text);
    if (problems.length > 0) return { ok: false, problems };
    return { ...read, newer: this.#all.some((own) => own.id === id) };
  }
  /** As the newest version of its id. Earlier ones stay. */
  async add(text: string, isBuiltIn: (id: string) => boolean): Promise<AddedRubric> {
    const read = await this.read(text, isBuiltIn);
    if (!read.ok) return read;
    const { id, title, version, language, purpose, summary = purpose } = read.rubric;
    const { rubricHash } = await import('../judgement/receipt');
    const hash = rubricHash(read.rubric);
    const earlier = await this.#storedVersions(id);
    const newest = { hash, saved: this.#now().toISOString(), version, text };
    const versions = [newest, ...earlier.filter((one) => one.hash !== hash)];
    const card = { title, version, language, purpose, summary };
    const stored = await this.#put({ id, card, text, versions });
    return { ok: true, id, title, newer: read.newer, stored };
  }
  async remove(id: string): Promise<void> {
    const removed = this.#all.find((own) => own.id === id);
    if (!removed) return;
    this.removed = removed;
    this.#all = this.#all.filter((own) => own !== removed);
    const { [id]: _, ...others } = await this.#stored();
    await this.#store.save(others);
  }
  /** Gives the id of the rubric that is back. */
  async bringBack(): Promise<string | null> {
    const { removed } = this;
    if (removed) await this.#put(removed);
    return removed?.id ?? null;
  }

  async #put(own: OwnRubric): Promise<boolean> {
    if (this.removed?.id === own.id) this.removed = null;
    this.#all = [...this.#all.filter(({ id }) => id !== own.id), own];
    return this.#store.save({ ...(await this.#stored()), [own.id]: own });
  }
  async #storedVersions(id: string): Promise<readonly RubricVersion[]> {
    const stored = ownRubricSchema.safeParse((await this.#stored())[id]).data;
    const known = stored ?? this.#all.find((own) => own.id === id);
    if (!known || known.versions.length > 0) return known?.versions ?? [];
    // Of a page that kept one version only.
    const [{ readOwnRubric }, { rubricHash }] = await Promise.all([
      import('../rubric/program/read-rubric'),
      import('../judgement/receipt'),
    ]);
    const read = readOwnRubric(known.text);
    const { version } = known.card;
    return read.ok ? [{ hash: rubricHash(read.rubric), saved: '', version, text: known.text }] : [];
  }
  /** Read before each change: another tab may have brought one meanwhile. */
  async #stored(): Promise<z.infer<typeof storedSchema>> {
    const stored = await this.#store.load();
    return stored === null || stored === 'unavailable' ? {} : stored;
  }
}

function sourceOf({ id, card, text }: OwnRubric): RubricSource {
  return {
    id,
    kind: 'own',
    card: { ...card, samples: 0, translations: {} },
    loadContract: async () => {
      const { parseRubric } = await import('../rubric/file/parse-rubric');
      const read = parseRubric(text);
      if (!read.ok) throw new UnreadableRubric(read.problems);
      const { prompt, ...contract } = read.rubric;
      return { contract, prompt };
    },
    loadFacts: () => Promise.resolve(null),
    loadSamples: () => Promise.resolve(null),
    loadReplies: () => Promise.resolve(null),
    loadTexts: () => Promise.resolve(null),
    fileUrl: `data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`,
  };
}
