import type { RemovalTools } from './removal.svelte';
import { RunsElsewhere } from '../run/runs-elsewhere.svelte';
import { Throttle } from '../../kit/throttle.browser';
import { type Listing, troubleOf, type Trouble } from '../sheet-store';

type Tools = Omit<RemovalTools, 'now'>;

/** The heads of all sheets and runs, read again when something was changed here or in another tab. */
export class SheetListing {
  state = $state.raw<'new' | 'ready' | Trouble>('new');
  listing = $state.raw<Listing>({ sheets: [], runs: [], damaged: [] });
  readonly #elsewhere: RunsElsewhere;
  readonly #tools: Tools;
  readonly #onread: () => void;
  readonly #lookSoon: Throttle;
  #reading: Promise<void> = Promise.resolve();

  /** `onread` is called after each reading. */
  constructor(tools: Tools, onread = () => {}) {
    this.#tools = tools;
    this.#onread = onread;
    this.#lookSoon = new Throttle(() => void this.look());
    this.#elsewhere = new RunsElsewhere(tools.locks, tools.changes, () => this.#lookSoon.schedule());
  }

  /** Runs that other tabs drive. */
  get elsewhere(): ReadonlySet<string> {
    return this.#elsewhere.ids;
  }
  watch(): () => void {
    const unlisten = this.#tools.changes.listen(() => this.#lookSoon.schedule());
    void this.look();
    return () => {
      unlisten();
      this.#lookSoon.cancel();
    };
  }

  /** Settles after a reading that began after this call. */
  look(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      [this.listing] = await Promise.all([this.#tools.store.list(), this.#elsewhere.look()]);
      this.state = 'ready';
      this.#onread();
    } catch (error) {
      this.state = troubleOf(error);
    }
  }
}
