import type { NoRoom } from '../../judgement/cause';
import type { Judge } from '../../judgement/judge';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import { digestOf } from '../../judgement/digest';
import { Requeue } from '../../judgement/ask-model';
import { errorMessage, notify } from '../../kit/error-message';
import { RateWindow, timeLeft } from '../../kit/rate-window';
import type { Spending } from '../../judgement/spending';
import type { Cell, RunEntry, RunHead, RunPause, RunResult, RunSettings } from '../run-record';
import type { SheetCase } from '../sheet';
import { storageFaultOf, type SheetStore } from '../sheet-store';
import { BudgetWatch } from './budget';
import { ConcurrencyLimit } from './concurrency';
import { FailureStreak, type FailureDecision } from './failure-streak';
import { AskedCell, type CellTools } from './judge-cell';
import { JudgePace, type WidthInForce } from './judge-pace';
import { rubricToStore } from './new-run';
import { RunningHead } from './run-head';
import { RunLedger } from './run-ledger';
import { RunWriter } from './run-writer';

export type AskedCase = Pick<SheetCase, 'case' | 'revision'>;
export type EarlierResult = Pick<RunEntry, 'caseKey' | 'sample' | 'digest'>;

export interface RunPlan {
  /** Its last order is filled. It is stored at once where its state is not `running`, or where it is `unstored`. */
  head: RunHead;
  /** The run is not stored yet: the first write creates it, before a judge is asked. */
  unstored?: boolean;
  ready: ReadyRubric;
  judge: Judge;
  /** The case as it reads now. Null where it was removed since it was ordered: its cells are left out. */
  caseAt: (caseKey: number) => AskedCase | null;
  cells: readonly Cell[];
  /** The run's results that count, one per cell. Those of cells that are asked again count until a newer one comes. */
  earlier?: Iterable<EarlierResult>;
  /** Why a case does not fit the judge's context: such cases are not asked. */
  noRoom?: (caseKey: number) => NoRoom | undefined;
  /** Judged before and not stored yet: they are stored first of all, and not asked again. */
  unwritten?: readonly RunResult[];
  /** How far the order is that waits below the last one. Absent: nothing of it is filled. */
  below?: RunHead['progress'];
}

export interface RunClock {
  /** Milliseconds since any fixed moment; never goes back. */
  now: () => number;
  /** Settles after the time, or early when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface RunTools {
  store: Pick<SheetStore, 'createRun' | 'append'>;
  world: World;
  clock: RunClock;
  yieldToPage: () => Promise<void>;
  yieldUntilIdle: () => Promise<void>;
  /** Waits so long, also in a hidden tab. */
  rest: (milliseconds: number) => Promise<void>;
}

export interface RunListeners {
  /** Results that are durable now, in the order of the log, where the first of them lies, and the head stored with them. */
  written?: (results: readonly RunResult[], first: number, head: RunHead) => void;
  /** Results that the storage refuses: when it does, when more come meanwhile, and with none when they are stored. */
  unwritten?: (results: readonly RunResult[]) => void;
  asked?: (caseKey: number) => void;
  forming?: (caseKey: number, soFar: string) => void;
  /** Nothing is asked for a while, since the judge takes no more for now, or that is over. */
  waits?: () => void;
  changed?: (head: RunHead) => void;
  /** That is stored by now: a reader of the store finds it. */
  changeStored?: () => void;
}

export interface RunEnd {
  /** Finished or cancelled; paused where another order waits below the one that was filled. */
  head: RunHead;
  /** Not empty only where a run was cancelled while its results could not be stored. */
  unwritten: RunResult[];
  progress: Progress;
}

export interface Progress extends Spending {
  done: number;
  total: number;
  failed: number;
  perSecond: number | null;
  millisecondsLeft: number | null;
}

type JudgedCell = Cell & Pick<RunResult, 'revision' | 'key' | 'milliseconds' | 'judgement'>;

