import type { RunHead } from '../core/model/run';
import type { RunChannel, RunMessage } from '../storage/runs/run-channel';
import { findRuns, inOrder } from './run-list';
import { RunRemoval, type RemovalTools } from './run-removal.svelte';
import { RunSizes } from './run-sizes.svelte';
import { stateOf, type RunState } from './run-state';
import { troubleOf, type Trouble } from './storage-trouble';

export interface HistoryTools extends RemovalTools {
  channel: RunChannel;
  /** The run that this tab drives. */
  here: () => { id: string; state: RunState } | null;
  /** What a person reads of a run besides its name and note. */
  wordsOf: (head: RunHead) => readonly string[];
}

/** What could not be done with a run, until something else is done. */
export interface HistoryProblem {
  head: RunHead;
  what: 'busy' | 'gone' | 'not-changed' | 'not-opened';
  trouble: Trouble;
}

export type HeadChange = Partial<Pick<RunHead, 'title' | 'note' | 'pinned'>>;

/** Changes that come in quick succession are read together. */
const gatherMilliseconds = 300;
const noTrouble: Trouble = { kind: null, detail: '' };

/** The runs that this browser keeps, as a list that follows what this tab and others do. */
export class History {
  readonly #tools: HistoryTools;
  readonly #removal: RunRemoval;
  #state = $state.raw<'new' | 'ready' | Trouble>('new');
  #heads = $state.raw<readonly RunHead[]>([]);
  #damaged = $state.raw<readonly string[]>([]);
  #elsewhere = $state.raw<ReadonlySet<string>>(new Set());
  readonly #sizes: RunSizes;
  #search = $state('');
  #chosen = $state.raw<readonly string[]>([]);
  #problem = $state.raw<HistoryProblem | null>(null);
  readonly #found = $derived(findRuns(this.#heads, this.#search, (head) => this.#wordsOf(head)));
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #watching: AbortController | null = null;

  constructor(tools: HistoryTools) {
    this.#tools = tools;
    this.#removal = new RunRemoval(tools);
    this.#sizes = new RunSizes(tools.runs);
  }

