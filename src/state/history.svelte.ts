import type { RunHead } from '../core/model/run';
import type { RunChannel } from '../storage/runs/run-channel';
import { FollowedRuns } from './followed-runs.svelte';
import { findRuns } from './run-list';
import { RunRemoval, type RemovalTools } from './run-removal.svelte';
import type { RunState } from './run-state';
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
  what: 'busy' | 'gone' | 'not-changed' | 'not-removed' | 'not-opened';
  trouble: Trouble;
}

export interface RemovedAll {
  removed: number;
  /** Somebody judges them. */
  stayed: number;
  /** What kept the rest from being deleted. */
  trouble: Trouble | null;
}

export type HeadChange = Partial<Pick<RunHead, 'title' | 'note' | 'pinned'>>;

const noTrouble: Trouble = { kind: null, detail: '' };

/** The runs that this browser keeps, as a list, and what a person does with it. */
export class History {
  readonly #tools: HistoryTools;
  readonly #removal: RunRemoval;
  readonly #runs: FollowedRuns;
  #search = $state('');
  #chosen = $state.raw<readonly string[]>([]);
  #problem = $state.raw<HistoryProblem | null>(null);
  readonly #found = $derived.by(() =>
    findRuns(this.#runs.heads, this.#search, (head) => this.#wordsOf(head)),
  );

  constructor(tools: HistoryTools) {
    this.#tools = tools;
    this.#removal = new RunRemoval(tools);
    this.#runs = new FollowedRuns({
      ...tools,
      hides: (id) => this.#removal.hides(id),
      listed: (heads) => this.#unchooseGone(heads),
    });
  }

  get state(): 'new' | 'ready' | Trouble {
    return this.#runs.state;
  }
  /** All, pinned and newest first. */
  get heads(): readonly RunHead[] {
    return this.#runs.heads;
  }
  /** Those that the search leaves. */
  get found(): readonly RunHead[] {
    return this.#found;
  }
  /** Ids of runs that cannot be read. */
  get damaged(): readonly string[] {
    return this.#runs.damaged;
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
    return this.#runs.sizeOf(id);
  }
  stateOf(head: RunHead): RunState {
    const here = this.#tools.here();
    return here?.id === head.id ? here.state : this.#runs.stateOf(head);
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
    const unfollow = this.#runs.watch();
    return () => {
      unfollow();
      this.#problem = null;
      void this.#removal.settle();
    };
  }
  look(): Promise<void> {
    return this.#runs.look();
  }
  /** A run of this tab went on, or ended. */
  changed(id: string): void {
    this.#runs.changed(id);
  }

  /** Whether it is stored. */
  change(head: RunHead, change: HeadChange): Promise<boolean> {
    return this.#try(head, 'not-changed', async () => {
      const changed = await this.#tools.runs.changeHead(head.id, (stored) => ({ ...stored, ...change }));
      if (changed) this.#tools.tell({ kind: 'head', run: head.id });
      return this.#put(head, changed);
    });
  }

  remove(head: RunHead): Promise<boolean> {
    return this.#try(head, 'not-removed', async () => {
      const outcome = await this.#removal.remove(head.id);
      if (outcome !== 'busy') this.#runs.drop(head.id);
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
  /** Null where it is. */
  async removeDamaged(id: string): Promise<'busy' | Trouble | null> {
    try {
      if (!(await this.#removal.removeForGood(id))) return 'busy';
      this.#runs.dropDamaged(id);
      return null;
    } catch (error) {
      return troubleOf(error);
    }
  }
  /** For good. Runs that are being judged stay, and are counted. Where the storage refuses, the rest stays as well. */
  async removeAll(): Promise<RemovedAll> {
    let removed = 0;
    let stayed = 0;
    let trouble: Trouble | null = null;
    try {
      await this.#removal.settle();
      const { heads, damaged } = await this.#tools.runs.heads();
      for (const id of [...heads.map((head) => head.id), ...damaged]) {
        if (await this.#removal.removeForGood(id)) removed += 1;
        else stayed += 1;
      }
    } catch (error) {
      trouble = troubleOf(error);
    }
    await this.look();
    return { removed, stayed, trouble };
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

  #unchooseGone(heads: readonly RunHead[]): void {
    this.#chosen = this.#chosen.filter((id) => heads.some((head) => head.id === id));
  }
  #put(before: RunHead, head: RunHead | null): 'gone' | null {
    if (head) this.#runs.put(head);
    else this.#runs.drop(before.id);
    return head ? null : 'gone';
  }

  /** Does what a person asked for, and says what went wrong with it. False where something did. */
  async #try(
    head: RunHead,
    what: HistoryProblem['what'],
    work: () => Promise<'busy' | 'gone' | null>,
  ): Promise<boolean> {
    this.#problem = null;
    try {
      const refused = await work();
      if (refused) this.#problem = { head, what: refused, trouble: noTrouble };
      return refused === null;
    } catch (error) {
      this.report(head, what, error);
      return false;
    }
  }
}