/** How long judging may hold the thread before the page gets its turn. */
const turnMilliseconds = 10;
/** With more of a program's results waiting to be stored nothing new is started. */
const mostWaiting = 2_000;

/** Fills the cells of a run's last order. Any of its methods may be called at any time and any number of times. */
export class RunScheduler {
  /** Rejects only on a bug. */
  readonly ended: Promise<RunEnd>;
  readonly #plan: RunPlan;
  readonly #tools: RunTools;
  readonly #listeners: RunListeners;
  readonly #asks: boolean;
  readonly #ledger: RunLedger;
  readonly #head: RunningHead;
  /** As far as it is stored. */
  #done: number;
  #failed: number;
  #spent: Spending;
  readonly #rate: RateWindow;
  readonly #writer: RunWriter;
  readonly #budget: BudgetWatch;
  readonly #pace: JudgePace;
  readonly #failures = new FailureStreak<JudgedCell>();
  readonly #limit = new ConcurrencyLimit((asking) => this.#mayAsk(asking));
  readonly #cellTools: CellTools;
  readonly #inFlight = new Set<AskedCell>();
  readonly #over = new AbortController();
  #resolve: (end: RunEnd) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #stored: Pick<RunHead, 'state' | 'pause'>;
  #isStored: boolean;
  /** The storage has refused results, and has not taken them since. */
  #refused: boolean;
  #starting = 0;
  #unread = 0;
  #busy = 0;
  #yielding = false;

