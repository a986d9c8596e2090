import type { Case } from '../core/model/case';
import type { NoRoom } from '../core/model/cause';
import type { RunHead, RunResult } from '../core/model/run';
import type { Judge } from '../judges/judge';
import type { RunStore } from '../storage/runs/run-store';
import type { ReadyRubric, World } from './ready-rubric';
import type { EarlierResult } from './run-ledger';
import type { RunClock } from './time-watch';

export interface RunPlan {
  /** As it was stored last. */
  head: RunHead;
  /** Nothing of it is stored yet: the first write does that, and waits for no result. Nobody is asked before. */
  unstored?: boolean;
  ready: ReadyRubric;
  judge: Judge;
  caseAt: (row: number) => Case;
  /** Cases, by their rows, that were found not to fit the judge's context: they are put to nobody. */
  noRoom?: ReadonlyMap<number, NoRoom>;
  /** The run's log so far, in order. The last result of a unit counts, and the unit is not asked again. */
  earlier?: Iterable<EarlierResult>;
  /** Which of the results that count are to be asked again, such as failed ones. They count until a later one comes. */
  askAgain?: (result: EarlierResult) => boolean;
  /** Judged before and not stored yet: they are stored first of all, and not asked again. */
  unwritten?: readonly RunResult[];
}

export interface RunTools {
  store: Pick<RunStore, 'append'>;
  world: World;
  clock: RunClock;
  /** Lets the page have its turn. */
  breathe: () => Promise<void>;
  /** Waits until the page has nothing more urgent to do. */
  giveWay: () => Promise<void>;
  /** Waits so long, also in a hidden tab. */
  rest: (milliseconds: number) => Promise<void>;
}

export interface RunListeners {
  /** Results that are durable now, in the order of the log, where the first of them lies, and the head stored with them. */
  written?: (results: readonly RunResult[], first: number, head: RunHead) => void;
  /** Results that the storage refuses: told when it does, when more come meanwhile, and with none when they are stored. */
  unwritten?: (results: readonly RunResult[]) => void;
  /** A question goes out now; others may be ready behind it. */
  asked?: (row: number) => void;
  /** A reply as it forms, for whoever watches. */
  forming?: (row: number, soFar: string) => void;
  /** Nothing is asked for a while, since the judge takes no more for now, or that is over. */
  waits?: () => void;
  /** The run was paused, went on or ended. */
  changed?: (head: RunHead) => void;
  /** That is stored by now: whoever reads it finds it. */
  changeStored?: () => void;
}

export interface RunEnd {
  /** Finished or cancelled. */
  head: RunHead;
  /** Not empty only where a run was cancelled while its results could not be stored. */
  unwritten: RunResult[];
}
