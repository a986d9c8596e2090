import { storedSettings, type StoredSettings } from '../../kit/storage/stored-settings';
import { z } from '../../kit/zod';
import type { RubricProblem } from '../../rubric/file/rubric-problem';
import type { Rubric } from '../../rubric/rubric';
import type { AddedRubric } from '../../sheet/own-rubrics.svelte';
import type { RubricLibrary } from '../../sheet/rubric-versions.svelte';
import type { EditorWork } from './try-case';

const draftSchema = z.object({ text: z.string(), since: z.string() });
type StoredDraft = z.infer<typeof draftSchema>;
export type DraftStore = Pick<StoredSettings<StoredDraft>, 'load' | 'save' | 'forget'>;

/** Of one rubric, beside the rubrics themselves. */
export function draftStore(id: string): DraftStore {
  const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  return storedSettings(
    { database: 'assay-rubrics', key: `draft/${id}`, version: 1, schema: draftSchema },
    wait,
  );
}

/** Reading begins in a pause of the typing. */
const pauseMilliseconds = 250;

interface Tools {
  library: Pick<RubricLibrary, 'addOwn' | 'load'>;
  store: DraftStore;
  read: EditorWork['read'];
  now: () => Date;
}

/** The file of a rubric while it is edited: what was typed, what is saved, and the last version that could be read. */
export class RubricDraft {
  readonly #tools: Tools;
  text = $state.raw('');
  saved = $state.raw('');
  savedRubric = $state.raw<Rubric | null>(null);
  /** As it could be read last. */
  rubric = $state.raw<Rubric | null>(null);
  problems = $state.raw<readonly RubricProblem[]>([]);
  /** When the first change was typed that is not saved. */
  since = $state.raw<string | null>(null);
  stored = $state(true);
  discarded = $state.raw<StoredDraft | null>(null);
  /** `rubric` is older than the text. */
  readonly outdated = $derived(this.problems.length > 0);
  readonly changed = $derived(this.text !== this.saved);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #keeping: Promise<void> | null = null;
  #reading = new AbortController();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** With the draft of an earlier visit, if there is one. */
  async open(saved: string): Promise<void> {
    this.saved = saved;
    this.text = saved;
    const [draft] = await Promise.all([this.#tools.store.load(), this.#read()]);
    this.savedRubric = this.rubric;
    if (draft === null || draft === 'unavailable' || draft.text === saved) return;
    this.text = draft.text;
    this.since = draft.since;
    await this.#read();
  }

  change(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.discarded = null;
    this.since = this.changed ? (this.since ?? this.#tools.now().toISOString()) : null;
    void this.#keep();
    this.#reading.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.settle(), pauseMilliseconds);
  }
  /** Reads what was typed last, without waiting for a pause. */
  async settle(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await Promise.all([this.#keep(), this.#read()]);
  }

  leave(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#reading.abort();
    return this.#keep();
  }

  /** Gives the text to show. */
  discard(): string {
    this.discarded = { text: this.text, since: this.since ?? '' };
    const { discarded } = this;
    this.change(this.saved);
    this.discarded = discarded;
    return this.saved;
  }
  bringBack(): string {
    const { text = this.text, since = '' } = this.discarded ?? {};
    this.change(text);
    this.since = since;
    return text;
  }

  async save(): Promise<AddedRubric> {
    await this.settle();
    const { text } = this;
    const added = await this.#tools.library.addOwn(text);
    if (!added.ok) {
      if ('problems' in added) this.problems = added.problems;
      return added;
    }
    await this.#tools.store.forget();
    this.discarded = null;
    // Another id is another rubric, with a page of its own.
    if (this.savedRubric !== null && added.id !== this.savedRubric.id) return added;
    this.saved = text;
    this.since = this.changed ? this.#tools.now().toISOString() : null;
    const read = await this.#tools.library.load(added.id);
    this.savedRubric = read?.rubric ?? this.rubric;
    return added;
  }

  /** At once: the tab may be closed the next moment. What is typed while it is written comes after it. */
  #keep(): Promise<void> {
    this.#keeping ??= this.#write().finally(() => (this.#keeping = null));
    return this.#keeping;
  }
  async #write(): Promise<void> {
    const { store } = this.#tools;
    for (let written: string | null = null; written !== this.text;) {
      const { text, since } = this;
      if (!this.changed || since === null) await store.forget();
      else this.stored = await store.save({ text, since });
      written = text;
    }
  }
  /** What is typed meanwhile ends it, and is read after the next pause. */
  async #read(): Promise<void> {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    try {
      const read = await this.#tools.read(this.text, signal);
      if (read.ok) this.rubric = read.rubric;
      this.problems = read.ok ? [] : read.problems;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
