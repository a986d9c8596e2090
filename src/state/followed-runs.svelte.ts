import type { RunHead } from '../core/model/run';
import type { RunChannel, RunMessage } from '../storage/runs/run-channel';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import { OwnersWord } from './owners-word.svelte';
import { inOrder } from './run-list';
import { RunSizes } from './run-sizes.svelte';
import { stateOf, type RunState } from './run-state';
import { troubleOf, type Trouble } from './storage-trouble';

interface Tools {
  runs: RunStore;
  ownership: RunOwnership;
  channel: RunChannel;
  /** Whether a run is not to be listed, though its head may not say so. */
  hides: (id: string) => boolean;
  /** Called with the heads whenever they may have become others. */
  listed: (heads: readonly RunHead[]) => void;
}

/** Changes that come in quick succession are read together. */
const gatherMilliseconds = 300;

/** The heads of all stored runs, kept true to what this tab and others do. */
export class FollowedRuns {
  readonly #tools: Tools;
  readonly #sizes: RunSizes;
  readonly #word: OwnersWord;
  #state = $state.raw<'new' | 'ready' | Trouble>('new');
  #heads = $state.raw<readonly RunHead[]>([]);
  #damaged = $state.raw<readonly string[]>([]);
  #elsewhere = $state.raw<ReadonlySet<string>>(new Set());
  readonly #changed = new Set<string>();
  /** Runs whose owners are waited for. */
  readonly #awaited = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #watching: AbortController | null = null;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#sizes = new RunSizes(tools.runs);
    this.#word = new OwnersWord(tools.channel);
  }

  get state(): 'new' | 'ready' | Trouble {
    return this.#state;
  }
  /** All, pinned and newest first. */
  get heads(): readonly RunHead[] {
    return this.#heads;
  }
  /** Ids of runs that cannot be read. */
  get damaged(): readonly string[] {
    return this.#damaged;
  }
  /** Undefined until it has been looked up. */
  sizeOf(id: string): number | undefined {
    return this.#sizes.of(id);
  }
  /** Of a run that this tab does not drive. */
  stateOf(head: RunHead): RunState {
    return stateOf(head, this.#elsewhere.has(head.id), this.#word.on(head.id));
  }

  /** Gives a function that ends the following. */
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

  /** A run went on, or ended: its head is read again soon. */
  changed(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => void this.#readChanged(), gatherMilliseconds);
  }
  put(head: RunHead): void {
    this.#show([...this.#without(head.id), head]);
  }
  drop(id: string): void {
    this.#show(this.#without(id));
  }
  dropDamaged(id: string): void {
    this.#damaged = this.#damaged.filter((one) => one !== id);
  }

  #hear(message: RunMessage): void {
    this.#word.hear(message);
    if (message.kind === 'removed') {
      this.drop(message.run);
      this.dropDamaged(message.run);
    } else if (message.kind === 'head' || message.kind === 'progress') this.changed(message.run);
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
    this.#word.ask(id);
    void this.#tools.ownership
      .whenFree(id, signal)
      .then(
        () => this.changed(id),
        () => undefined,
      )
      .finally(() => {
        this.#awaited.delete(id);
        this.#word.forget(id);
      });
  }

  #show(heads: readonly RunHead[]): void {
    const { hides } = this.#tools;
    this.#heads = inOrder(heads.filter(({ id, removed }) => removed === null && !hides(id)));
    this.#tools.listed(this.#heads);
  }
  #without(id: string): RunHead[] {
    return this.#heads.filter((head) => head.id !== id);
  }
}
