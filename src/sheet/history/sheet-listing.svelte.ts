import type { RemovalTools } from './removal.svelte';
import { Throttle } from '../../kit/throttle.browser';
import { type Listing, troubleOf, type Trouble } from '../sheet-store';

type Tools = Omit<RemovalTools, 'now'>;

/** The heads of all sheets and runs, read again when something was changed here or in another tab. */
export class SheetListing {
  state = $state.raw<'new' | 'ready' | Trouble>('new');
  listing = $state.raw<Listing>({ sheets: [], runs: [], damaged: [] });
  elsewhere = $state.raw<ReadonlySet<string>>(new Set());
  readonly #tools: Tools;
  readonly #onread: () => void;
  readonly #lookSoon: Throttle;
  /** Runs of other tabs: a driver may die without a message. */
  readonly #awaited = new Set<string>();
  #watching: AbortController | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** `onread` is called after each reading. */
  constructor(tools: Tools, onread = () => {}) {
    this.#tools = tools;
    this.#onread = onread;
    this.#lookSoon = new Throttle(() => void this.look());
  }

  watch(): () => void {
    const watching = new AbortController();
    this.#watching = watching;
    const unlisten = this.#tools.changes.listen(() => this.#lookSoon.schedule());
    void this.look();
    return () => {
      unlisten();
      watching.abort();
      this.#lookSoon.cancel();
    };
  }

  /** Settles after a reading that began after this call. Calls during a reading share the next one. */
  look(): Promise<void> {
    if (!this.#reading) return (this.#reading = this.#read().finally(() => (this.#reading = null)));
    this.#next ??= this.#reading.then(() => {
      this.#next = null;
      return this.look();
    });
    return this.#next;
  }

  async #read(): Promise<void> {
    try {
      const { store, locks } = this.#tools;
      const [listing, elsewhere] = await Promise.all([store.list(), locks.ownedElsewhere()]);
      this.listing = listing;
      this.elsewhere = elsewhere;
      this.state = 'ready';
      this.#onread();
      for (const id of elsewhere) void this.#awaitDriver(id);
    } catch (error) {
      this.state = troubleOf(error);
    }
  }

  async #awaitDriver(id: string): Promise<void> {
    const signal = this.#watching?.signal;
    if (!signal || signal.aborted || this.#awaited.has(id)) return;
    this.#awaited.add(id);
    try {
      await this.#tools.locks.whenFree(id, signal);
      this.#lookSoon.schedule();
    } catch {
      // The watching has ended.
    } finally {
      this.#awaited.delete(id);
    }
  }
}
