import type { Order, RunHead } from '../../../src/sheet/run-record';
import type { SheetCase, SheetHead } from '../../../src/sheet/sheet';
import { SheetChanges, type SheetChange, type TabChannel } from '../../../src/sheet/sheet-changes';
import type { RunLocks } from '../../../src/sheet/run/run-locks';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';
import { History } from '../../../src/sheet/history/history.svelte';
import type { Item } from '../../../src/sheet/history/removal.svelte';
import type { RunState } from '../../../src/sheet/run/run-state';

const rubric = { id: 'minutes', title: 'Minutes' };

export function sheetHead(id: string, change: Partial<SheetHead> = {}): SheetHead {
  return {
    id,
    title: `Sheet ${id}`,
    note: '',
    pinned: false,
    rubric,
    sources: [],
    firstCase: '',
    cases: 0,
    nextKey: 0,
    revision: 0,
    focus: null,
    view: null,
    created: '2026-03-01T10:00:00.000Z',
    changed: '2026-03-01T10:00:00.000Z',
    removed: null,
    ...change,
  };
}

export function runHead(id: string, sheet: string, change: Partial<RunHead> = {}): RunHead {
  return {
    id,
    sheet,
    title: '',
    note: '',
    pinned: false,
    rubric: { ...rubric, version: '1.0.0', hash: 'a'.repeat(64) },
    judge: { id: 'api', kind: 'model', model: 'some-model', parameters: {} },
    settings: { mode: 'assisted', tellFacts: true, samples: 1, atOnce: 16, timeoutSeconds: null },
    state: 'finished',
    pause: null,
    orders: [],
    progress: { done: 3, total: 3 },
    created: '2026-03-01T10:00:00.000Z',
    changed: '2026-03-01T10:00:00.000Z',
    milliseconds: 0,
    counts: {
      done: 3,
      statuses: {},
      score: null,
      passed: null,
      tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
      cost: null,
    },
    build: 'test',
    removed: null,
    ...change,
  };
}

/** Of the first three cases. */
export const order: Order = { cells: [{ sample: 0, keys: [[0, 2]] }], since: 0 };

export function sheetCase(key: number, change: Partial<SheetCase['case']> = {}): SheetCase {
  return {
    key,
    case: { id: `case-${key}`, input: { text: `Text ${key}` }, ...change },
    original: null,
    revision: 0,
    hidden: false,
  };
}

/** The same store, but for some of its methods. */
export function storeWith(store: SheetStore, changes: Partial<SheetStore>): SheetStore {
  return new Proxy(store, {
    get: (_, name): unknown => {
      const value: unknown = Reflect.get(name in changes ? changes : store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}

/** Tabs of one browser: one store, one set of locks, and channels that reach all other tabs. */
export class Browser {
  readonly store = memorySheetStore();
  /** What every tab has told, in order. */
  readonly told: SheetChange[] = [];
  time = Date.UTC(2026, 4, 1);
  readonly #owners = new Map<string, symbol>();
  readonly #hearers = new Map<symbol, (data: unknown) => void>();

  open({ store = this.store }: { store?: SheetStore } = {}): Tab {
    const tab = Symbol();
    const changes = new SheetChanges(this.#channelOf(tab));
    changes.listen((change) => this.told.push(change));
    return new Tab(tab, this, { store, changes, locks: this.#locksOf(tab) });
  }
  /** The tab dies: its locks are free, and no other tab hears of it. */
  kill({ id }: Tab): void {
    for (const [run, owner] of this.#owners) if (owner === id) this.#owners.delete(run);
    this.#hearers.delete(id);
  }

  /** A sheet, with a run for each of `runs`. */
  async keep(id: string, change: Partial<SheetHead> = {}, runs: readonly RunHead[] = []): Promise<void> {
    await this.store.createSheet({
      head: sheetHead(id, change),
      cases: [[0, 1, 2].map((key) => sheetCase(key))],
    });
    for (const run of runs)
      await this.store.createRun(run, { contract: { id: rubric.id }, prompt: 'Judge {{text}}.' });
  }
  /** Ids of all that is stored, whether it is marked or not. */
  async stored(): Promise<{ sheets: string[]; runs: string[] }> {
    const { sheets, runs } = await this.store.list();
    return { sheets: sheets.map(({ id }) => id).toSorted(), runs: runs.map(({ id }) => id).toSorted() };
  }

  #channelOf(tab: symbol): TabChannel {
    return {
      postMessage: (data) => {
        for (const [other, hear] of this.#hearers) if (other !== tab) hear(structuredClone(data));
      },
      addEventListener: (_, listener) => {
        this.#hearers.set(tab, (data) => listener(new MessageEvent('message', { data })));
      },
    };
  }
  #locksOf(tab: symbol): RunLocks {
    return {
      exclusive: true,
      claim: (run) => {
        if (this.#owners.has(run)) return Promise.resolve(null);
        this.#owners.set(run, tab);
        return Promise.resolve({ release: () => Promise.resolve(void this.#owners.delete(run)) });
      },
      whenFree: (run, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('Aborted.')));
          const look = () => (this.#owners.has(run) ? void setTimeout(look, 1) : resolve());
          look();
        }),
      ownedElsewhere: () =>
        Promise.resolve(new Set([...this.#owners].flatMap(([run, owner]) => (owner === tab ? [] : [run])))),
    };
  }
}

interface TabTools {
  store: SheetStore;
  changes: SheetChanges;
  locks: RunLocks;
}

class Tab {
  readonly id: symbol;
  readonly tools: TabTools;
  readonly history: History;
  driven: { id: string; state: RunState } | null = null;
  #leave: (() => void) | null = null;

  constructor(id: symbol, browser: Browser, tools: TabTools) {
    this.id = id;
    this.tools = tools;
    this.history = new History({
      ...tools,
      now: () => new Date(browser.time),
      here: () => this.driven,
      wordsOf: ({ judge }) => (judge.kind === 'program' ? ['Rules only'] : []),
    });
  }

  async show(): Promise<this> {
    this.#leave = this.history.watch();
    await this.history.look();
    return this;
  }
  leave(): void {
    this.#leave?.();
  }
  get sheets(): string[] {
    return this.history.found.map(({ head }) => head.id);
  }
  runsOf(sheet: string): string[] {
    return this.history.sheets.find(({ head }) => head.id === sheet)?.runs.map(({ id }) => id) ?? [];
  }
  sheet(id: string): Item {
    const sheet = this.history.sheets.find(({ head }) => head.id === id);
    if (!sheet) throw new Error(`Expected sheet ${id} in the list.`);
    return { kind: 'sheet', head: sheet.head };
  }
  run(id: string): Extract<Item, { kind: 'run' }> {
    const run = this.history.sheets.flatMap(({ runs }) => runs).find((one) => one.id === id);
    if (!run) throw new Error(`Expected run ${id} in the list.`);
    return { kind: 'run', head: run };
  }
}
export type { Tab };
