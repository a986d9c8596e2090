import type { Judgement } from '../../core/model/judgement';
import type { Weighable } from '../../core/model/weighable';
import type {
  RunCase,
  RunEntry,
  RunHead,
  RunResult,
  RunRubric,
  RunSource,
  StorageFault,
} from '../../core/model/run';

export interface NewRun {
  head: RunHead;
  rubric: RunRubric;
  sources: readonly RunSource[];
  /** In pieces, so that any number of them can be stored while the page stays alive. */
  cases: Iterable<readonly RunCase[]>;
}

/** The browser refuses to store more, or to store at all. What was stored before is still there. */
export class StorageFailure extends Error {
  readonly kind: StorageFault;

  constructor(kind: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFailure';
    this.kind = kind;
  }
}

/**
 * Runs as they are kept. Every promise that writes settles when the data is durable. Whatever is read back has been through
 * its schema; what does not fit rejects with `StorageFailure` of kind `damaged` and harms nothing else.
 */
export interface RunStore {
  /** Whether anything survives the visit. */
  readonly durable: boolean;

  /** Newest first. Runs whose head cannot be read are named apart. */
  heads(): Promise<{ heads: RunHead[]; damaged: string[] }>;
  head(id: string): Promise<RunHead | null>;
  /** All of it or nothing: a run whose cases did not fit leaves no trace. */
  create(run: NewRun): Promise<void>;
  changeHead(id: string, change: (head: RunHead) => RunHead): Promise<RunHead | null>;

  rubric(id: string): Promise<RunRubric>;
  sources(id: string): Promise<RunSource[]>;
  /** In their order, in pieces. */
  cases(id: string): AsyncIterable<RunCase[]>;
  /** One of them by its place, without reading those before it. */
  caseAt(id: string, row: number): Promise<RunCase>;

  /**
   * Adds results to the run's log, and the head that goes with them, in one transaction. Gives the place of the first.
   * Of a head given here, `title`, `note`, `pinned`, `view` and `removed` stay as stored: they are the person's, by `changeHead`.
   */
  append(id: string, results: readonly RunResult[], head?: RunHead): Promise<number>;
  /** The log from a place on, in order, in pieces, without the judgements. The last one of a row and sample counts. */
  entries(id: string, from?: number): AsyncIterable<RunEntry[]>;
  judgement(id: string, place: number): Promise<Judgement>;
  /**
   * Many at once, in the order asked for; reads each stored piece once where places lie close together. Null stands for one
   * that cannot be read as it is stored: the others are none the worse for it.
   */
  judgements(id: string, places: readonly number[]): Promise<(Judgement | null)[]>;
  /** As `judgements`, in a fraction of the time: of each no more is looked at than weighing it anew takes. */
  weighables(id: string, places: readonly number[]): Promise<(Weighable | null)[]>;

  /** Bytes it takes, about: the size of what is stored as JSON. */
  size(id: string): Promise<number>;
  remove(id: string): Promise<void>;
}
