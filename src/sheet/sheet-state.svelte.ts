import { untrack } from 'svelte';
import type { Case } from '../cases/case';
import type { Messages } from '../i18n/en/en';
import type { Rubric } from '../rubric/rubric';
import type { RunHead } from './run-record';
import type { SheetCase, SheetHead, SheetSource, SheetView } from './sheet';
import type { World } from '../judgement/ready-rubric';
import type { JudgedCase } from './results/judged-case';
import type { OriginalColumns } from './table/result-columns';
import { ResultList } from './table/result-list.svelte';
import { canonicalJson } from '../kit/json';
import { yieldToPage } from '../kit/sliced-work.browser';
import {
  troubleOf,
  type CaseChange,
  type CasesChanged,
  type NewCase,
  type SheetStore,
  type Trouble,
} from './sheet-store';
import { changedCase, joinSource, withNewKeys } from './store/stored-cases';
import { caseName, sheetTitle } from './run-names';
import { Throttle } from '../kit/throttle.browser';
import type { SheetChange, SheetChanges } from './sheet-changes';
import { RunColumn } from './run-column.svelte';
import type { ExampleRun, Examples } from './run/example-runs';
import type { RunLock, RunLocks } from './run/run-locks';
import type { RubricVersions } from './rubric-versions.svelte';
import { SheetCases } from './sheet-cases.svelte';

export interface SheetTools {
  store: SheetStore;
  changes: SheetChanges;
  locks: RunLocks;
  rubrics: RubricVersions;
  world: World;
  language: () => string;
}

export interface Conflict {
  mine: SheetCase;
  theirs: SheetCase;
}

/** How long typed text waits to be stored with what is typed next. */
const saveMilliseconds = 300;

/** The open sheet, as it is stored: its cases, its runs and how the table shows them. */
export class SheetState {
  readonly id: string;
  readonly rubricId: string;
  readonly cases = new SheetCases();
  readonly results: ResultList;
  /** Null until the first case that a person brings or changes: samples alone are not stored. */
  head = $state.raw<SheetHead | null>(null);
  columns = $state.raw<readonly RunColumn[]>([]);
  selectedId = $state<string | null>(null);
  starred = $state.raw<ReadonlySet<string>>(new Set());
  /** Settles once all stored cases are here. Before that a run or a file would have only some of them. */
  allRead: Promise<void> = Promise.resolve();
  loading = $state.raw<{ done: number; of: number } | null>(null);
  /** Why something could not be stored: it is only in this tab until it is. */
  trouble = $state.raw<Trouble | null>(null);
  /** Why not all that is stored is shown. */
  unread = $state.raw<Trouble | null>(null);
  conflicts = $state.raw<readonly Conflict[]>([]);
  /** Whether closing the tab now would lose text that a person brought. */
  unsaved = $state(false);
  readonly selected = $derived(this.cases.find(this.selectedId)?.case);
  readonly #tools: SheetTools;
  /** Of a sheet that is not stored yet. */
  #sources: readonly SheetSource[] = [];
  #focusId = $state<string | null>(null);
  /** Runs of example replies that are not stored yet. */
  #examples: readonly ExampleRun[] = [];
  /** Cases that read otherwise than stored, with the revision they were edited on. */
  readonly #edited = new Map<number, number>();
  #revision = 0;
  /** Held while removed cases can be brought back here, so that no other tab takes them out for good. */
  #undoLock: Promise<RunLock | null> | null = null;
  #purging: Promise<void> = Promise.resolve();
  #saveTimer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<unknown> = Promise.resolve();
  readonly #unlisten: () => void;
  readonly #showRows = new Throttle(() => this.results.refresh());
  readonly #catchingUp = new Throttle(() => void this.#catchUp());
  /** Cases whose replaced text was kept since the last run began. */
  readonly #keptEarlier = new Set<number>();
  #closed = false;
  #hasHidden = false;

