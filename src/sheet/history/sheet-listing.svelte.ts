import type { SheetChanges } from '../sheet-changes';
import type { RunLocks } from '../run/run-locks';
import { type Listing, type SheetStore, troubleOf, type Trouble } from '../sheet-store';

interface Tools {
  store: SheetStore;
  locks: RunLocks;
  changes: SheetChanges;
}

interface Options {
  throttleMilliseconds?: number;
  /** Called after each reading. */
  onread?: () => void;
}

/** The heads of all sheets and runs, read again when something was changed here or in another tab. */
export class SheetListing {
  state = $state.raw<'new' | 'ready' | Trouble>('new');
  listing = $state.raw<Listing>({ sheets: [], runs: [], damaged: [] });
  /** Ids of runs that other tabs have. */
  elsewhere = $state.raw<ReadonlySet<string>>(new Set());
  readonly #tools: Tools;
  readonly #throttle: number;
  readonly #onread: () => void;
  /** Runs of other tabs: a driver may die without a message. */
  readonly #awaited = new Set<string>();
  #watching: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(tools: Tools, { throttleMilliseconds = 300, onread = () => undefined }: Options = {}) {
    this.#tools = tools;
    this.#throttle = throttleMilliseconds;
    this.#onread = onread;
  }

  /** Gives a function that ends the watching. */
  watch(): () => void {
    const watching = new AbortController();
    this.#watching = watching;
    const unlisten = this.#tools.changes.listen(() => this.#lookSoon());
    void this.look();
    return () => {
      unlisten();
      watching.abort();
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
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

  #lookSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.look();
    }, this.#throttle);
  }

  async #awaitDriver(id: string): Promise<void> {
    const signal = this.#watching?.signal;
    if (!signal || signal.aborted || this.#awaited.has(id)) return;
    this.#awaited.add(id);
    try {
      await this.#tools.locks.whenFree(id, signal);
      this.#lookSoon();
    } catch {
      // The watching has ended.
    } finally {
      this.#awaited.delete(id);
    }
  }
}
