import type { NoRoom } from '../core/model/cause';
import type { Cell, RunHead, RunResult } from '../core/model/run';
import type { SheetCase } from '../core/model/sheet';
import type { Judge } from '../judges/judge';
import type { SheetStore } from '../sheet/sheet-store';
import type { ReadyRubric, World } from './ready-rubric';
import type { EarlierResult } from './run-ledger';
import type { RunClock } from './time-watch';

export type AskedCase = Pick<SheetCase, 'case' | 'revision'>;

export interface RunPlan {
  /** Its last order is filled. It is stored at once where its state is not `running`, or where it is `unstored`. */
  head: RunHead;
  /** The run is not stored yet: the first write creates it, before anybody is asked. */
  unstored?: boolean;
  ready: ReadyRubric;
  judge: Judge;
  /** The case as it reads now. Null where it was removed since it was ordered: its cells are left out. */
  caseAt: (caseKey: number) => AskedCase | null;
  /** What is left of the order, in the order in which it is asked. */
  cells: readonly Cell[];
  /** The run's results that count, one per cell. Those of cells that are asked again count until a newer one comes. */
  earlier?: Iterable<EarlierResult>;
  /** Cases, by key, that were found not to fit the judge's context: they are put to nobody. */
  noRoom?: ReadonlyMap<number, NoRoom>;
  /** Judged before and not stored yet: they are stored first of all, and not asked again. */
  unwritten?: readonly RunResult[];
  /** How far the order is that waits below the last one. Absent: nothing of it is filled. */
  below?: RunHead['progress'];
}

export interface RunTools {
  store: Pick<SheetStore, 'createRun' | 'append'>;
  world: World;
  clock: RunClock;
  /** Lets the page have its turn. */
  breathe: () => Promise<void>;
  /** Waits until the page has nothing more urgent to do. */
  giveWay: () => Promise<void>;
  /** Waits so long, also in a hidden tab. */
  rest: (milliseconds: number) => Promise<void>;
  /** See `RunLimits`. */
  holdUntilStored?: boolean;
}

export interface RunListeners {
  /** Results that are durable now, in the order of the log, where the first of them lies, and the head stored with them. */
  written?: (results: readonly RunResult[], first: number, head: RunHead) => void;
  /** Results that the storage refuses: told when it does, when more come meanwhile, and with none when they are stored. */
  unwritten?: (results: readonly RunResult[]) => void;
  /** A question goes out now; others may be ready behind it. */
  asked?: (caseKey: number) => void;
  /** A reply as it forms. */
  forming?: (caseKey: number, soFar: string) => void;
  /** Nothing is asked for a while, since the judge takes no more for now, or that is over. */
  waits?: () => void;
  /** The run was paused, went on or ended. */
  changed?: (head: RunHead) => void;
  /** That is stored by now: a reader of the store finds it. */
  changeStored?: () => void;
}

export interface RunEnd {
  /** Finished or cancelled; paused where another order waits below the one that was filled. */
  head: RunHead;
  /** Not empty only where a run was cancelled while its results could not be stored. */
  unwritten: RunResult[];
}
