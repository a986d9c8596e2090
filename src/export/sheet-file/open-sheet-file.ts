import type { Digest } from '../../judgement/digest';
import { caseHash } from '../../judgement/receipt';
import { truncate } from '../../kit/text/shown-text';
import { CaseTally } from '../../sheet/figures/tally';
import type { RunLock, RunLocks } from '../../sheet/run/run-locks';
import {
  exampleJudgeId,
  longestNote,
  longestTitle,
  type RunHead,
  type RunResult,
} from '../../sheet/run-record';
import type { SheetHead } from '../../sheet/sheet';
import { StorageFailure, type SheetStore } from '../../sheet/sheet-store';
import { SheetFileReader, type FileRubric, type FileRun, type ReadOptions } from './read-sheet-file';
import { SheetFileError, type SheetFileProblem, type SheetFileWarning } from './sheet-file-format';

export interface OpenOptions extends ReadOptions {
  /** The stored sheet that gets the runs of the file. Absent: the file becomes a sheet of its own. */
  addTo?: string;
  newId: () => string;
  now: () => Date;
  /** What is being opened is marked as removed until it is complete. Claimed meanwhile, no tab purges it. */
  locks: Pick<RunLocks, 'claim'>;
}

export interface OpenedSheet {
  ok: true;
  sheet: SheetHead;
  added: boolean;
  runs: string[];
  /** Runs of example replies that the sheet had already. */
  known: number;
  results: number;
  leftOut: number;
  warnings: SheetFileWarning[];
}

export type OpenedSheetFile = OpenedSheet | { ok: false; problem: SheetFileProblem };

/**
 * Stores all of a sheet file, or nothing. Until its last line has been read the new sheet, or each added run, is marked as removed:
 * no list shows it, and a visit that ends early leaves only what is purged anyway.
 */