  constructor(id: string, rubricId: string, tools: SheetTools) {
    this.id = id;
    this.rubricId = rubricId;
    this.#tools = tools;
    this.results = new ResultList({
      cases: () => this.cases.all,
      judged: (caseId, run) => untrack(() => this.judged(caseId, run)),
      rubric: () => this.shownRubric,
      nameOf: (subject) => untrack(() => this.nameOf(subject)),
      others: () => this.columns.filter((column) => column.id !== this.focus?.id).map(({ head }) => head),
    });
    this.#unlisten = tools.changes.listen((change) => this.#hear(change));
  }

  get isStored(): boolean {
    return this.head !== null;
  }
  /** Nothing but samples, as they came: nothing of a person's would be lost with it. */
  get isSample(): boolean {
    const { rows } = this.cases;
    return !this.isStored && rows.length > 0 && !rows.some(isOwn);
  }
  title(ofSamples: Messages['sheet']['ofSamples']): string {
    const { title = '', samples } = this.head ?? {};
    const rubric = { title: samples === undefined ? '' : (this.shownRubric?.title ?? '') };
    const firstCase = caseName(this.cases.all[0]);
    return sheetTitle({ title, sources: this.sources, samples, firstCase, rubric }, ofSamples);
  }
  get sources(): readonly SheetSource[] {
    return this.head?.sources ?? this.#sources;
  }
  get runs(): readonly RunHead[] {
    return this.columns.map(({ head }) => head);
  }
  /** What is looked at first: labels of people are there to be compared with. */
  get #newest(): RunColumn | undefined {
    return this.columns.find(({ head }) => head.judge.kind !== 'person') ?? this.columns[0];
  }
  column(run: string): RunColumn | undefined {
    return this.columns.find(({ id }) => id === run);
  }
  get focus(): RunColumn | null {
    return this.columns.find(({ id }) => id === this.#focusId) ?? null;
  }
  /** That of the run in focus, as it was; without a run as it is today. */
  get rubric(): Rubric | undefined {
    return (
      this.focus?.rubric ?? this.#tools.rubrics.library.find(this.rubricId)?.rubric ?? this.columns[0]?.rubric
    );
  }
  /** The same in the reader's language. */
  get shownRubric(): Rubric | undefined {
    const { rubric } = this;
    return rubric && this.#tools.rubrics.library.shown(rubric, this.#tools.language());
  }
  /** A sample is called by its name in the reader's language. */
  nameOf(subject: Case): string {
    const { rubric } = this;
    const row = this.cases.find(subject.id);
    const { rubrics, language } = this.#tools;
    const isSample = rubric && row && !isOwn(row);
    return (isSample && rubrics.library.sampleLabel(rubric, language(), subject.id)) || caseName(subject);
  }
  /** What the next run is judged by. Undefined where it cannot be loaded. */
  async currentRubric(): Promise<Rubric | undefined> {
    const loaded = await this.#tools.rubrics.library.load(this.rubricId);
    return loaded?.rubric ?? this.columns[0]?.rubric;
  }
  judged(caseId: string, run?: string): JudgedCase | undefined {
    const key = this.cases.find(caseId)?.key;
    const column = run === undefined ? this.focus : this.column(run);
    return key === undefined ? undefined : column?.get(key);
  }
  get view(): SheetView {
    const { sorting, toggled, filter } = this.results;
    return { filter, sorting, toggled: [...toggled], selected: this.selectedId, starred: [...this.starred] };
  }

  step(by: number): void {
    const selected = this.cases.rowOf(this.selectedId);
    const row = selected < 0 ? this.results.order[0] : this.results.neighbour(selected, by);
    const next = row === undefined ? undefined : this.cases.all[row];
    if (next) this.selectedId = next.id;
  }
  /** Samples are stored with their first star. */
  async toggleStar(id: string): Promise<void> {
    const starred = new Set(this.starred);
    if (!starred.delete(id)) starred.add(id);
    this.starred = starred;
    await this.stored().catch(() => undefined);
    await this.keepView();
  }
  focusOn(run: string | null): void {
    if (run === this.#focusId) return;
    this.#focusId = run;
    this.results.refresh();
  }

  /** Reads a stored sheet. Settles with its first rows; the rest follows. False where it is not stored, or deleted. */
  async open(focus?: string): Promise<boolean> {
    const { store } = this.#tools;
    const head = await store.sheet(this.id);
    if (!head || head.removed !== null) return false;
    this.head = head;
    this.starred = new Set(head.view?.starred);
    this.#revision = head.revision;
    this.unread = await this.#readRuns();
    this.focusOn(this.column(focus ?? head.focus ?? '')?.id ?? this.#newest?.id ?? null);
    this.loading = { done: 0, of: head.cases };
    const pieces = store.cases(this.id)[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (!first.done) this.#append(first.value);
    const readRest = async () => {
      const [focus, ...others] = [...this.columns].sort(
        (a, b) => Number(b === this.focus) - Number(a === this.focus),
      );
      await focus?.catchUp();
      for (let piece = first; !piece.done && !this.#closed;) {
        await yieldToPage();
        piece = await pieces.next();
        if (!piece.done) this.#append(piece.value);
      }
      const { view = null } = this.head ?? {};
      if (view?.selected && this.cases.has(view.selected)) this.selectedId = view.selected;
      if (view) void this.results.restore(view);
      this.loading = null;
      return others;
    };
    const reading = readRest();
    this.allRead = reading.then(() => undefined);
    // The failure is reported below, also where nothing waits for this promise.
    this.allRead.catch(() => undefined);
    const rest = async () => {
      for (const column of await reading) if (!this.#closed) await column.catchUp();
      // Of earlier visits, unless another tab can still bring them back.
      if (this.#hasHidden) await this.#purge(await this.#tools.locks.claim(undoLock(this.id)));
    };
    void rest().catch((error: unknown) => {
      this.loading = null;
      this.unread = troubleOf(error);
    });
    return true;
  }
  #append(piece: readonly SheetCase[]): void {
    const visible = piece.filter(({ hidden }) => !hidden);
    if (visible.length < piece.length) this.#hasHidden = true;
    this.cases.append(visible);
    this.selectedId ??= visible[0]?.case.id ?? null;
    this.results.refresh();
    this.#showOriginals();
    this.#recount(visible.map(({ key }) => key));
    if (this.loading) this.loading = { ...this.loading, done: this.cases.rows.length };
  }

  async close(): Promise<void> {
    await this.keepView();
    await this.save();
    await this.purge();
    this.#closed = true;
    this.#unlisten();
    this.#showRows.cancel();
    this.#catchingUp.cancel();
  }

  async keepView(view: SheetView = this.view): Promise<void> {
    if (!this.head) return;
    const focus = this.#focusId;
    try {
      await this.#tools.store.changeSheet(this.id, (head) => ({ ...head, view, focus }));
    } catch {
      // The table opens as it did before.
    }
  }

  /** Sample cases: stored with the first one that is changed or judged. An empty sheet gets runs of example replies too. */
  async addSamples(
    samples: readonly Case[],
    makeExamples: (rows: readonly SheetCase[]) => Promise<Examples | null> = () => Promise.resolve(null),
  ): Promise<void> {
    const wasEmpty = this.cases.rows.length === 0;
    if (wasEmpty) this.#forgetExamples();
    const fresh = samples.filter(({ id }) => !this.cases.has(id));
    if (fresh.length === 0) this.selectedId = samples[0]?.id ?? this.selectedId;
    const added = fresh.map((subject) => ({ case: subject, cells: null }));
    const rows = this.head ? await this.add(added, null) : this.#withKeysHere(added, null);
    const examples = wasEmpty ? await makeExamples(rows) : null;
    const columns = await this.#exampleColumns(examples);
    if (!this.cases.has(rows[0]?.case.id ?? '')) {
      // Cases of a person came meanwhile, and may have the same keys.
      if (wasEmpty && this.cases.rows.length > 0) return;
      this.#append(rows);
    }
    if (!examples || columns.length === 0) return;
    this.#examples = examples.runs;
    this.columns = [...this.columns, ...columns];
    this.#recount(rows.map(({ key }) => key));
    this.focusOn(columns[0]?.id ?? null);
    this.selectedId = examples.selected ?? this.selectedId;
    if (this.head) await this.save();
  }
  #isUnstored({ id }: RunColumn): boolean {
    return this.#examples.some(({ head }) => head.id === id);
  }
  /** Their cases were all removed, and keys begin anew. */
  #forgetExamples(): void {
    this.columns = this.columns.filter((column) => !this.#isUnstored(column));
    this.#examples = [];
  }
  async #exampleColumns(examples: Examples | null): Promise<RunColumn[]> {
    const rubric = examples && (await this.currentRubric());
    if (!rubric) return [];
    const columns = examples.runs.map(({ head, results }) => {
      const entries = results.map(({ judgement: _, ...result }, place) => ({ ...result, place }));
      return this.#makeColumn(head, rubric, {
        entries: async function* (_, from = 0) {
          yield await Promise.resolve(entries.slice(from));
        },
      });
    });
    await Promise.all(columns.map((column) => column.catchUp()));
    return columns;
  }
  /** Cases that a person brought. Rejects where they cannot be added to a stored sheet: then nothing of them is. */
  async add(added: readonly NewCase[], source: SheetSource | null): Promise<readonly SheetCase[]> {
    if (added.length === 0) return [];
    if (this.cases.rows.length === 0) this.#forgetExamples();
    const { cases } = this.head
      ? await this.#store((store) => store.addCases(this.id, added, source))
      : { cases: this.#withKeysHere(added, source) };
    this.#append(cases);
    this.selectedId = added[0]?.case.id ?? null;
    if (!this.head) await this.save();
    return cases;
  }
  /** A sheet that is not stored yet gives the keys itself. */
  #withKeysHere(added: readonly NewCase[], source: SheetSource | null): SheetCase[] {
    const { sources, place } = joinSource(this.#sources, source);
    this.#sources = sources;
    return withNewKeys(added, (this.cases.rows.at(-1)?.key ?? -1) + 1, place);
  }

  put(changed: Case): void {
    const before = this.cases.find(changed.id);
    if (!before) return;
    const base = this.#edited.get(before.key) ?? before.revision;
    this.#edited.set(before.key, base);
    this.#apply([{ ...before, case: changed, revision: base + 1 }]);
    this.unsaved = true;
    // The first edit stores the sheet itself: that waits for nothing.
    this.#saveTimer ??= setTimeout(() => void this.save(), this.head ? saveMilliseconds : 0);
  }
  /** Other texts for cases that are here, as a file brings them. Gives those that they replaced. */
  async replace(
    changed: readonly { case: Case; cells: string[] | null }[],
    source: SheetSource | null,
  ): Promise<SheetCase[]> {
    await this.save();
    const replaced: SheetCase[] = [];
    const changes = changed.flatMap(({ case: subject, cells }) => {
      const before = this.cases.find(subject.id);
      if (!before) return [];
      replaced.push(before);
      const { key, revision } = before;
      return [{ key, case: subject, revision, cells, ...this.#keeping(key) }];
    });
    await this.#change(changes, source);
    return replaced;
  }
  async putBack(before: readonly SheetCase[]): Promise<void> {
    await this.save();
    const changes = before.flatMap(({ key, case: subject, original }) => {
      const revision = this.cases.at(key)?.revision;
      return revision === undefined ? [] : [{ key, case: subject, revision, original }];
    });
    await this.#change(changes, null);
  }
  async #change(changes: readonly CaseChange[], source: SheetSource | null): Promise<void> {
    if (changes.length === 0) return;
    if (this.head) {
      const { cases } = await this.#store((store) => store.changeCases(this.id, changes, source));
      this.#apply(cases);
    } else {
      const { sources, place } = joinSource(this.#sources, source);
      this.#sources = sources;
      this.#apply(
        changes.flatMap((change) => {
          const stored = this.cases.at(change.key);
          return (stored && changedCase(stored, change, place)) ?? [];
        }),
      );
      await this.save();
    }
    this.#showOriginals();
  }

  /** Out of sight, and out of every count; `show` brings them back. */
  async hide(keys: readonly number[]): Promise<void> {
    // A removed case can be brought back, and its results with it: that takes stored ones. All samples can be loaded again.
    if (this.isSample && keys.length < this.cases.rows.length) await this.stored().catch(() => undefined);
    const gone = new Set(keys);
    if (gone.has(this.cases.find(this.selectedId)?.key ?? -1))
      this.selectedId = this.#neighbourOf(this.cases.rowOf(this.selectedId), gone);
    this.#showOnly(this.cases.rows.filter(({ key }) => !gone.has(key)));
    if (!this.head) return;
    this.#undoLock ??= this.#purging.then(() => this.#tools.locks.claim(undoLock(this.id)));
    await this.#undoLock;
    await this.#store((store) => store.hideCases(this.id, keys, true)).catch(() => undefined);
  }
  async show(cases: readonly SheetCase[]): Promise<void> {
    const absent = cases.filter(({ key }) => !this.cases.at(key));
    const shown = absent.map((one) => ({ ...one, hidden: false }));
    this.#showOnly([...this.cases.rows, ...shown].sort((a, b) => a.key - b.key));
    this.selectedId = absent[0]?.case.id ?? this.selectedId;
    const keys = absent.map(({ key }) => key);
    if (this.head) await this.#store((store) => store.hideCases(this.id, keys, false)).catch(() => undefined);
  }
  /** What was hidden cannot be brought back any more. */
  async purge(): Promise<void> {
    const held = this.#undoLock;
    this.#undoLock = null;
    if (held) this.#purging = held.then((lock) => this.#purge(lock));
    await this.#purging;
  }
  async #purge(lock: RunLock | null): Promise<void> {
    if (!lock) return;
    try {
      const head = await this.#write(() => this.#tools.store.purgeHidden(this.id));
      if (head) this.#note(head);
    } catch {
      // They stay hidden, and the next visit tries again.
    }
    await lock.release();
  }
  #note(head: SheetHead): void {
    this.head = head;
    // Otherwise another tab changed cases meanwhile, which are read when it says so.
    if (head.revision === this.#revision + 1) this.#revision = head.revision;
  }
  #neighbourOf(row: number, gone: ReadonlySet<number>): string | null {
    for (const by of [1, -1]) {
      const other = this.results.neighbour(row, by);
      const found = other === undefined ? undefined : this.cases.rows[other];
      if (found && other !== row && !gone.has(found.key)) return found.case.id;
    }
    return null;
  }
  #showOnly(rows: readonly SheetCase[]): void {
    const keys = new Set([...this.cases.rows, ...rows].map(({ key }) => key));
    this.cases.replaceAll(rows);
    this.results.refresh();
    this.#recount([...keys]);
  }

  /** Stores what waits to be. Settles also where that fails: `trouble` says why. */
  async save(): Promise<void> {
    if (this.#saveTimer !== null) clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    try {
      await this.#write(() => this.#saveNow());
      this.trouble = null;
    } catch (error) {
      this.trouble = troubleOf(error);
    }
    this.unsaved = this.#edited.size > 0 || (this.trouble !== null && !this.head);
  }
  /** The sheet as it is stored, with all that is on screen. Rejects where the storage refuses it. */
  async stored(): Promise<SheetHead> {
    await this.#write(() => (this.head ? this.#saveNow() : this.#create()));
    if (!this.head) throw new Error('Expected the sheet to be stored.');
    return this.head;
  }
  async #saveNow(): Promise<void> {
    if (!this.head) {
      // Samples that were not changed can be loaded again.
      if (this.#edited.size > 0 || this.#sources.length > 0 || this.cases.rows.some(isOwn))
        await this.#create();
      return;
    }
    await this.#storeExamples();
    const edited = [...this.#edited];
    if (edited.length === 0) return;
    const changes = edited.flatMap(([key, revision]) => {
      const row = this.cases.at(key);
      return row ? [{ key, revision, case: row.case, ...this.#keeping(key) }] : [];
    });
    this.#edited.clear();
    try {
      this.#took(changes, await this.#tools.store.changeCases(this.id, changes, null));
    } catch (error) {
      for (const [key, revision] of edited) this.#edited.set(key, revision);
      throw error;
    }
    this.#tools.changes.notify({ sheet: this.id });
  }
  #took(changes: readonly { key: number; case: Case }[], { head, cases, refused }: CasesChanged): void {
    this.#note(head);
    for (const stored of cases) {
      const now = this.cases.at(stored.key);
      const sent = changes.find(({ key }) => key === stored.key);
      // Typed on meanwhile: that is an edit of what is stored now.
      if (now && now.case !== sent?.case) this.#edited.set(stored.key, stored.revision);
    }
    this.conflicts = [
      ...this.conflicts,
      ...refused.flatMap((theirs) => {
        const mine = this.cases.at(theirs.key);
        return mine ? [{ mine, theirs }] : [];
      }),
    ];
  }
  settleConflict(by: 'mine' | 'theirs'): void {
    const [conflict, ...rest] = this.conflicts;
    if (!conflict) return;
    this.conflicts = rest;
    const { mine, theirs } = conflict;
    this.#apply([theirs]);
    if (by === 'mine') this.put(mine.case);
  }

  async #create(): Promise<void> {
    const now = this.#tools.world.now().toISOString();
    const rubric = this.rubric ?? (await this.currentRubric());
    const head: SheetHead = {
      id: this.id,
      title: '',
      note: '',
      pinned: false,
      rubric: { id: this.rubricId, title: rubric?.title ?? this.rubricId },
      sources: [...this.#sources],
      firstCase: '',
      cases: 0,
      nextKey: 0,
      revision: 0,
      focus: this.#focusId,
      view: null,
      created: now,
      changed: now,
      removed: null,
    };
    const { rows } = this.cases;
    if (rows.every(isOfSamples)) head.samples = rows.length;
    this.head = await this.#tools.store.createSheet({ head, cases: [rows] });
    this.#revision = this.head.revision;
    await this.#storeExamples();
    for (const [key] of this.#edited) {
      const sent = rows.find((row) => row.key === key);
      if (sent && this.cases.at(key) === sent) this.#edited.delete(key);
      else if (sent) this.#edited.set(key, sent.revision);
    }
    this.#tools.changes.notify({ sheet: this.id });
  }

  /** The same runs and places as on screen. What is stored of them is not tried again. */
  async #storeExamples(): Promise<void> {
    const { store } = this.#tools;
    for (const { head: made, rubric, results } of this.#examples) {
      const head = this.column(made.id)?.head ?? made;
      await store.createRun(head, rubric);
      await store.append(head.id, results, head);
      this.#examples = this.#examples.slice(1);
    }
  }

  async #store(work: (store: SheetStore) => Promise<CasesChanged>): Promise<CasesChanged> {
    try {
      const changed = await this.#write(() => work(this.#tools.store));
      this.#note(changed.head);
      this.trouble = null;
      this.#tools.changes.notify({ sheet: this.id });
      return changed;
    } catch (error) {
      this.trouble = troubleOf(error);
      throw error;
    }
  }
  #write<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => undefined);
    return done;
  }

  /** Whether the text that an edit replaces is kept: once, while results of a batch are awaited that may be about it. */
  #keeping(key: number): { keepsEarlier?: true } {
    const awaited = this.columns.some(({ head }) => head.pause?.because === 'batch');
    if (!awaited || this.#keptEarlier.has(key)) return {};
    this.#keptEarlier.add(key);
    return { keepsEarlier: true };
  }

  async begun(head: RunHead): Promise<void> {
    this.#keptEarlier.clear();
    await this.#readRuns([head]);
    this.focusOn(head.id);
  }

  #hear({ sheet, run, removed }: SheetChange): void {
    if (sheet !== this.id || this.#closed) return;
    if (!removed || run === undefined) return this.#catchingUp.schedule();
    this.columns = this.columns.filter(({ id }) => id !== run);
    if (this.#focusId === run) this.focusOn(this.columns[0]?.id ?? null);
  }
  async #catchUp(): Promise<void> {
    if (!this.head || this.#closed) return;
    try {
      const head = await this.#tools.store.sheet(this.id);
      if (!head) return;
      this.head = head;
      // Text that is typed here is stored first, or refused.
      if (head.revision !== this.#revision && this.#edited.size === 0)
        await this.#write(() => this.#readCases(head.revision));
      const unread = await this.#readRuns();
      await Promise.all(this.columns.map((column) => column.catchUp()));
      // A full storage takes no numbers; they are counted again at the next change.
      await this.#keepCounts().catch(() => undefined);
      this.unread = unread;
    } catch (error) {
      this.unread = troubleOf(error);
    }
  }
  async catchUp(): Promise<void> {
    this.#catchingUp.cancel();
    await this.#catchUp();
    this.#showRows.flush();
  }
  async #readCases(revision: number): Promise<void> {
    this.#revision = revision;
    const rows: SheetCase[] = [];
    for await (const piece of this.#tools.store.cases(this.id))
      rows.push(...piece.filter(({ hidden }) => !hidden));
    this.#showOnly(rows);
    if (this.selectedId !== null && !this.cases.has(this.selectedId))
      this.selectedId = rows[0]?.case.id ?? null;
    this.#showOriginals();
  }
  /** Gives why a run cannot be shown; the others are shown. */
  async #readRuns(given?: readonly RunHead[]): Promise<Trouble | null> {
    const heads = given ?? (await this.#tools.store.runs(this.id));
    const known = new Map(this.columns.map((column) => [column.id, column]));
    const columns = this.columns.filter((column) => given || this.#isUnstored(column));
    let unread: Trouble | null = null;
    for (const head of heads) {
      if (head.removed !== null) continue;
      const column = known.get(head.id);
      if (column) column.head = head;
      try {
        const shown = column ?? this.#makeColumn(head, await this.#tools.rubrics.version(head.rubric.hash));
        if (!columns.includes(shown)) columns.push(shown);
      } catch (error) {
        unread = troubleOf(error);
      }
    }
    columns.sort((a, b) => b.head.created.localeCompare(a.head.created));
    if (columns.length !== this.columns.length || columns.some((column, at) => column !== this.columns[at]))
      this.columns = columns;
    if (!this.focus) this.focusOn(this.#newest?.id ?? null);
    return unread;
  }
  #makeColumn(
    head: RunHead,
    rubric: Rubric,
    store: Pick<SheetStore, 'entries'> = this.#tools.store,
  ): RunColumn {
    return new RunColumn(head, rubric, store, this.cases, () => this.#showRows.schedule());
  }

  async #keepCounts(): Promise<void> {
    for (const column of this.columns) {
      const { head, counts } = column;
      const withCounts = (stored: RunHead) => ({ ...stored, counts: { ...stored.counts, ...counts } });
      const isSame = canonicalJson(withCounts(head).counts) === canonicalJson(head.counts);
      if (head.state === 'running' || this.loading || isSame) continue;
      const kept = await this.#tools.store.changeRun(head.id, withCounts);
      if (kept) column.head = kept;
    }
  }

  #apply(changed: readonly SheetCase[]): void {
    this.cases.put(changed);
    this.results.refresh();
    this.#recount(changed.map(({ key }) => key));
  }
  #recount(keys: readonly number[]): void {
    for (const column of this.columns) column.casesChanged(keys);
  }
  #showOriginals(): void {
    const { sources } = this;
    const columns = [...new Set(sources.flatMap((source) => source.columns))];
    const originals: OriginalColumns = {
      columns,
      cellOf: (caseId, column) => {
        const original = this.cases.find(caseId)?.original;
        const place = original ? sources[original.source]?.columns.indexOf(columns[column] ?? '') : -1;
        return original?.cells[place ?? -1] ?? '';
      },
    };
    this.results.originals = columns.length > 0 ? originals : null;
  }
}

const undoLock = (sheet: string) => `undo-${sheet}`;

function isOwn(row: SheetCase): boolean {
  return row.revision > 0 || !isOfSamples(row);
}
/** A sample, changed or not. */
function isOfSamples({ original, case: { id } }: SheetCase): boolean {
  return original === null && !id.startsWith('own-');
}
