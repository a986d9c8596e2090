import { messageOf } from '../core/model/message-of';
import type { Cell, RunHead, RunPause, RunResult, RunSettings } from '../core/model/run';
import { AskedPlace } from './asked-place';
import { BudgetWatch } from './budget-watch';
import { ConcurrencyLimit } from './concurrency-limit';
import { FailurePolicy } from './failure-policy';
import { JudgePace } from './judge-pace';
import { rubricToStore } from './new-run';
import { notify } from './notify';
import { Requeue } from './requeue';
import { RunLedger } from './run-ledger';
import { RunLimits } from './run-limits';
import { RunPhase } from './run-phase';
import type { AskedCase, RunEnd, RunListeners, RunPlan, RunTools } from './run-plan';
import { RunProgress, type Progress } from './run-progress';
import { UnitJudge } from './run-unit';
import { RunWriter } from './run-writer';
import { RunningHead } from './running-head';
import { storageFaultOf } from './storage-fault';
import { TimeWatch } from './time-watch';
import { UnitStarter } from './unit-starter';

/** Fills the cells of a run's last order. */
export function startRun(plan: RunPlan, tools: RunTools, listeners: RunListeners = {}): Run {
  return new Run(plan, tools, listeners);
}

/** A run that is going. Any of its methods may be called at any time and any number of times. */
export class Run {
  /** Rejects only on a bug. */
  readonly ended: Promise<RunEnd>;
  readonly #plan: RunPlan;
  readonly #tools: RunTools;
  readonly #listeners: RunListeners;
  readonly #ledger: RunLedger;
  readonly #writer: RunWriter;
  readonly #progress: RunProgress;
  readonly #failures: FailurePolicy;
  readonly #inFlight = new Set<AbortController>();
  readonly #watch: TimeWatch | null;
  /** Null where nobody is asked. */
  readonly #concurrency: ConcurrencyLimit | null;
  readonly #budget: BudgetWatch;
  readonly #phase: RunPhase;
  readonly #head: RunningHead;
  readonly #limits: RunLimits;
  readonly #units: UnitJudge;
  readonly #pace: JudgePace;
  readonly #starter: UnitStarter;
  /** Aborted when the run is over: nothing is listened to or waited for any more. */
  readonly #over = new AbortController();
  #resolve: (end: RunEnd) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  /** As it was stored last. */
  #stored: Pick<RunHead, 'state' | 'pause'>;
  #isStored: boolean;
  /** The storage has refused results, and has not taken them since. */
  #refused: boolean;

