import type { RunHead } from '../../../src/core/model/run';
import { History } from '../../../src/state/history.svelte';
import type { RunState } from '../../../src/state/run-state';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import type { RunChannel, RunMessage } from '../../../src/storage/runs/run-channel';
import type { RunOwnership } from '../../../src/storage/runs/run-ownership';
import type { RunStore } from '../../../src/storage/runs/run-store';
import { sampleRun } from '../storage/runs/sample-run';

/** Tabs of one browser: one store, one set of locks, and channels that reach all others. */
export class Browser {
  readonly store: RunStore = memoryRunStore();
  /** What every tab has told, in order. */
  readonly told: RunMessage[] = [];
  time = Date.UTC(2026, 4, 1);
  readonly #owners = new Map<string, Tab>();
  readonly #tabs: Tab[] = [];

  open({ exclusive = true, store = this.store }: { exclusive?: boolean; store?: RunStore } = {}): Tab {
    const tab: Tab = new Tab(this, store, exclusive);
    this.#tabs.push(tab);
    return tab;
  }
  /** The tab dies: its locks are free, and nobody is told. */
  kill(tab: Tab): void {
    for (const [run, owner] of this.#owners) if (owner === tab) this.#owners.delete(run);
    tab.dead();
  }
  ownershipOf(tab: Tab, exclusive: boolean): RunOwnership {
    return {
      exclusive,
      knowsOwners: exclusive,
      claim: (run) => {
        if (this.#owners.has(run)) return Promise.resolve(null);
        this.#owners.set(run, tab);
        const release = () => Promise.resolve(void this.#owners.delete(run));
        return Promise.resolve({ release });
      },
      whenFree: (run, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('Called off.')));
          const look = () => (this.#owners.has(run) ? void setTimeout(look, 1) : resolve());
          look();
        }),
      ownedElsewhere: () =>
        Promise.resolve(new Set([...this.#owners].flatMap(([run, owner]) => (owner === tab ? [] : [run])))),
    };
  }
  send(from: Tab, message: RunMessage): void {
    this.told.push(message);
    for (const tab of this.#tabs) if (tab !== from) tab.hear(message);
  }
  async judged(id: string, change: Partial<RunHead> = {}): Promise<void> {
    await this.store.create(sampleRun(id, 3, 2, { state: 'finished', ...change }));
  }
}

class Tab {
  readonly history: History;
  readonly ownership: RunOwnership;
  readonly tell: (message: RunMessage) => void;
  readonly channel: RunChannel;
  driven: { id: string; state: RunState } | null = null;
  readonly #listeners = new Set<(message: RunMessage) => void>();
  #stop: (() => void) | null = null;

  constructor(browser: Browser, store: RunStore, exclusive: boolean) {
    this.ownership = browser.ownershipOf(this, exclusive);
    this.tell = (message) => browser.send(this, message);
    this.channel = {
      send: this.tell,
      listen: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      close: () => this.#listeners.clear(),
    };
    this.history = new History({
      runs: store,
      ownership: this.ownership,
      channel: this.channel,
      now: () => new Date(browser.time),
      tell: this.tell,
      here: () => this.driven,
      wordsOf: ({ judge }) => (judge.kind === 'program' ? ['Rules only'] : []),
    });
  }

  hear(message: RunMessage): void {
    for (const listener of this.#listeners) listener(message);
  }
  show(): void {
    this.#stop = this.history.watch();
  }
  leave(): void {
    this.#stop?.();
  }
  dead(): void {
    this.#listeners.clear();
  }
  get ids(): string[] {
    return this.history.found.map(({ id }) => id);
  }
  headOf(id: string): RunHead {
    const head = this.history.heads.find((one) => one.id === id);
    if (!head) throw new Error(`Expected run ${id} in the list.`);
    return head;
  }
}
export type { Tab };