  constructor(plan: RunPlan, tools: RunTools, listeners: RunListeners) {
    this.#plan = plan;
    this.#tools = tools;
    this.#listeners = listeners;
    const { head, judge, ready, cells, unwritten = [] } = plan;
    const { clock, world } = tools;
    const now = () => clock.now();
    const asks = judge.kind === 'model';
    this.#asks = asks;
    this.#stored = head;
    this.#isStored = plan.unstored !== true;
    this.#refused = unwritten.length > 0;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#ledger = new RunLedger(plan, ready.rubric);
    this.#head = new RunningHead(plan, this.#ledger, world, now);
    this.#done = this.#ledger.progress.done;
    this.#failed = this.#ledger.failedBefore;
    this.#spent = this.#ledger.spending;
    this.#rate = new RateWindow(this.#head.milliseconds);
    this.#pace = new JudgePace({
      judge,
      atOnce: () => this.#head.last.settings.atOnce,
      clock,
      random: () => Number.parseInt(world.random().slice(0, 8), 16) / 2 ** 32,
      changed: () => {
        this.#startMore();
        notify(listeners.waits);
      },
      giveUp: (why) => this.#pauseFor({ because: 'judge', ...why }),
      over: this.#over.signal,
    });
    this.#cellTools = {
      plan,
      tools,
      listeners,
      pace: this.#pace,
      limit: this.#limit,
      // Not among thousands.
      watched: this.#ledger.progress.total === 1 || (judge.kind === 'model' && judge.ownPace === true),
      spent: (cell, call) => {
        this.#budget.count(cell, call);
        if (this.#hasMore) this.#pauseIfSpent();
      },
      beforeAsking: () => this.#pauseIfSpent(),
      // The next question about a case that is begun keeps its place unless the budget stops it.
      mayStay: () => !this.#budgetPause() && !this.#budget.mustCountFirst(this.#limit.asking - 1),
      mayRead: () => this.#waitToRead(),
    };
    this.#writer = new RunWriter({
      append: (results, written) => this.#store(results, written),
      head: () => this.#head.toWrite(this.#inFlight.size === 0 && !this.#failures.holdsAny),
      written: (results, first, written) => this.#written(results, first, written),
      failed: (error) => this.#storageFailed(error),
      now,
      // Rules alone are done with a thousand cases in that time, and then wait for the writing.
      rest: asks ? tools.rest : null,
      isUrgent: (gathered) =>
        this.#pace.isSlow ||
        2 * gathered >= this.#pace.width ||
        (this.#inFlight.size === 0 && !this.#ledger.hasNext),
    });
    for (const result of unwritten) {
      this.#ledger.record(result, result.digest, result.judgement);
      this.#writer.add(result);
    }
    this.#budget = new BudgetWatch(this.#ledger, () => this.#head.last.settings.budget);
    // No listener is called yet: the caller has no run.
    const used = this.#usedUp();
    if (used) this.#head.stop('paused', used);
    if (!this.#isStored || head.state !== 'running' || used || cells.length === 0) this.#writer.writeHead();
    this.#startMore();
  }

  get head(): RunHead {
    return this.#head.now;
  }
  get inFlight(): number {
    return this.#limit.asking;
  }
  get inForce(): WidthInForce {
    return this.#pace.inForce;
  }
  get heldFor(): number {
    return this.#pace.heldFor;
  }
  /** Judged but not stored: for an export while the browser refuses to store more. */
  get unwritten(): RunResult[] {
    return this.#writer.unwritten;
  }
  get progress(): Progress {
    const { total } = this.#ledger.progress;
    const perSecond = this.#rate.perSecond(this.#head.milliseconds);
    const millisecondsLeft = timeLeft(total - this.#done, perSecond);
    return { done: this.#done, total, failed: this.#failed, perSecond, millisecondsLeft, ...this.#spent };
  }
  get open(): Cell[] {
    return this.#ledger.open;
  }

  /** Nothing new is started. What is in flight comes to its end and is kept. */
  pause(): void {
    this.#pauseFor({ because: 'person', detail: '' });
  }

  resume(): void {
    if (this.#head.state !== 'paused') return;
    const used = this.#usedUp();
    if (used) this.#head.stop('paused', used);
    else {
      this.#budget.resume();
      this.#head.resume();
      this.#requeue(this.#failures.reset());
    }
    notify(this.#listeners.changed, this.head);
    this.#writer.tryAgain();
    this.#startMore();
  }

  cancel(): void {
    if (this.#head.isEnding) return;
    this.#head.stop('cancelling');
    this.#requeue(this.#failures.reset());
    for (const { controller } of this.#inFlight)
      controller.abort(new DOMException('Cancelled.', 'AbortError'));
    if (this.#inFlight.size === 0) this.#writer.tryAgain();
  }

  /** Holds for what is started from now on. A run that waits for it still has to be resumed. */
  setBudget(budget: RunSettings['budget']): void {
    if (this.#head.state === 'over') return;
    this.#head.change({ budget });
    this.#writer.writeHead();
    if (this.#hasMore) this.#pauseIfSpent();
  }

  /** Called whenever something has changed that `#mayStart` or `#mayAsk` looks at. */
  #startMore(): void {
    this.#limit.turn();
    if (this.#asks) this.#startOnePerTurn();
    else this.#startInTurns();
  }

  #mayStart(coming: number): boolean {
    // As many again as are asked at once are made ready meanwhile, so that no place waits for its next question.
    const mostBegun = this.#asks ? 2 * this.#pace.width : 1;
    return (
      this.#head.state === 'running' &&
      this.#writer.sound &&
      this.#inFlight.size - this.#limit.resting + coming < mostBegun &&
      this.#writer.waiting < mostWaiting &&
      this.#ledger.hasNext
    );
  }

  #mayAsk(asking: number): boolean {
    const { width, isSlow, heldFor } = this.#pace;
    return (
      this.#head.state === 'running' &&
      // Before that a tab that dies would leave no trace of what was asked.
      this.#isStored &&
      this.#writer.sound &&
      asking < width &&
      heldFor === 0 &&
      !this.#budget.mustCountFirst(asking) &&
      // Counts replies that are not stored yet. Beside a slow judge storing takes next to nothing: its places are taken until then.
      this.#inFlight.size - this.#limit.waiting + this.#writer.waiting < (isSlow ? width : 2 * width)
    );
  }

  /** So that a question that has a place goes out before the next is made ready, and a reply waits for one of them at most. */
  #startOnePerTurn(): void {
    const { yieldToPage, yieldUntilIdle } = this.#tools;
    while (this.#mayStart(this.#starting)) {
      const begun = this.#limit.asking + this.#limit.waiting + this.#starting;
      this.#starting += 1;
      (begun < this.#pace.width ? yieldToPage() : yieldUntilIdle())
        .then(() => {
          this.#starting -= 1;
          if (this.#mayStart(0)) this.#startNext();
        })
        .catch((error: unknown) => this.#break(error));
    }
  }

  #startInTurns(): void {
    const { clock, yieldToPage } = this.#tools;
    while (!this.#yielding && this.#mayStart(0)) {
      const began = clock.now();
      this.#startNext();
      this.#busy += clock.now() - began;
      if (this.#busy < turnMilliseconds) continue;
      this.#yielding = true;
      yieldToPage()
        .then(() => {
          this.#busy = 0;
          this.#yielding = false;
          this.#startMore();
        })
        .catch((error: unknown) => this.#break(error));
    }
  }

  #startNext(): void {
    while (this.#ledger.hasNext) {
      const cell = this.#ledger.next();
      const subject = this.#plan.caseAt(cell.caseKey);
      if (subject) {
        void this.#judge(cell, subject);
        return;
      }
      this.#ledger.leaveOut(cell);
      this.#done += 1;
    }
    // The cases of all that was left were removed.
    this.#writer.writeHead();
  }

  async #judge(cell: Cell, { case: subject, revision }: AskedCase): Promise<void> {
    const { clock } = this.#tools;
    const asked = new AskedCell(this.#cellTools, cell);
    this.#inFlight.add(asked);
    const began = clock.now();
    let done: Pick<RunResult, 'key' | 'judgement'> | null = null;
    try {
      done = await asked.judge(subject);
    } catch (error) {
      if (error instanceof Requeue) {
        this.#ledger.requeue(cell);
        this.#pauseFor({ because: 'judge', detail: error.message });
      } else if (this.#head.state !== 'cancelling') this.#break(error);
    }
    this.#inFlight.delete(asked);
    if (done && this.#head.state !== 'over')
      this.#decide({ ...cell, revision, ...done, milliseconds: clock.now() - began });
    // Only now: what came of it may have stopped the run.
    asked.end();
    if (this.#head.state === 'cancelling' && this.#inFlight.size === 0) this.#writer.tryAgain();
    this.#startMore();
  }

  /** Other replies free their places first. While the browser collects garbage many wait: further ones then take their turn. */
  async #waitToRead(): Promise<void> {
    const many = this.#unread >= this.#pace.width;
    this.#unread += 1;
    await (many ? this.#tools.yieldToPage() : this.#tools.yieldUntilIdle());
    this.#unread -= 1;
  }

  /** A judged cell is a result, is held until more is known of its judge, or is asked again. */
  #decide(judged: JudgedCell): void {
    this.#follow(this.#failures.note(judged.judgement, judged));
    if (this.#inFlight.size > 0 || this.#ledger.hasNext || !this.#failures.holdsAny) return;
    // A person who asked about one case alone waits for what came of it.
    const isAlone = this.#ledger.progress.total === 1;
    this.#follow(isAlone ? { keep: this.#failures.reset(), requeue: [], stop: null } : this.#failures.end());
  }

  #follow({ keep, requeue, stop }: FailureDecision<JudgedCell>): void {
    for (const judged of keep) this.#keep(judged);
    this.#requeue(requeue);
    if (stop && this.#ledger.hasNext) this.#pauseFor(stop);
  }

  #keep(judged: JudgedCell): void {
    const { judgement } = judged;
    const digest = digestOf(this.#plan.ready.rubric, judgement);
    // First, so that every head that is written from now on counts it.
    this.#ledger.record(judged, digest, judgement);
    this.#writer.add({ ...judged, hash: judgement.receipt.case, digest });
    if (!this.#writer.sound) this.#notifyUnwritten();
  }

  #requeue(cells: readonly Cell[]): void {
    for (const cell of cells) this.#ledger.requeue(cell);
  }

  #pauseIfSpent(): void {
    const stopped = this.#budgetPause();
    if (stopped) this.#pauseFor(stopped);
  }

  #budgetPause(): RunPause | null {
    return this.#budget.usedUp() ?? this.#budget.unknown();
  }

  get #hasMore(): boolean {
    return this.#ledger.hasNext || this.#limit.waiting > 0;
  }

  #usedUp(): RunPause | null {
    return this.#hasMore ? this.#budget.usedUp() : null;
  }

  #pauseFor(pause: RunPause): void {
    if (this.#head.isEnding) return;
    // What the person has to mend is shown first, whatever paused it before.
    if (this.#head.state === 'paused' && pause.because !== 'storage') return;
    this.#head.stop('paused', pause);
    if (pause.because !== 'storage') this.#writer.writeHead();
    notify(this.#listeners.changed, this.head);
  }

  async #store(results: readonly RunResult[], head: RunHead): Promise<number> {
    const { store } = this.#tools;
    if (!this.#isStored) {
      await store.createRun(head, rubricToStore(this.#plan.ready.rubric));
      this.#isStored = true;
      if (results.length === 0) return 0;
    }
    return store.append(head.id, results, head);
  }

  #written(results: readonly RunResult[], first: number, head: RunHead): void {
    const { tokens, cost } = head.counts;
    const ordered = results.filter((result) => this.#ledger.has(result));
    this.#done += ordered.length;
    this.#failed += ordered.filter(({ digest }) => digest.status === 'unscored').length;
    this.#spent = { tokens, cost };
    if (ordered.length > 0) this.#rate.add(this.#head.milliseconds, ordered.length);
    if (results.length > 0) notify(this.#listeners.written, results, first, head);
    if (head.state !== this.#stored.state || head.pause !== this.#stored.pause)
      notify(this.#listeners.changeStored);
    this.#stored = head;
    if (this.#refused) this.#notifyUnwritten();
    // With news since then another write follows, and ends the run.
    if (this.#head.isFinal(head) && !this.#writer.hasMore) this.#end();
    else this.#startMore();
  }

  /** When a write has failed, when more results came while none can be stored, and when all are stored after all. */
  #notifyUnwritten(): void {
    const { unwritten, sound } = this.#writer;
    this.#refused = !sound;
    notify(this.#listeners.unwritten, sound ? [] : unwritten);
  }

  #storageFailed(error: unknown): void {
    this.#notifyUnwritten();
    if (this.#head.state !== 'cancelling') {
      const storage = storageFaultOf(error);
      this.#pauseFor({ because: 'storage', detail: errorMessage(error), ...(storage && { storage }) });
    } else if (this.#inFlight.size === 0) {
      this.#head.cancelUnstored();
      this.#end();
    }
  }

  #end(): void {
    if (!this.#stopForGood()) return;
    notify(this.#listeners.changed, this.#head.last);
    const { progress } = this;
    this.#resolve({ head: this.#head.last, unwritten: this.#writer.unwritten, progress });
  }

  /** A bug of the caller: no case could be judged, or no turn given. */
  #break(error: unknown): void {
    if (!this.#stopForGood()) return;
    for (const { controller } of this.#inFlight) controller.abort(error);
    this.#reject(error);
  }

  #stopForGood(): boolean {
    if (this.#head.state === 'over') return false;
    this.#head.stop('over');
    this.#over.abort();
    return true;
  }
}
