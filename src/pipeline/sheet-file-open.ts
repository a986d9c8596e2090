import { longestNote, longestTitle, type Digest, type RunHead, type RunResult } from '../core/model/run';
import type { SheetCase, SheetHead } from '../core/model/sheet';
import { CaseTally } from '../core/stats/case-tally';
import { shortened } from '../core/text/shortened';
import { caseHash } from '../sheet/cells';
import type { RunLock, RunLocks } from '../sheet/run-locks';
import { StorageFailure, type SheetStore } from '../sheet/sheet-store';
import type { FileRubric, SheetFileItem } from './sheet-file-check';
import type { SheetFileProblem, SheetFileWarning } from './sheet-file-format';
import { readSheetFile, type ReadOptions } from './sheet-file-read';

export type WritableSheets = Pick<
  SheetStore,
  | 'sheet'
  | 'createSheet'
  | 'changeSheet'
  | 'removeSheet'
  | 'cases'
  | 'run'
  | 'createRun'
  | 'changeRun'
  | 'removeRun'
  | 'append'
>;

export interface OpenOptions extends ReadOptions {
  /** The stored sheet that gets the runs of the file. Absent: the file becomes a sheet of its own. */
  addTo?: string;
  newId: () => string;
  now: () => Date;
  /** What is being opened counts as removed until it is whole. Claimed meanwhile, no tab sweeps it away. */
  locks: Pick<RunLocks, 'claim'>;
}

export type OpenedSheetFile =
  | {
      ok: true;
      sheet: SheetHead;
      /** Whether its runs were added to a sheet that was here. */
      added: boolean;
      /** Ids that they have here. */
      runs: string[];
      results: number;
      /** Results of cases that the sheet here does not have. */
      leftOut: number;
      warnings: SheetFileWarning[];
    }
  | { ok: false; problem: SheetFileProblem };

/** Where a result goes. `hash` is that of the case by the run's rubric. */
interface Target {
  key: number;
  revision: number;
  hash: string;
}

/** Results are stored once so many have been read, or take so many letters. */
const resultsAtOnce = 500;
const lettersAtOnce = 16 * 1024 * 1024;
/** No case is ever changed so often: a result of this revision is outdated wherever its hash is not that of its case. */
const noRevision = 2 ** 31 - 1;

/**
 * Stores what a sheet file holds: all of it, or nothing. Until its last line has been read the new sheet, or each added run,
 * is marked as removed: no list shows it, and a visit that ends in the middle leaves only what is swept away with other removed
 * ones. Rejects with the store's failure, or the signal's reason, after it took back what it wrote.
 */
export async function openSheetFile(
  store: WritableSheets,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  options: OpenOptions,
): Promise<OpenedSheetFile> {
  const intake =
    options.addTo === undefined ? new NewSheet(store, options) : new AddedRuns(store, options, options.addTo);
  try {
    for await (const item of readSheetFile(bytes, options)) {
      const problem = item.kind === 'problem' ? item.problem : await intake.take(item);
      if (problem === null) continue;
      await intake.undo();
      return { ok: false, problem };
    }
    return await intake.finish();
  } catch (error) {
    // What went wrong first is what the person must know.
    await intake.undo().catch(() => undefined);
    throw error;
  } finally {
    await intake.release();
  }
}

interface OpenedRun {
  head: RunHead;
  rubric: FileRubric;
  /** The newest result of each cell; null where it is outdated. By case key and sample. */
  cells: Map<number, Map<number, Digest | null>>;
}

abstract class Intake {
  protected readonly store: WritableSheets;
  protected readonly options: OpenOptions;
  protected readonly time: string;
  protected readonly rubrics: FileRubric[] = [];
  /** By their id in the file. */
  protected readonly runs = new Map<string, OpenedRun>();
  protected leftOut = 0;
  protected warnings: SheetFileWarning[] = [];
  #results = 0;
  #pending: { run: string; results: RunResult[]; letters: number } | null = null;
  readonly #locks: RunLock[] = [];

  constructor(store: WritableSheets, options: OpenOptions) {
    this.store = store;
    this.options = options;
    this.time = options.now().toISOString();
  }

  async take(item: SheetFileItem): Promise<SheetFileProblem | null> {
    switch (item.kind) {
      case 'start':
        return this.start(item.sheet);
      case 'rubric':
        this.rubrics.push(item.rubric);
        return null;
      case 'case':
        this.takeCase(item.one, item.hashes);
        return null;
      case 'run':
        await this.#takeRun(item.head, item.rubric);
        return null;
      case 'result':
        await this.#takeResult(item.run, item.result);
        return null;
      case 'end':
        this.warnings = item.warnings;
        await this.#write();
        await this.prepare();
        return null;
    }
  }

