import type { RunLocks } from '../../../src/sheet/run/run-locks';
import type { TabChannel } from '../../../src/sheet/sheet-changes';
import type { SheetStore } from '../../../src/sheet/sheet-store';

/** What tabs of one browser share: one set of locks, and channels that reach all other tabs. */
export class FakeTabs {
  readonly #owners = new Map<string, symbol>();
  readonly #listeners = new Map<symbol, (data: unknown) => void>();

  channelOf(tab: symbol): TabChannel {
    return {
      postMessage: (message) => {
        for (const [other, listen] of this.#listeners)
          if (other !== tab) queueMicrotask(() => listen(structuredClone(message)));
      },
      addEventListener: (_, listener) => {
        this.#listeners.set(tab, (data) => listener(new MessageEvent('message', { data })));
      },
    };
  }
  locksOf(tab: symbol): RunLocks {
    return {
      exclusive: true,
      claim: (run) => {
        if (this.#owners.has(run)) return Promise.resolve(null);
        this.#owners.set(run, tab);
        return Promise.resolve({ release: () => Promise.resolve(void this.#owners.delete(run)) });
      },
      whenFree: (run) =>
        new Promise((resolve) => {
          const look = () => (this.#owners.has(run) ? void setTimeout(look, 1) : resolve());
          look();
        }),
      ownedElsewhere: () =>
        Promise.resolve(new Set([...this.#owners].flatMap(([run, owner]) => (owner === tab ? [] : [run])))),
    };
  }
  /** The tab dies, or all of them: locks are free, and no other tab hears of it. */
  kill(tab?: symbol): void {
    for (const [run, owner] of this.#owners) if (owner === (tab ?? owner)) this.#owners.delete(run);
    if (tab) this.#listeners.delete(tab);
  }
}

/** A store some of whose methods behave otherwise. */
export function withChanged(store: SheetStore, changes: Partial<SheetStore>): SheetStore {
  return new Proxy(store, {
    get: (target, name): unknown => {
      const found: unknown = Reflect.get(name in changes ? changes : target, name);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]): unknown => Reflect.apply(found, target, given);
    },
  });
}
