import type { Order, RunHead } from '../../../src/sheet/run-record';
import type { SheetCase, SheetHead } from '../../../src/sheet/sheet';
import { SheetChanges, type SheetChange } from '../../../src/sheet/sheet-changes';
import type { RunLocks } from '../../../src/sheet/run/run-locks';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import { FakeTabs } from './fake-tabs';
import { sampleRubric, sampleRunHead, sampleSheetHead } from './store/sample-sheet';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';
import { History } from '../../../src/sheet/history/history.svelte';
import type { Item } from '../../../src/sheet/history/removal.svelte';
import type { RunState } from '../../../src/sheet/run/run-state';

export function sheetHead(id: string, change: Partial<SheetHead> = {}): SheetHead {
  return sampleSheetHead(id, { sources: [], ...change });
}

/** Of a finished run. */
export function runHead(id: string, sheet: string, change: Partial<RunHead> = {}): RunHead {
  const { counts, ...head } = sampleRunHead(id, sheet, {
    title: '',
    state: 'finished',
    orders: [],
    progress: { done: 3, total: 3 },
  });
  return { ...head, counts: { ...counts, done: 3 }, ...change };
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

export { withChanged as storeWith } from './fake-tabs';

/** Tabs of one browser: one store, one set of locks, and channels that reach all other tabs. */
export class Browser {
  readonly store = memorySheetStore();
  /** What every tab has told, in order. */
  readonly told: SheetChange[] = [];
  time = Date.UTC(2026, 4, 1);
  readonly #tabs = new FakeTabs();

  open({ store = this.store }: { store?: SheetStore } = {}): Tab {
    const tab = Symbol();
    const changes = new SheetChanges(this.#tabs.channelOf(tab));
    changes.listen((change) => this.told.push(change));
    return new Tab(tab, this, { store, changes, locks: this.#tabs.locksOf(tab) });
  }
  /** The tab dies: its locks are free, and no other tab hears of it. */
  kill({ id }: Tab): void {
    this.#tabs.kill(id);
  }

  /** A sheet, with a run for each of `runs`. */
  async keep(id: string, change: Partial<SheetHead> = {}, runs: readonly RunHead[] = []): Promise<void> {
    await this.store.createSheet({
      head: sheetHead(id, change),
      cases: [[0, 1, 2].map((key) => sheetCase(key))],
    });
    for (const run of runs) await this.store.createRun(run, sampleRubric);
  }
  /** Ids of all that is stored, whether it is marked or not. */
  async stored(): Promise<{ sheets: string[]; runs: string[] }> {
    const { sheets, runs } = await this.store.list();
    return { sheets: sheets.map(({ id }) => id).toSorted(), runs: runs.map(({ id }) => id).toSorted() };
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
    await this.history.stored.look();
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