  async finish(): Promise<OpenedSheetFile> {
    for (const { head, rubric, cells } of this.runs.values()) {
      const counts = { ...head.counts, ...countsOf(rubric, cells) };
      const stored = await this.store.changeRun(head.id, (run) => ({ ...run, counts, removed: null }));
      if (!stored) throw gone(`run ${head.id}`);
    }
    const sheet = await this.show();
    return {
      ok: true,
      sheet,
      added: this.options.addTo !== undefined,
      runs: [...this.runs.values()].map(({ head }) => head.id),
      results: this.#results,
      leftOut: this.leftOut,
      warnings: this.warnings,
    };
  }

  async release(): Promise<void> {
    await Promise.all(this.#locks.map((lock) => lock.release()));
  }

  abstract undo(): Promise<void>;
  protected abstract start(sheet: SheetHead): Promise<SheetFileProblem | null>;
  protected abstract takeCase(one: SheetCase, hashes: ReadonlyMap<string, string>): void;
  /** Called once all cases were read, possibly several times. Gives the sheet's id. */
  protected abstract prepare(): Promise<string>;
  protected abstract targetOf(rubric: string, result: RunResult): Target | null;
  protected abstract show(): Promise<SheetHead>;

  /** Whether nobody else has it. */
  protected async claim(id: string): Promise<boolean> {
    const lock = await this.options.locks.claim(id);
    if (lock) this.#locks.push(lock);
    return lock !== null;
  }

  /** The id that the run has in the file, so that batch results find it here too; a new one where a run here has that id. */
  async #idFor(given: string): Promise<string> {
    // What cannot be read is there as well.
    const known = await this.store.run(given).catch(() => true);
    if (known === null && (await this.claim(given))) return given;
    const id = this.options.newId();
    await this.claim(id);
    return id;
  }

  async #takeRun(given: RunHead, rubric: FileRubric): Promise<void> {
    const sheet = await this.prepare();
    const head: RunHead = {
      ...given,
      id: await this.#idFor(given.id),
      sheet,
      title: shortened(given.title, longestTitle),
      note: shortened(given.note, longestNote),
      // A pin is a person's own, and nothing of a file starts or resumes.
      pinned: false,
      state: given.state === 'finished' ? 'finished' : 'cancelled',
      pause: null,
      orders: [],
      removed: this.time,
      imported: this.time,
    };
    await this.store.createRun(head, rubric.given);
    this.runs.set(given.id, { head, rubric, cells: new Map() });
  }

  async #takeResult(id: string, result: RunResult): Promise<void> {
    const run = this.runs.get(id);
    if (!run) throw new Error(`Expected the run ${id} before its results.`);
    const target = this.targetOf(run.rubric.hash, result);
    if (!target) {
      this.leftOut += 1;
      return;
    }
    const current = result.hash === target.hash;
    const samples = run.cells.get(target.key) ?? new Map<number, Digest | null>();
    run.cells.set(target.key, samples.set(result.sample, current ? result.digest : null));
    if (this.#pending?.run !== run.head.id) {
      await this.#write();
      this.#pending = { run: run.head.id, results: [], letters: 0 };
    }
    // Revisions are those of another sheet: hashes decide.
    const revision = current ? target.revision : noRevision;
    this.#pending.results.push({ ...result, caseKey: target.key, revision });
    this.#pending.letters += lettersOf(result);
    this.#results += 1;
    if (this.#pending.results.length >= resultsAtOnce || this.#pending.letters >= lettersAtOnce) {
      await this.#write();
    }
  }

  async #write(): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (pending) await this.store.append(pending.run, pending.results);
  }
}

class NewSheet extends Intake {
  #head: SheetHead | null = null;
  #cases: SheetCase[] = [];
  readonly #targets = new Map<string, Map<number, Target>>();
  #created = false;

