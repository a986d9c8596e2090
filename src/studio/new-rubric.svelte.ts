import { errorMessage } from '../kit/error-message';
import { longestFile } from '../rubric/file/limits';
import type { ProblemWords } from '../rubric/file/rubric-problem';
import type { AddedRubric, OfferedRubric } from '../sheet/own-rubrics.svelte';
import { checkDraft, editDraft, type CheckedDraft } from './draft/check-draft';
import { draftOf, piecesOf, type Draft, type NamedPiece } from './draft/draft';
import type { DraftStore } from './draft/draft-store';
import type { Edit } from './draft/edit';
import { changed, redone, startHistory, undone, type History } from './draft/history';
import type { Proposal } from './import/proposal';

export interface StudioTools {
  importText: (text: string, signal: AbortSignal) => Promise<Proposal[]>;
  addOwn: (text: string) => Promise<AddedRubric>;
  /** What `addOwn` would take in. */
  readOwn: (text: string) => Promise<OfferedRubric>;
  /** The rubric that has an id already. */
  rubricOf: (id: string) => { kind: 'built-in' | 'own'; version: string } | null;
  store: DraftStore;
  /** In the language of the page, as is the next. */
  problemInWords: (problem: ProblemWords) => string;
  /** What a mean, sum or lowest is called. */
  overallLabel: (by: 'mean' | 'sum' | 'lowest') => string;
}

type Cases = Proposal['cases'];
export type SavedRubric = Extract<AddedRubric, { ok: true }> & { cases: Cases };
/** A rubric file instead of a prompt. What it contains is shown before it is saved. */
export type FoundFile = Extract<OfferedRubric, { ok: true }> & { text: string };

/** What the importer has to say besides a proposal. */
type Trouble = { kind: 'nothing-found' | 'failed' | 'taken' | 'too-long'; message: string };