  get state(): 'new' | 'ready' | Trouble {
    return this.#state;
  }
  /** All, pinned and newest first. */
  get heads(): readonly RunHead[] {
    return this.#heads;
  }
  /** Those that the search leaves. */
  get found(): readonly RunHead[] {
    return this.#found;
  }
  /** Ids of runs that cannot be read. */
  get damaged(): readonly string[] {
    return this.#damaged;
  }
  get search(): string {
    return this.#search;
  }
  set search(text: string) {
    this.#search = text;
  }
  /** Ids of runs chosen for comparison, in the order they were chosen. */
  get chosen(): readonly string[] {
    return this.#chosen;
  }
  /** The run that was deleted last, while it can be brought back. */
  get removed(): RunHead | null {
    return this.#removal.offered;
  }
  get problem(): HistoryProblem | null {
    return this.#problem;
  }
  /** Undefined until it has been looked up. */
  sizeOf(id: string): number | undefined {
    return this.#sizes.of(id);
  }
  stateOf(head: RunHead): RunState {
    const here = this.#tools.here();
    return here?.id === head.id ? here.state : stateOf(head, this.#elsewhere.has(head.id));
  }

  choose(id: string, chosen: boolean): void {
    const others = this.#chosen.filter((one) => one !== id);
    this.#chosen = chosen ? [...others, id] : others;
  }
  /** Something could not be done elsewhere, as opening a run. */
  report(head: RunHead, what: HistoryProblem['what'], error: unknown): void {
    this.#problem = { head, what, trouble: troubleOf(error) };
  }
  dismissProblem(): void {
    this.#problem = null;
  }

  /** Keeps the list true while it is shown. Gives a function that ends that, and with it the chance to undo. */
  watch(): () => void {
    const watching = new AbortController();
    this.#watching = watching;
    const deafen = this.#tools.channel.listen((message) => this.#hear(message));
    void this.look();
    return () => {
      deafen();
      watching.abort();
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      this.#problem = null;
      void this.#removal.settle();
    };
  }

  async look(): Promise<void> {
    try {
      const { runs, ownership } = this.#tools;
      const [{ heads, damaged }, elsewhere] = await Promise.all([runs.heads(), ownership.ownedElsewhere()]);
      this.#show(heads);
      this.#damaged = damaged;
      this.#elsewhere = elsewhere;
      this.#state = 'ready';
      for (const id of elsewhere) this.#awaitOwner(id);
      await this.#sizes.measure(heads.map(({ id }) => id));
    } catch (error) {
      this.#state = troubleOf(error);
    }
  }

  /** A run of this tab went on, or ended: its head is read again soon. */
  changed(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => void this.#readChanged(), gatherMilliseconds);
  }

  change(head: RunHead, change: HeadChange): Promise<void> {
    return this.#try(head, 'not-changed', async () => {
      const changed = await this.#tools.runs.changeHead(head.id, (stored) => ({ ...stored, ...change }));
      if (changed) this.#tools.tell({ kind: 'head', run: head.id });
      return this.#put(head, changed);
    });
  }

  remove(head: RunHead): Promise<void> {
    return this.#try(head, 'not-changed', async () => {
      const outcome = await this.#removal.remove(head.id);
      if (outcome !== 'busy') this.#drop(head.id);
      return outcome === 'removed' ? null : outcome;
    });
  }
  async undo(): Promise<void> {
    const head = this.#removal.offered;
    if (!head) return;
    await this.#try(head, 'not-changed', async () => {
      const outcome = await this.#removal.undo();
      return this.#put(head, outcome === 'back' ? { ...head, removed: null } : null);
    });
  }
  async removeDamaged(id: string): Promise<void> {
    if (await this.#removal.removeForGood(id)) this.#damaged = this.#damaged.filter((one) => one !== id);
  }
  /** For good. Runs that are being judged stay, and are counted. */
  async removeAll(): Promise<{ removed: number; stayed: number }> {
    await this.#removal.settle();
    const { heads, damaged } = await this.#tools.runs.heads();
    let removed = 0;
    let stayed = 0;
    for (const id of [...heads.map((head) => head.id), ...damaged]) {
      if (await this.#removal.removeForGood(id)) removed += 1;
      else stayed += 1;
    }
    await this.look();
    return { removed, stayed };
  }
  /** Once a visit: what was deleted in earlier ones goes for good. */
  async sweep(): Promise<void> {
    try {
      await this.#removal.sweep();
    } catch {
      // The next visit tries again; where nothing can be read, the list says so.
    }
  }

  #wordsOf(head: RunHead): string[] {
    const { title, note, rubric, judge } = head;
    return [title, note, rubric.title, judge.model, ...this.#tools.wordsOf(head)];
  }

  #hear(message: RunMessage): void {
    if (message.kind === 'removed') {
      this.#drop(message.run);
      this.#damaged = this.#damaged.filter((id) => id !== message.run);
    } else if (message.kind !== 'ask') this.changed(message.run);
  }

  async #readChanged(): Promise<void> {
    this.#timer = null;
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      const { runs, ownership } = this.#tools;
      const heads = await Promise.all(ids.map((id) => runs.head(id)));
      this.#elsewhere = await ownership.ownedElsewhere();
      for (const id of this.#elsewhere) this.#awaitOwner(id);
      const others = this.#heads.filter(({ id }) => !ids.includes(id));
      this.#show([...others, ...heads.filter((head) => head !== null)]);
      await this.#sizes.measure(ids, { again: true });
    } catch (error) {
      this.#state = troubleOf(error);
    }
  }

  /** An owner may end or die without a word. */
  #awaitOwner(id: string): void {
    const signal = this.#watching?.signal;
    if (!signal || signal.aborted || this.#awaited.has(id)) return;
    this.#awaited.add(id);
    void this.#tools.ownership
      .whenFree(id, signal)
      .then(
        () => this.changed(id),
        () => undefined,
      )
      .finally(() => this.#awaited.delete(id));
  }
  readonly #awaited = new Set<string>();

  #show(heads: readonly RunHead[]): void {
    this.#heads = inOrder(heads.filter(({ removed }) => removed === null));
    this.#chosen = this.#chosen.filter((id) => this.#heads.some((head) => head.id === id));
  }
  #drop(id: string): void {
    this.#show(this.#heads.filter((head) => head.id !== id));
  }
  #put(before: RunHead, head: RunHead | null): 'gone' | null {
    const others = this.#heads.filter(({ id }) => id !== before.id);
    this.#show(head ? [...others, head] : others);
    return head ? null : 'gone';
  }

  /** Does what a person asked for, and says what went wrong with it. */
  async #try(
    head: RunHead,
    what: HistoryProblem['what'],
    work: () => Promise<'busy' | 'gone' | null>,
  ): Promise<void> {
    this.#problem = null;
    try {
      const refused = await work();
      if (refused) this.#problem = { head, what: refused, trouble: noTrouble };
    } catch (error) {
      this.report(head, what, error);
    }
  }
}