  async undo(): Promise<void> {
    if (this.#head && this.#created) await this.store.removeSheet(this.#head.id);
  }

  protected async start(sheet: SheetHead): Promise<null> {
    this.#head = {
      ...sheet,
      id: this.options.newId(),
      title: shortened(sheet.title, longestTitle),
      note: shortened(sheet.note, longestNote),
      pinned: false,
      revision: 0,
      changed: this.time,
      removed: this.time,
      imported: this.time,
    };
    await this.claim(this.#head.id);
    return null;
  }

  protected takeCase(one: SheetCase, hashes: ReadonlyMap<string, string>): void {
    this.#cases.push({ ...one, revision: 0 });
    for (const [rubric, hash] of hashes) {
      const targets = this.#targets.get(rubric) ?? new Map<number, Target>();
      this.#targets.set(rubric, targets.set(one.key, { key: one.key, revision: 0, hash }));
    }
  }

  protected async prepare(): Promise<string> {
    const head = this.#begun();
    if (!this.#created) {
      await this.store.createSheet({ head: { ...head, focus: null }, cases: [this.#cases] });
      this.#created = true;
      this.#cases = [];
    }
    return head.id;
  }

  protected targetOf(rubric: string, { caseKey }: RunResult): Target | null {
    return this.#targets.get(rubric)?.get(caseKey) ?? null;
  }

  protected async show(): Promise<SheetHead> {
    const { id, focus } = this.#begun();
    const shown = focus === null ? undefined : this.runs.get(focus);
    const stored = await this.store.changeSheet(id, (head) => ({
      ...head,
      focus: shown?.head.id ?? null,
      removed: null,
    }));
    if (!stored) throw gone(`sheet ${id}`);
    return stored;
  }

  #begun(): SheetHead {
    if (!this.#head) throw new Error('Expected the start of a sheet file before anything else of it.');
    return this.#head;
  }
}

class AddedRuns extends Intake {
  readonly #sheet: string;
  readonly #fileCases: { key: number; hashes: ReadonlyMap<string, string> }[] = [];
  /** By rubric hash: where the cases of the file are here, and which case here has a hash. */
  #places: Map<string, { byKey: Map<number, Target>; byHash: Map<string, Target> }> | null = null;

  constructor(store: WritableSheets, options: OpenOptions, sheet: string) {
    super(store, options);
    this.#sheet = sheet;
  }

  async undo(): Promise<void> {
    for (const { head } of this.runs.values()) await this.store.removeRun(head.id);
  }

  protected async start(sheet: SheetHead): Promise<SheetFileProblem | null> {
    const here = await this.store.sheet(this.#sheet);
    if (!here) throw gone(`sheet ${this.#sheet}`);
    if (here.rubric.id === sheet.rubric.id) return null;
    return { kind: 'other-rubric', expected: here.rubric.title, got: sheet.rubric.title };
  }

  protected takeCase({ key }: SheetCase, hashes: ReadonlyMap<string, string>): void {
    this.#fileCases.push({ key, hashes });
  }

  protected async prepare(): Promise<string> {
    this.#places ??= await this.#findCases();
    return this.#sheet;
  }

  protected targetOf(rubric: string, { caseKey, hash }: RunResult): Target | null {
    const places = this.#places?.get(rubric);
    const paired = places?.byKey.get(caseKey);
    // A result that is outdated in the file may well be of a text that is here.
    return paired?.hash === hash ? paired : (places?.byHash.get(hash) ?? paired ?? null);
  }

  protected async show(): Promise<SheetHead> {
    const stored = await this.store.changeSheet(this.#sheet, (head) => ({ ...head, changed: this.time }));
    if (!stored) throw gone(`sheet ${this.#sheet}`);
    return stored;
  }

  /** Of several cases with the same inputs the first there goes with the first here, the second with the second. */
  async #findCases() {
    const here = new Map(this.rubrics.map(({ hash }) => [hash, new Map<string, Target[]>()]));
    for await (const piece of this.store.cases(this.#sheet)) {
      for (const one of piece) {
        if (one.hidden) continue;
        for (const { hash: version, rubric } of this.rubrics) {
          const hash = caseHash(rubric, one.case.input);
          const same = here.get(version)?.get(hash) ?? [];
          same.push({ key: one.key, revision: one.revision, hash });
          here.get(version)?.set(hash, same);
        }
      }
      await this.options.breathe?.();
    }
    return new Map([...here].map(([version, targets]) => [version, this.#pair(version, targets)]));
  }

  #pair(version: string, targets: ReadonlyMap<string, Target[]>) {
    const byHash = new Map(
      [...targets].flatMap(([hash, [first]]) => (first ? [[hash, first] as const] : [])),
    );
    const byKey = new Map<number, Target>();
    for (const { key, hashes } of this.#fileCases) {
      const target = targets.get(hashes.get(version) ?? '')?.shift();
      if (target) byKey.set(key, target);
    }
    return { byKey, byHash };
  }
}

function countsOf({ rubric }: FileRubric, cells: OpenedRun['cells']) {
  const tally = new CaseTally(rubric);
  for (const [caseKey, samples] of cells) {
    for (const [sample, digest] of samples) if (digest) tally.set({ caseKey, sample }, digest);
  }
  return tally.counts();
}

/** About: what is long in a result are its prompt and its replies. */
function lettersOf({ judgement: { prompt, attempts } }: RunResult): number {
  return attempts.reduce((sum, { reply }) => sum + reply.text.length, prompt?.own.length ?? 0);
}

function gone(what: string): StorageFailure {
  return new StorageFailure(
    'missing',
    `Expected the ${what}, got nothing: it may have been deleted in another tab.`,
  );
}