export async function openSheetFile(
  store: SheetStore,
  file: ReadableStream<Uint8Array<ArrayBuffer>>,
  options: OpenOptions,
): Promise<OpenedSheetFile> {
  const reader = new SheetFileReader();
  const importing = new SheetFileImport(store, reader, options);
  try {
    for await (const { run, result } of reader.results(file, options)) await importing.add(run, result);
    return await importing.finish();
  } catch (error) {
    // The first failure is the one to report.
    await importing.undo().catch(() => undefined);
    if (error instanceof SheetFileError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    await importing.release();
  }
}

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
const resultsAtOnce = 100;
const lettersAtOnce = 2 * 1024 * 1024;
/** No case is changed so often: a result of this revision is outdated unless its hash is that of its case. */
const noRevision = 2 ** 31 - 1;

class SheetFileImport {
  readonly #store: SheetStore;
  readonly #file: SheetFileReader;
  readonly #options: OpenOptions;
  readonly #time: string;
  readonly #locks: RunLock[] = [];
  /** The sheet that gets the runs. Null until all cases and runs of the file are known. */
  #sheet: string | null = null;
  #targets = new Map<string, Targets>();
  readonly #runs = new Map<string, ImportedRun>();
  readonly #known = new Set<string>();
  #pending: { run: string; results: RunResult[]; letters: number } | null = null;
  #results = 0;
  #leftOut = 0;

  constructor(store: SheetStore, file: SheetFileReader, options: OpenOptions) {
    this.#store = store;
    this.#file = file;
    this.#options = options;
    this.#time = options.now().toISOString();
  }

  async add({ head: { id } }: FileRun, result: RunResult): Promise<void> {
    await this.#begin();
    if (this.#known.has(id)) return;
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

  async finish(): Promise<OpenedSheet> {
    const id = await this.#begin();
    await this.#write();
    for (const { head, rubric, cells } of this.#runs.values()) {
      const counts = { ...head.counts, ...countsOf(rubric, cells) };
      const stored = await this.#store.changeRun(head.id, (run) => ({ ...run, counts, removed: null }));
      if (!stored) throw missing(`run ${head.id}`);
    }
    const added = this.#options.addTo !== undefined;
    const focus = this.#runs.get(this.#file.sheet?.focus ?? '')?.head.id ?? null;
    const sheet = await this.#store.changeSheet(id, (head) =>
      added ? { ...head, changed: this.#time } : { ...head, focus, removed: null },
    );
    if (!sheet) throw missing(`sheet ${id}`);
    const runs = [...this.#runs.values()].map(({ head }) => head.id);
    const { warnings } = this.#file;
    const counted = { known: this.#known.size, results: this.#results, leftOut: this.#leftOut };
    return { ok: true, sheet, added, runs, ...counted, warnings };
  }

  async undo(): Promise<void> {
    if (this.#options.addTo !== undefined)
      for (const { head } of this.#runs.values()) await this.#store.removeRun(head.id);
    else if (this.#sheet !== null) await this.#store.removeSheet(this.#sheet);
  }

  async release(): Promise<void> {
    await Promise.all(this.#locks.map((lock) => lock.release()));
  }

  async #begin(): Promise<string> {
    if (this.#sheet !== null) return this.#sheet;
    const { sheet } = this.#file;
    if (!sheet) throw new Error('Expected the start of a sheet file before anything else of it.');
    const { addTo } = this.#options;
    const id = addTo === undefined ? await this.#createSheet(sheet) : await this.#findSheet(addTo, sheet);
    this.#sheet = id;
    const here = addTo === undefined ? [] : (await this.#store.runs(id)).map(exampleOf);
    for (const run of this.#file.runs.values()) {
      const example = exampleOf(run.head);
      if (example !== null && here.includes(example)) this.#known.add(run.head.id);
      else await this.#createRun(run, id);
    }
    return id;
  }

  async #createSheet(sheet: SheetHead): Promise<string> {
    const id = this.#options.newId();
    await this.#claim(id);
    const cases = [...this.#file.cases.values()];
    const added = { id, revision: 0, focus: null, changed: this.#time, removed: this.#time };
    await this.#store.createSheet({
      head: { ...this.#asImported(sheet), ...added },
      cases: [cases.map(({ one }) => ({ ...one, revision: 0 }))],
    });
    for (const version of this.#file.rubrics.keys()) {
      const byKey = cases.map(({ one: { key }, hashes }) => {
        return [key, { key, revision: 0, hash: hashes.get(version) ?? '' }] as const;
      });
      this.#targets.set(version, { byKey: new Map(byKey), byHash: new Map() });
    }
    return id;
  }

  async #findSheet(id: string, { rubric }: SheetHead): Promise<string> {
    const here = await this.#store.sheet(id);
    if (!here) throw missing(`sheet ${id}`);
    if (here.rubric.id !== rubric.id)
      throw new SheetFileError({ kind: 'other-rubric', expected: here.rubric.title, got: rubric.title });
    const rubrics = [...this.#file.rubrics.values()];
    const found = new Map(rubrics.map(({ hash }) => [hash, new Map<string, Target[]>()]));
    for await (const piece of this.#store.cases(id)) {
      for (const { key, revision, hidden, case: subject } of piece) {
        if (hidden) continue;
        for (const { hash: version, rubric: own } of rubrics) {
          const hash = caseHash(own, subject.input);
          const same = found.get(version)?.get(hash);
          if (same) same.push({ key, revision, hash });
          else found.get(version)?.set(hash, [{ key, revision, hash }]);
        }
      }
      await this.#options.maybeYield?.();
    }
    for (const [version, byHash] of found) this.#targets.set(version, this.#pair(version, byHash));
    return id;
  }

  /** Of several cases with the same inputs the first there goes with the first here, the second with the second. */
  #pair(version: string, found: ReadonlyMap<string, Target[]>): Targets {
    const byHash = [...found].flatMap(([hash, [first]]) => (first ? [[hash, first] as const] : []));
    const byKey = [...this.#file.cases].flatMap(([key, { hashes }]) => {
      const target = found.get(hashes.get(version) ?? '')?.shift();
      return target ? [[key, target] as const] : [];
    });
    return { byKey: new Map(byKey), byHash: new Map(byHash) };
  }

  async #createRun({ head: given, rubric }: FileRun, sheet: string): Promise<void> {
    const head: RunHead = {
      ...this.#asImported(given),
      sheet,
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

  /** Names may be longer in a file than a person may make them, and a pin is a person's own. */
  #asImported<Head extends SheetHead | RunHead>(head: Head): Head {
    const title = truncate(head.title, longestTitle);
    const note = truncate(head.note, longestNote);
    return { ...head, title, note, pinned: false, imported: this.#time };
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

  #targetOf(version: string, { caseKey, hash }: RunResult): Target | null {
    const targets = this.#targets.get(version);
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

/** Which replies a run is of; null where a judge was asked. */
function exampleOf({ judge, rubric, removed }: RunHead): string | null {
  return judge.id === exampleJudgeId && removed === null
    ? `${rubric.hash} ${JSON.stringify(judge.parameters.set)}`
    : null;
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

function missing(what: string): StorageFailure {
  return new StorageFailure(
    'missing',
    `Expected the ${what}, got nothing: it may have been deleted in another tab.`,
  );
}
