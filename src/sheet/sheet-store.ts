import type { Judgement } from '../judgement/judgement';
import {
  type RunHead,
  type RunResult,
  type RunEntry,
  type RunRubric,
  type StorageFault,
  storageFaultSchema,
} from './run-record';
import type { CaseName, SheetCase, SheetHead, SheetSource } from './sheet';
import { errorMessage } from '../kit/error-message';
import type { Rubric } from '../rubric/rubric';

/** The browser refuses to store more, or to store at all. What was stored before is still there. */
export class StorageFailure extends Error {
  readonly kind: StorageFault;

  constructor(kind: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFailure';
    this.kind = kind;
  }
}

export type NewCase = Pick<SheetCase, 'case'> & { cells: string[] | null };

/** A case as it is to read from now on. Refused where the stored one is no longer of `revision`. */
export type CaseChange = Pick<SheetCase, 'key' | 'case' | 'revision'> & {
  /** Its row in the file that it came from now, or what was known of it before. Absent both: as it is. */
  cells?: string[] | null;
  original?: SheetCase['original'];
  /** Keeps the text that is replaced: a batch may have asked about it. */
  keepsEarlier?: boolean;
};

export interface CasesChanged {
  head: SheetHead;
  cases: SheetCase[];
  /** Those that were changed elsewhere meanwhile, as they are stored. Nothing of these was changed. */
  refused: SheetCase[];
}

export interface Listing {
  /** Newest first, those marked as removed included. */
  sheets: SheetHead[];
  runs: RunHead[];
  /** Ids of sheets and runs that cannot be read. */
  damaged: { kind: 'sheet' | 'run'; id: string }[];
}

/** A sheet with its first cases. `cases` come in pieces, so that any number can be stored while the page stays alive. */
export interface NewSheet {
  head: SheetHead;
  cases: Iterable<readonly SheetCase[]>;
}

/**
 * Everything people brought and judged. Every promise that writes settles when the data is durable. What is read back has been
 * through its schema; what does not fit rejects with `StorageFailure` of kind `damaged` and harms nothing else.
 */
export interface SheetStore {
  /** Whether anything survives the visit. */
  readonly durable: boolean;

  list(): Promise<Listing>;
  sheet(id: string): Promise<SheetHead | null>;
  /** All of it or nothing. `head.cases`, `nextKey` and `firstCase` are set by the store. */
  createSheet(sheet: NewSheet): Promise<SheetHead>;
  /** Of what `change` gives, `cases`, `nextKey`, `firstCase`, `sources` and `revision` stay as stored. */
  changeSheet(id: string, change: (head: SheetHead) => SheetHead): Promise<SheetHead | null>;
  /** For good, with its cases, runs and results. */
  removeSheet(id: string): Promise<void>;

  /** In their order, in pieces, hidden ones included. */
  cases(sheet: string): AsyncIterable<SheetCase[]>;
  /** The same without their texts, several times as fast. */
  caseNames(sheet: string): AsyncIterable<CaseName[]>;
  caseAt(sheet: string, key: number): Promise<SheetCase>;
  /** At the end, in one transaction. `source`: the file they came from, which joins the sheet's sources. */
  addCases(sheet: string, cases: readonly NewCase[], source: SheetSource | null): Promise<CasesChanged>;
  changeCases(
    sheet: string,
    changes: readonly CaseChange[],
    source: SheetSource | null,
  ): Promise<CasesChanged>;
  hideCases(sheet: string, keys: readonly number[], hidden: boolean): Promise<CasesChanged>;
  /** Takes hidden cases out for good, and whatever any run of the sheet says of them. Places in logs stay as they are. */
  purgeHidden(sheet: string): Promise<SheetHead | null>;

  runs(sheet: string): Promise<RunHead[]>;
  run(id: string): Promise<RunHead | null>;
  /** With its rubric version, which is stored once for all runs that have it. */
  createRun(run: RunHead, rubric: RunRubric): Promise<void>;
  changeRun(id: string, change: (head: RunHead) => RunHead): Promise<RunHead | null>;
  removeRun(id: string): Promise<void>;
  rubric(hash: string): Promise<RunRubric>;

  /**
   * Adds results to the run's log, and the head that goes with them, in one transaction. Gives the place of the first.
   * Of a head given here, `title`, `note`, `pinned` and `removed` stay as stored: they are the person's, by `changeRun`.
   */
  append(run: string, results: readonly RunResult[], head?: RunHead): Promise<number>;
  /** The log from a place on, in order, in pieces, without the judgements; purged ones are left out. The last of a cell counts. */
  entries(run: string, from?: number): AsyncIterable<RunEntry[]>;
  judgement(run: string, place: number): Promise<Judgement>;
  /** Many at once, in the order asked for. Null stands for one that cannot be read as it is stored, or was purged. */
  judgements(run: string, places: readonly number[]): Promise<(Judgement | null)[]>;
}

/** Null where it is no failure of the storage. */
export function storageFaultOf(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || error.name !== 'StorageFailure' || !('kind' in error)) return null;
  return storageFaultSchema.safeParse(error.kind).data ?? null;
}

export interface Trouble {
  kind: StorageFault | null;
  detail: string;
}

export function troubleOf(error: unknown): Trouble {
  return { kind: storageFaultOf(error), detail: errorMessage(error) };
}

export async function readRunRubric(store: Pick<SheetStore, 'rubric'>, hash: string): Promise<Rubric> {
  // Not part of the first load.
  const { rubricFromContract } = await import('../rubric/file/read-contract');
  const { contract, prompt } = await store.rubric(hash);
  const read = rubricFromContract(contract, prompt);
  if (read.ok) return read.rubric;
  const problems = read.problems.map(({ message }) => message).join(' ');
  throw new StorageFailure('damaged', `The rubric of this run cannot be read. ${problems}`);
}
