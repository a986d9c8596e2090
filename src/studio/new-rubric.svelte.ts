import { errorMessage } from '../kit/error-message';
import type { AddedRubric } from '../sheet/own-rubrics.svelte';
import { checkDraft, withoutBrokenRules, type CheckedDraft } from './draft/check-draft';
import { draftOf, piecesOf, type Draft, type NamedPiece } from './draft/draft';
import type { DraftStore } from './draft/draft-store';
import { applyEdit, type Edit } from './draft/edits';
import { changed, redone, startHistory, undone, type History } from './draft/history';
import type { Proposal } from './import/proposal';

export interface StudioTools {
  importText: (text: string, signal: AbortSignal) => Promise<Proposal[]>;
  addOwn: (text: string) => Promise<AddedRubric>;
  /** The rubric that has an id already. */
  rubricOf: (id: string) => { kind: 'built-in' | 'own'; version: string } | null;
  store: DraftStore;
  /** What a mean, sum or lowest is called, in the language of the page. */
  overallLabel: (by: 'mean' | 'sum' | 'lowest') => string;
}

type Cases = Proposal['cases'];
export type SavedRubric = Extract<AddedRubric, { ok: true }> & { cases: Cases };

/** What the importer has to say besides a proposal. */
type Trouble = { kind: 'nothing-found' | 'failed' | 'taken'; message: string };

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
  /** What went with the last piece that was dropped. */
  wentAlong = $state.raw<readonly NamedPiece[]>([]);
  #reading = $state.raw<AbortController | null>(null);
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
    this.#history = stored.draft && startHistory(stored.draft);
  }
  /** A prompt from elsewhere on the page. Undo leads back to an earlier draft. */
  async bring(text: string): Promise<SavedRubric | null> {
    await this.load();
    this.text = text;
    this.atStart = true;
    return this.read();
  }
  /** Reads the text. A rubric file needs no reading: it is saved at once, and given back. */
  async read(): Promise<SavedRubric | null> {
    this.stopReading();
    const stop = new AbortController();
    this.#reading = stop;
    this.trouble = null;
    this.choices = [];
    try {
      if (rubricFile.test(this.text)) return await this.#saveFile(this.text);
      const found = await this.#tools.importText(this.text, stop.signal);
      stop.signal.throwIfAborted();
      const [first] = found;
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
    const draft = draftOf(proposal);
    this.choices = [];
    // Undo leads back to an earlier draft.
    this.#show(this.#history ? changed(this.#history, draft) : startHistory(draft));
    this.atStart = false;
  }

  edit(edit: Edit): void {
    const history = this.#history;
    if (!history) return;
    const before = history.present;
    const next = applyEdit(before, edit);
    const breaksRules = ['drop', 'field', 'input', 'add-input', 'criterion'].includes(edit.kind);
    const proposal = breaksRules ? withoutBrokenRules(next.proposal) : next.proposal;
    this.#show(changed(history, { ...next, proposal }));
    if (edit.kind !== 'drop') return;
    const kept = new Set(piecesOf(proposal).map(({ key }) => key));
    this.wentAlong = piecesOf(before.proposal).filter(({ key }) => key !== edit.key && !kept.has(key));
  }
  undo(): void {
    if (this.#history) this.#show(undone(this.#history));
  }
  redo(): void {
    if (this.#history) this.#show(redone(this.#history));
  }
  confirmAllStated(): void {
    const { proposal, confirmed } = this.draft ?? {};
    if (!proposal) return;
    const keys = piecesOf(proposal).flatMap(({ key, certainty }) =>
      certainty === 'stated' && !confirmed?.includes(key) ? [key] : [],
    );
    if (keys.length > 0) this.edit({ kind: 'confirm', keys, confirmed: true });
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
    const { text, draft } = this;
    const { store } = this.#tools;
    void (text.trim() === '' && !draft ? store.forget() : store.save({ text, draft }));
  }

  /** Gives what was saved; null where it was refused. */
  async save(): Promise<SavedRubric | null> {
    const { draft, checked } = this;
    if (!draft || !checked || checked.open.length > 0 || checked.problems.length > 0) return null;
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

  async #saveFile(text: string): Promise<SavedRubric | null> {
    const added = await this.#tools.addOwn(text);
    if (added.ok) {
      this.text = '';
      this.keep();
      return { ...added, cases: [] };
    }
    const message = 'taken' in added ? added.taken : added.problems.map((one) => one.message).join('\n');
    this.trouble = { kind: 'taken' in added ? 'taken' : 'failed', message };
    return null;
  }
  #check(draft: Omit<Draft, 'confirmed'>): CheckedDraft {
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