const rubricFile = /^\uFEFF?\s*---[ \t]*\r?\n(?:[^\n]*\n){0,40}?format:\s*["']?assay-rubric\//;

/** The way of a judge prompt to a rubric: brought, read, looked through, saved. The draft outlives the tab. */
export class NewRubric {
  readonly #tools: StudioTools;
  text = $state('');
  /** Whether the text is shown for another import, though there is a draft. */
  atStart = $state(true);
  /** The prompts of a file that has several. */
  choices = $state.raw<readonly Proposal[]>([]);
  trouble = $state.raw<Trouble | null>(null);
  refused = $state.raw<Exclude<AddedRubric, { ok: true }> | null>(null);
  saving = $state(false);
  /** Whether the browser holds the draft as it is now. */
  kept = $state<'pending' | 'kept' | 'refused'>('kept');
  /** What went with the last piece that was dropped. */
  wentAlong = $state.raw<readonly NamedPiece[]>([]);
  #reading = $state.raw<AbortController | null>(null);
  #importedText = '';
  #history = $state.raw<History<Draft> | null>(null);
  #discarded = $state.raw<{ text: string; history: History<Draft> | null } | null>(null);
  readonly draft = $derived(this.#history?.present ?? null);
  readonly canUndo = $derived((this.#history?.past.length ?? 0) > 0);
  readonly canRedo = $derived((this.#history?.future.length ?? 0) > 0);
  // One by one, so that a mere confirmation does not have the whole rubric checked again.
  readonly #proposal = $derived(this.draft?.proposal ?? null);
  readonly #id = $derived(this.draft?.id ?? '');
  readonly #overall = $derived(this.draft?.overall ?? null);
  readonly checked: CheckedDraft | null = $derived(
    this.#proposal && this.#check({ proposal: this.#proposal, id: this.#id, overall: this.#overall }),
  );

  constructor(tools: StudioTools) {
    this.#tools = tools;
  }

  get reading(): boolean {
    return this.#reading !== null;
  }
  get wasDiscarded(): boolean {
    return this.#discarded !== null;
  }
  /** Whose place the rubric would take. */
  get taken(): 'built-in' | 'own' | null {
    return this.draft ? (this.#tools.rubricOf(this.draft.id)?.kind ?? null) : null;
  }
  get idFits(): boolean {
    return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(this.draft?.id ?? '');
  }
  /** Nothing stands in the way of saving. */
  get ready(): boolean {
    const { checked } = this;
    const isWhole = checked?.open.length === 0 && checked.problems.length === 0;
    return isWhole && this.idFits && this.taken !== 'built-in';
  }
  get freeId(): string {
    const id = (this.draft?.id ?? '').replace(/-\d+$/, '');
    let number = 2;
    while (this.#tools.rubricOf(`${id}-${number}`)) number += 1;
    return `${id}-${number}`;
  }

  /** What an earlier tab left. */
  async load(): Promise<void> {
    const stored = await this.#tools.store.load();
    if (stored === null || stored === 'unavailable' || this.text !== '' || this.#history) return;
    this.text = stored.text;
    if (!stored.draft) return;
    const { text, choice, edits } = stored.draft;
    const found = await this.#tools.importText(text, new AbortController().signal).catch(() => []);
    const proposal = found[choice];
    if (proposal) this.#history = startHistory(edits.reduce(editDraft, draftOf(proposal, text, choice)));
  }
  /** A prompt from elsewhere on the page. Undo leads back to an earlier draft. */
  async bring(text: string): Promise<FoundFile | null> {
    await this.load();
    this.atStart = true;
    // Half a million letters are no text to look at.
    if (text.length <= longestFile) this.text = text;
    return this.read(text);
  }
  /** Reads the text. A rubric file needs no reading: it is given back. */
  async read(text = this.text): Promise<FoundFile | null> {
    this.stopReading();
    this.choices = [];
    this.trouble = text.length > longestFile ? { kind: 'too-long', message: String(text.length) } : null;
    if (this.trouble) return null;
    const stop = new AbortController();
    this.#reading = stop;
    try {
      if (rubricFile.test(text)) return await this.#readFile(text);
      const found = await this.#tools.importText(text, stop.signal);
      stop.signal.throwIfAborted();
      const [first] = found;
      this.#importedText = text;
      if (!first) this.trouble = { kind: 'nothing-found', message: '' };
      else if (found.length > 1) this.choices = found;
      else this.choose(first);
    } catch (error) {
      if (!stop.signal.aborted) this.trouble = { kind: 'failed', message: errorMessage(error) };
    } finally {
      if (this.#reading === stop) this.#reading = null;
    }
    return null;
  }
  stopReading(): void {
    this.#reading?.abort();
    this.#reading = null;
  }
  choose(proposal: Proposal): void {
    const draft = draftOf(proposal, this.#importedText, Math.max(0, this.choices.indexOf(proposal)));
    this.choices = [];
    // Undo leads back to an earlier draft.
    this.#show(this.#history ? changed(this.#history, draft) : startHistory(draft));
    this.atStart = false;
  }

  edit(edit: Edit): void {
    const history = this.#history;
    if (!history) return;
    const before = history.present;
    const next = editDraft(before, edit);
    this.#show(changed(history, next));
    if (edit.kind !== 'drop') return;
    const kept = new Set(piecesOf(next.proposal).map(({ key }) => key));
    this.wentAlong = piecesOf(before.proposal).filter(
      ({ key }) => !edit.keys.includes(key) && !kept.has(key),
    );
  }
  undo(): void {
    if (this.#history) this.#show(undone(this.#history));
  }
  redo(): void {
    if (this.#history) this.#show(redone(this.#history));
  }

  discard(): void {
    this.stopReading();
    this.#discarded = { text: this.text, history: this.#history };
    this.#history = null;
    this.choices = [];
    this.trouble = null;
    this.atStart = true;
    this.text = '';
    this.keep();
  }
  bringBack(): void {
    if (!this.#discarded) return;
    this.text = this.#discarded.text;
    this.#history = this.#discarded.history;
    this.#discarded = null;
    this.keep();
  }
  /** Stores the draft as it is. */
  keep(): void {
    void this.#keep();
  }

  /** Gives what was saved; null where it was refused. */
  async save(): Promise<SavedRubric | null> {
    const { draft, checked } = this;
    if (!draft || !checked || !this.ready) return null;
    this.saving = true;
    try {
      const added = await this.#tools.addOwn(checked.text);
      if (!added.ok) {
        this.refused = added;
        return null;
      }
      this.discard();
      this.#discarded = null;
      return { ...added, cases: draft.proposal.cases };
    } finally {
      this.saving = false;
    }
  }

  async #keep(): Promise<void> {
    const { text, draft } = this;
    const { store } = this.#tools;
    this.kept = 'pending';
    if (text.trim() === '' && !draft) return store.forget();
    const stored = await store.save({ text, draft: draft?.made ?? null });
    // A later change is on its way to the storage by itself.
    if (text === this.text && draft === this.draft) this.kept = stored ? 'kept' : 'refused';
  }
  async #readFile(text: string): Promise<FoundFile | null> {
    const read = await this.#tools.readOwn(text);
    if (read.ok) return { ...read, text };
    const message =
      'taken' in read ? read.taken : read.problems.map((one) => this.#tools.problemInWords(one)).join('\n');
    this.trouble = { kind: 'taken' in read ? 'taken' : 'failed', message };
    return null;
  }
  #check(draft: Pick<Draft, 'proposal' | 'id' | 'overall'>): CheckedDraft {
    const { overall, id } = draft;
    const before = this.#tools.rubricOf(id);
    return checkDraft(draft, {
      ...(before?.kind === 'own' && { version: nextVersion(before.version) }),
      ...(overall && overall.by !== 'criterion' && { overallLabel: this.#tools.overallLabel(overall.by) }),
    });
  }
  #show(history: History<Draft>): void {
    this.#history = history;
    this.refused = null;
    this.wentAlong = [];
    this.keep();
  }
}

/** `1.0.0` → `1.1.0`. */
function nextVersion(version: string): string {
  const [major = 1, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}
