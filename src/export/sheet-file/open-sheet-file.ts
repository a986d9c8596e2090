import type { Digest } from '../../judgement/digest';
import { caseHash } from '../../judgement/receipt';
import { truncate } from '../../kit/text/truncate';
import { CaseTally } from '../../sheet/figures/tally';
import type { RunLock, RunLocks } from '../../sheet/run/run-locks';
import { longestNote, longestTitle, type RunHead, type RunResult } from '../../sheet/run-record';
import type { SheetCase, SheetHead } from '../../sheet/sheet';
import { StorageFailure, type SheetStore } from '../../sheet/sheet-store';
import { readSheetFile, type FileRubric, type ReadOptions, type SheetFileItem } from './read-sheet-file';
import { SheetFileError, type SheetFileProblem, type SheetFileWarning } from './sheet-file-format';

export interface OpenOptions extends ReadOptions {
  /** The stored sheet that gets the runs of the file. Absent: the file becomes a sheet of its own. */
  addTo?: string;
  newId: () => string;
  now: () => Date;
  /** What is being opened is marked as removed until it is complete. Claimed meanwhile, no tab purges it. */
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

/** Opens a file in a worker. Null where the worker cannot start: then nothing was done. */
export type OpenInWorker = (
  file: File,
  options: {
    addTo?: string;
    signal: AbortSignal;
    /** From 0 to 1. */
    onProgress: (share: number) => void;
  },
) => Promise<OpenedSheetFile | null>;

/**
 * Stores what a sheet file holds: all of it, or nothing. Until its last line has been read the new sheet, or each added run,
 * is marked as removed, so that no list shows it and a visit that ends early leaves only what is purged anyway. Rejects with
 * the store's failure, or the signal's reason, after it deleted what it wrote.
 */
export async function openSheetFile(
  store: SheetStore,
  file: ReadableStream<Uint8Array<ArrayBuffer>>,
  options: OpenOptions,
): Promise<OpenedSheetFile> {
  const opening = new SheetFileImport(store, options);
  try {
    for await (const item of readSheetFile(file, options)) await opening.take(item);
    return await opening.finish();
  } catch (error) {
    // The first failure is the one to report.
    await opening.undo().catch(() => undefined);
    if (error instanceof SheetFileError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    await opening.release();
  }
}

/** Where a result goes. `hash` is that of the case by the run's rubric. */
interface Target {
  key: number;
  revision: number;
  hash: string;
}

/** Of one rubric version: where the cases of the file are here, and which case here has a hash. */
interface Targets {
  byKey: Map<number, Target>;
  byHash: Map<string, Target>;
}

interface ImportedRun {
  head: RunHead;
  rubric: FileRubric;
  /** The newest result of each cell by case key and sample; null where it is outdated. */
  cells: Map<number, Map<number, Digest | null>>;
}

/** Results are stored when so many have been read, or take so many letters. */
const resultsAtOnce = 500;
const lettersAtOnce = 16 * 1024 * 1024;
/** No case is changed so often: a result of this revision is outdated unless its hash is that of its case. */
const noRevision = 2 ** 31 - 1;

class SheetFileImport {
  readonly #store: SheetStore;
  readonly #options: OpenOptions;
  readonly #time: string;
  readonly #locks: RunLock[] = [];
  /** Of the file, until it is stored as a sheet of its own. */
  #head: SheetHead | null = null;
  readonly #cases: { one: SheetCase; hashes: ReadonlyMap<string, string> }[] = [];
  readonly #rubrics: FileRubric[] = [];
  /** By rubric hash. Null until all cases were read. */
  #targets: Map<string, Targets> | null = null;
  /** By their id in the file. */
  readonly #runs = new Map<string, ImportedRun>();
  #pending: { run: string; results: RunResult[]; letters: number } | null = null;
  #results = 0;
  #leftOut = 0;
  #warnings: SheetFileWarning[] = [];

  constructor(store: SheetStore, options: OpenOptions) {
    this.#store = store;
    this.#options = options;
    this.#time = options.now().toISOString();
  }

  async take(item: SheetFileItem): Promise<void> {
    switch (item.kind) {
      case 'start':
        return this.#start(item.sheet);
      case 'rubric':
        this.#rubrics.push(item.rubric);
        return;
      case 'case':
        this.#cases.push(item);
        return;
      case 'run':
        return this.#takeRun(item.head, item.rubric);
      case 'result':
        return this.#takeResult(item.run, item.result);
      case 'end':
        this.#warnings = item.warnings;
        await this.#write();
        await this.#sheet();
    }
  }

  async finish(): Promise<OpenedSheetFile> {
    for (const { head, rubric, cells } of this.#runs.values()) {
      const counts = { ...head.counts, ...countsOf(rubric, cells) };
      const stored = await this.#store.changeRun(head.id, (run) => ({ ...run, counts, removed: null }));
      if (!stored) throw gone(`run ${head.id}`);
    }
    const { addTo } = this.#options;
    const focus = this.#runs.get(this.#head?.focus ?? '')?.head.id ?? null;
    const id = await this.#sheet();
    const sheet = await this.#store.changeSheet(id, (head) =>
      addTo === undefined ? { ...head, focus, removed: null } : { ...head, changed: this.#time },
    );
    if (!sheet) throw gone(`sheet ${id}`);
    return {
      ok: true,
      sheet,
      added: addTo !== undefined,
      runs: [...this.#runs.values()].map(({ head }) => head.id),
      results: this.#results,
      leftOut: this.#leftOut,
      warnings: this.#warnings,
    };
  }

  async undo(): Promise<void> {
    if (this.#options.addTo !== undefined)
      for (const { head } of this.#runs.values()) await this.#store.removeRun(head.id);
    else if (this.#head && this.#targets) await this.#store.removeSheet(this.#head.id);
  }

  async release(): Promise<void> {
    await Promise.all(this.#locks.map((lock) => lock.release()));
  }

  async #start(sheet: SheetHead): Promise<void> {
    const { addTo, newId } = this.#options;
    if (addTo === undefined) {
      const id = newId();
      const removed = this.#time;
      this.#head = { ...this.#asImported(sheet), id, revision: 0, changed: this.#time, removed };
      await this.#claim(id);
      return;
    }
    const here = await this.#store.sheet(addTo);
    if (!here) throw gone(`sheet ${addTo}`);
    if (here.rubric.id === sheet.rubric.id) return;
    throw new SheetFileError({ kind: 'other-rubric', expected: here.rubric.title, got: sheet.rubric.title });
  }

  /** Names may be longer in a file than a person may make them, and a pin is a person's own. */
  #asImported<Head extends SheetHead | RunHead>(head: Head): Head {
    const title = truncate(head.title, longestTitle);
    const note = truncate(head.note, longestNote);
    return { ...head, title, note, pinned: false, imported: this.#time };
  }

  /** The id of the sheet. Called once all cases were read, it stores them or finds them here. */
  async #sheet(): Promise<string> {
    const { addTo } = this.#options;
    if (addTo !== undefined) {
      this.#targets ??= await this.#findCases(addTo);
      return addTo;
    }
    if (!this.#head) throw new Error('Expected the start of a sheet file before anything else of it.');
    if (!this.#targets) {
      const cases = this.#cases.map(({ one }) => ({ ...one, revision: 0 }));
      await this.#store.createSheet({ head: { ...this.#head, focus: null }, cases: [cases] });
      this.#targets = new Map(this.#rubrics.map(({ hash }) => [hash, this.#targetsInFile(hash)]));
      this.#cases.length = 0;
    }
    return this.#head.id;
  }

  #targetsInFile(version: string): Targets {
    const byKey = this.#cases.map(({ one: { key }, hashes }) => {
      return [key, { key, revision: 0, hash: hashes.get(version) ?? '' }] as const;
    });
    return { byKey: new Map(byKey), byHash: new Map() };
  }

  /** Of several cases with the same inputs the first there goes with the first here, the second with the second. */
  async #findCases(sheet: string): Promise<Map<string, Targets>> {
    const here = new Map(this.#rubrics.map(({ hash }) => [hash, new Map<string, Target[]>()]));
    for await (const piece of this.#store.cases(sheet)) {
      for (const { key, revision, hidden, case: subject } of piece) {
        if (hidden) continue;
        for (const { hash: version, rubric } of this.#rubrics) {
          const hash = caseHash(rubric, subject.input);
          const same = here.get(version)?.get(hash) ?? [];
          here.get(version)?.set(hash, [...same, { key, revision, hash }]);
        }
      }
      await this.#options.maybeYield?.();
    }
    return new Map([...here].map(([version, found]) => [version, this.#pair(version, found)]));
  }

  #pair(version: string, found: ReadonlyMap<string, Target[]>): Targets {
    const byHash = [...found].flatMap(([hash, [first]]) => (first ? [[hash, first] as const] : []));
    const byKey = this.#cases.flatMap(({ one, hashes }) => {
      const target = found.get(hashes.get(version) ?? '')?.shift();
      return target ? [[one.key, target] as const] : [];
    });
    return { byKey: new Map(byKey), byHash: new Map(byHash) };
  }

  async #takeRun(given: RunHead, rubric: FileRubric): Promise<void> {
    const head: RunHead = {
      ...this.#asImported(given),
      sheet: await this.#sheet(),
      id: await this.#idFor(given.id),
      // Nothing of a file starts or resumes.
      state: given.state === 'finished' ? 'finished' : 'cancelled',
      pause: null,
      orders: [],
      removed: this.#time,
    };
    await this.#store.createRun(head, rubric.given);
    this.#runs.set(given.id, { head, rubric, cells: new Map() });
  }

  /** The id that the run has in the file, so that batch results find it here too; a new one where a run here has that id. */
  async #idFor(given: string): Promise<string> {
    // A run that cannot be read has the id as well.
    const known = await this.#store.run(given).catch(() => true);
    if (known === null && (await this.#claim(given))) return given;
    const id = this.#options.newId();
    await this.#claim(id);
    return id;
  }

  async #claim(id: string): Promise<boolean> {
    const lock = await this.#options.locks.claim(id);
    if (lock) this.#locks.push(lock);
    return lock !== null;
  }

  async #takeResult(id: string, result: RunResult): Promise<void> {
    const run = this.#runs.get(id);
    if (!run) throw new Error(`Expected the run ${id} before its results.`);
    const target = this.#targetOf(run.rubric.hash, result);
    if (!target) {
      this.#leftOut += 1;
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
    if (this.#pending.results.length >= resultsAtOnce || this.#pending.letters >= lettersAtOnce)
      await this.#write();
  }

  #targetOf(version: string, { caseKey, hash }: RunResult): Target | null {
    const targets = this.#targets?.get(version);
    const paired = targets?.byKey.get(caseKey);
    // A result that is outdated in the file may well be of a text that is here.
    return paired?.hash === hash ? paired : (targets?.byHash.get(hash) ?? paired ?? null);
  }

  async #write(): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (pending) await this.#store.append(pending.run, pending.results);
  }
}

function countsOf({ rubric }: FileRubric, cells: ImportedRun['cells']) {
  const tally = new CaseTally(rubric);
  for (const [caseKey, samples] of cells)
    for (const [sample, digest] of samples) if (digest) tally.set({ caseKey, sample }, digest);
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