  constructor(plan: RunPlan, tools: RunTools, listeners: RunListeners) {
    this.#plan = plan;
    this.#tools = tools;
    this.#listeners = listeners;
    const { head, judge, ready, cells, unwritten = [] } = plan;
    this.#stored = head;
    this.#isStored = plan.unstored !== true;
    this.#refused = unwritten.length > 0;
    const asks = judge.kind === 'model';
    const { timeoutSeconds } = head.settings;
    this.#watch = timeoutSeconds !== null && asks ? new TimeWatch(timeoutSeconds, tools.clock) : null;
    this.#concurrency = asks
      ? new ConcurrencyLimit((asking, answered) => this.#limits.mayAsk(asking, answered))
      : null;
    this.#ledger = new RunLedger(plan, ready.rubric);
    const now = () => tools.clock.now();
    const { progress, failedBefore, spending } = this.#ledger;
    this.#progress = new RunProgress({ ...progress, failed: failedBefore, spending }, now);
    this.#phase = new RunPhase(head.milliseconds, this.#progress, now);
    this.#head = new RunningHead(plan, this.#ledger, this.#phase, tools.world);
    this.#budget = new BudgetWatch(this.#ledger, () => this.#head.settings.budget);
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#writer = new RunWriter({
      append: (results, written) => this.#store(results, written),
      head: () => this.#head.toWrite(this.#inFlight.size === 0 && !this.#failures.holdsAny),
      written: (results, first, written) => this.#written(results, first, written),
      failed: (error) => this.#storageFailed(error),
      now,
      // Rules alone are done with a thousand cases in that time, and then wait for the writing.
      rest: asks ? tools.rest : null,
      isUrgent: (gathered) =>
        this.#limits.holdsUntilStored ||
        2 * gathered >= this.#pace.width ||
        (this.#inFlight.size === 0 && !this.#ledger.hasNext),
    });
    this.#failures = new FailurePolicy({
      rubric: ready.rubric,
      ledger: this.#ledger,
      keep: (result) => {
        this.#writer.add(result);
        if (!this.#writer.sound) this.#tellUnwritten();
      },
      isIdle: () => this.#inFlight.size === 0,
      stop: (why) => this.#pauseFor({ because: 'judge', ...why }),
    });
    this.#pace = new JudgePace({
      judge,
      atOnce: () => this.#head.settings.atOnce,
      clock: tools.clock,
      letGo: () => {
        this.#startMore();
        notify(listeners.waits);
      },
      waits: () => notify(listeners.waits),
      giveUp: (told) => this.#pauseFor({ because: 'judge', ...told }),
      over: this.#over.signal,
    });
    const pace = this.#pace;
    this.#units = new UnitJudge({
      plan,
      tools,
      listeners,
      pace,
      total: progress.total,
      spent: (cell, call) => {
        this.#budget.count(cell, call);
        this.#noteSpending();
      },
      beforeAsking: () => this.#pauseIfSpent(),
    });
    this.#limits = new RunLimits({
      phase: this.#phase,
      ledger: this.#ledger,
      writer: this.#writer,
      pace,
      budget: this.#budget,
      asks,
      isStored: () => this.#isStored,
      holdUntilStored: tools.holdUntilStored ?? false,
    });
    this.#starter = new UnitStarter({
      clock: tools.clock,
      breathe: tools.breathe,
      giveWay: tools.giveWay,
      asks,
      mayStart: (coming) => this.#limits.mayStart(this.#inFlight.size + coming),
      isIdle: (coming) => this.inFlight + (this.#concurrency?.waiting ?? 0) + coming < pace.width,
      start: () => this.#startNext(),
      breathed: () => this.#startMore(),
      broke: (error) => this.#break(error),
    });
    for (const result of unwritten) {
      this.#ledger.record(result, result.digest, result.judgement);
      this.#writer.add(result);
    }
    this.#budget.beginHere();
    // Its caller does not listen yet.
    const used = this.#usedUp();
    if (used) this.#phase.wait(used);
    if (!this.#isStored || head.state !== 'running' || used || cells.length === 0) this.#writer.writeHead();
    this.#startMore();
  }

  /** As it is now; not all of it may be stored yet. */
  get head(): RunHead {
    return this.#head.now;
  }
  /** Questions that are out. */
  get inFlight(): number {
    return this.#concurrency?.asking ?? this.#inFlight.size;
  }
  /** Milliseconds in which nothing is asked, since the judge takes no more for now. */
  get heldFor(): number {
    return this.#pace.heldFor;
  }
  /** Judged but not stored: for an export while the browser refuses to store more. */
  get unwritten(): RunResult[] {
    return this.#writer.unwritten;
  }
  /** Whether anything of this case is still to be filled. */
  isOpen(caseKey: number): boolean {
    return this.#ledger.isOpen(caseKey);
  }
  get progress(): Progress {
    return this.#progress.look();
  }

  /** Nothing new is started. What is in flight comes to its end and is kept. */
  pause(): void {
    this.#pauseFor({ because: 'person', detail: '' });
  }

  /** Goes on, first of all with storing what could not be stored. */
  resume(): void {
    if (this.#phase.state !== 'paused') return;
    const used = this.#usedUp();
    if (used) {
      this.#phase.wait(used);
      notify(this.#listeners.changed, this.head);
      this.#writer.tryAgain();
      return;
    }
    this.#budget.resume();
    this.#phase.resume();
    this.#failures.requeueHeld();
    notify(this.#listeners.changed, this.head);
    this.#writer.tryAgain();
    this.#startMore();
  }

  /** Breaks off what is in flight. What is done stays. */
  cancel(): void {
    if (this.#isEnding) return;
    this.#phase.cancel();
    this.#failures.requeueHeld();
    for (const controller of this.#inFlight) controller.abort(new DOMException('Cancelled.', 'AbortError'));
    if (this.#inFlight.size === 0) this.#writer.tryAgain();
  }

  /** The new width holds for what is started from now on. */
  setAtOnce(atOnce: number): void {
    if (this.#phase.state === 'over') return;
    this.#head.change({ atOnce });
    this.#writer.writeHead();
    this.#startMore();
  }

  /** Holds for what is started from now on. A run that waits for it still has to be resumed. */
  setBudget(budget: RunSettings['budget']): void {
    if (this.#phase.state === 'over') return;
    this.#head.change({ budget });
    this.#writer.writeHead();
    this.#noteSpending();
  }

  get #isEnding(): boolean {
    return this.#phase.state === 'cancelling' || this.#phase.state === 'over';
  }

  /** Called whenever something has changed that `RunLimits` looks at. */
  #startMore(): void {
    this.#concurrency?.turn();
    this.#starter.startMore();
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
      this.#progress.leaveOut();
    }
    // The cases of all that was left were removed.
    this.#writer.writeHead();
  }

  async #judge(cell: Cell, { case: subject, revision }: AskedCase): Promise<void> {
    const { clock } = this.#tools;
    const controller = new AbortController();
    this.#inFlight.add(controller);
    const began = clock.now();
    const asked = new AskedPlace(this.#concurrency, this.#watch, controller, () => this.#mayAskMore());
    let done: Pick<RunResult, 'key' | 'judgement'> | null = null;
    try {
      done = await this.#units.judge(cell, subject, asked, controller);
    } catch (error) {
      if (error instanceof Requeue) {
        this.#ledger.requeue(cell);
        this.#pauseFor({ because: 'judge', detail: error.message });
      } else if (this.#phase.state !== 'cancelling') this.#break(error);
    }
    this.#inFlight.delete(controller);
    if (done && this.#phase.state !== 'over')
      this.#failures.decide({ ...cell, revision, ...done, milliseconds: clock.now() - began });
    // Only now: what came of it may have stopped the run.
    asked.end();
    if (this.#phase.state === 'cancelling' && this.#inFlight.size === 0) this.#writer.tryAgain();
    this.#startMore();
  }

  /** The next question about a case that is begun is stopped by nothing else: its place is its own until then. */
  #mayAskMore(): boolean {
    return !this.#budgetPause() && !this.#budget.mustCountFirst(this.inFlight - 1);
  }

  #noteSpending(): void {
    if (this.#hasMore) this.#pauseIfSpent();
  }

  #pauseIfSpent(): void {
    const stopped = this.#budgetPause();
    if (stopped) this.#pauseFor(stopped);
  }

  #budgetPause(): RunPause | null {
    return this.#budget.usedUp() ?? this.#budget.untold();
  }

  get #hasMore(): boolean {
    return this.#ledger.hasNext || Boolean(this.#concurrency?.waiting);
  }

  /** Null while something is left to spend, or nothing to ask. */
  #usedUp(): RunPause | null {
    return this.#hasMore ? this.#budget.usedUp() : null;
  }

  #pauseFor(pause: RunPause): void {
    if (this.#isEnding) return;
    // What the person has to mend is told first, whatever paused it before.
    if (this.#phase.state === 'paused' && pause.because !== 'storage') return;
    this.#phase.wait(pause);
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
    this.#progress.add(ordered, { tokens, cost });
    if (results.length > 0) notify(this.#listeners.written, results, first, head);
    if (head.state !== this.#stored.state || head.pause !== this.#stored.pause)
      notify(this.#listeners.changeStored);
    this.#stored = head;
    if (this.#refused) this.#tellUnwritten();
    // With news since then another write follows, and ends the run.
    if (this.#head.isFinal(head) && !this.#writer.hasMore) this.#end();
    else this.#startMore();
  }

  /** When a write has failed, when more results came while none can be stored, and when all are stored after all. */
  #tellUnwritten(): void {
    const { unwritten, sound } = this.#writer;
    this.#refused = !sound;
    notify(this.#listeners.unwritten, sound ? [] : unwritten);
  }

  #storageFailed(error: unknown): void {
    this.#tellUnwritten();
    if (this.#phase.state !== 'cancelling') {
      const detail = messageOf(error);
      const storage = storageFaultOf(error);
      this.#pauseFor({ because: 'storage', detail, ...(storage && { storage }) });
    } else if (this.#inFlight.size === 0) {
      this.#head.cancel();
      this.#end();
    }
  }

  #end(): void {
    if (this.#phase.state === 'over') return;
    this.#phase.end();
    this.#over.abort();
    notify(this.#listeners.changed, this.#head.last);
    this.#resolve({ head: this.#head.last, unwritten: this.#writer.unwritten });
  }

  /** A bug of the caller: no case could be judged, or no turn given. */
  #break(error: unknown): void {
    if (this.#phase.state === 'over') return;
    this.#phase.end();
    this.#over.abort();
    for (const controller of this.#inFlight) controller.abort(error);
    this.#reject(error);
  }
}
