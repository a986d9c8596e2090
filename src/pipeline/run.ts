import { messageOf } from '../core/model/message-of';
import type { RunHead, RunPause, RunResult, RunSettings } from '../core/model/run';
import { AskedPlace } from './asked-place';
import { BudgetWatch } from './budget-watch';
import { deferred, type Deferred } from './deferred';
import { JudgePace } from './judge-pace';
import { PutBack } from './put-back';
import { RunLedger, type UnitPlace } from './run-ledger';
import { RunLimits } from './run-limits';
import { RunPhase } from './run-phase';
import type { RunEnd, RunListeners, RunPlan, RunTools } from './run-plan';
import { RunProgress, type Progress } from './run-progress';
import { RunTime } from './run-time';
import { judgeUnit } from './run-unit';
import { RunWriter } from './run-writer';
import { RunningHead } from './running-head';
import { storageFaultOf } from './storage-fault';
import { StorageNews } from './storage-news';
import { tell } from './tell';
import { TimeWatch } from './time-watch';
import { Turnstile } from './turnstile';
import { UnitMaker } from './unit-maker';
import { UnitRulings } from './unit-rulings';
import { UnitStarter } from './unit-starter';

/** Starts a run, or goes on with one. */
export function startRun(plan: RunPlan, tools: RunTools, listeners: RunListeners = {}): Run {
  return new Run(plan, tools, listeners);
}

/** A run that is going. Any of its methods may be called at any time and any number of times. */
export class Run {
  /** Rejects only on a bug. */
  readonly ended: Promise<RunEnd>;
  readonly #tools: RunTools;
  readonly #listeners: RunListeners;
  readonly #ledger: RunLedger;
  readonly #writer: RunWriter;
  readonly #news: StorageNews;
  readonly #progress: RunProgress;
  readonly #rulings: UnitRulings;
  readonly #inFlight = new Set<AbortController>();
  readonly #watch: TimeWatch | null;
  /** Null where nobody is asked. */
  readonly #turnstile: Turnstile | null;
  readonly #budget: BudgetWatch;
  readonly #phase: RunPhase;
  readonly #head: RunningHead;
  readonly #limits: RunLimits;
  readonly #maker: UnitMaker;
  readonly #pace: JudgePace;
  readonly #starter: UnitStarter;
  /** Aborted when the run is over: nothing is listened to or waited for any more. */
  readonly #over = new AbortController();
  readonly #settle: Deferred<RunEnd>;

  constructor(plan: RunPlan, tools: RunTools, listeners: RunListeners) {
    this.#tools = tools;
    this.#listeners = listeners;
    const asks = plan.judge.kind === 'model';
    const { timeoutSeconds } = plan.head.settings;
    this.#watch = timeoutSeconds !== null && asks ? new TimeWatch(timeoutSeconds, tools.clock) : null;
    this.#turnstile = asks
      ? new Turnstile((asking, answered) => this.#limits.mayAsk(asking, answered))
      : null;
    this.#ledger = new RunLedger(plan.head, plan.ready.rubric, plan.earlier, plan.askAgain);
    const now = () => tools.clock.now();
    const { total, settled, settledFailed, spending } = this.#ledger;
    this.#progress = new RunProgress({ total, done: settled, failed: settledFailed, spending }, now);
    this.#phase = new RunPhase(new RunTime(plan.head.milliseconds, now), this.#progress);
    this.#head = new RunningHead(plan.head, this.#ledger, this.#phase, tools.world);
    this.#budget = new BudgetWatch(this.#ledger, () => this.#head.settings.budget);
    this.#settle = deferred();
    this.ended = this.#settle.promise;
    this.#writer = new RunWriter({
      append: (results, head) => tools.store.append(head.id, results, head),
      head: () => this.#head.toWrite(this.#inFlight.size === 0 && !this.#rulings.holdsAny),
      written: (results, first, head) => this.#written(results, first, head),
      failed: (error) => this.#storageFailed(error),
      now,
      // Rules alone are done with a thousand cases in that time, and then wait for the writing.
      rest: asks ? tools.rest : null,
      isUrgent: (gathered) =>
        this.#pace.isSlow ||
        2 * gathered >= this.#pace.width ||
        (this.#inFlight.size === 0 && !this.#ledger.hasNext),
    });
    this.#news = new StorageNews({ plan, writer: this.#writer, progress: this.#progress, listeners });
    this.#rulings = new UnitRulings({
      rubric: plan.ready.rubric,
      ledger: this.#ledger,
      keep: (result) => {
        this.#writer.add(result);
        if (!this.#writer.sound) this.#news.tellUnwritten();
      },
      isIdle: () => this.#inFlight.size === 0,
      stop: (why) => this.#pauseFor({ because: 'judge', ...why }),
    });
    this.#pace = new JudgePace({
      judge: plan.judge,
      atOnce: () => this.#head.settings.atOnce,
      clock: tools.clock,
      letGo: () => {
        this.#startMore();
        tell(listeners.waits);
      },
      waits: () => tell(listeners.waits),
      giveUp: (told) => this.#pauseFor({ because: 'judge', ...told }),
      over: this.#over.signal,
    });
    const pace = this.#pace;
    this.#maker = new UnitMaker({
      plan,
      tools,
      listeners,
      pace,
      total,
      spent: (place, call) => {
        this.#budget.count(place, call);
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
      isStored: () => this.#news.isStored,
    });
    this.#starter = new UnitStarter({
      clock: tools.clock,
      breathe: tools.breathe,
      giveWay: tools.giveWay,
      asks,
      mayStart: (coming) => this.#limits.mayStart(this.#inFlight.size + coming),
      isIdle: (coming) => this.inFlight + (this.#turnstile?.waiting ?? 0) + coming < pace.width,
      start: () => void this.#judge(this.#ledger.next()),
      breathed: () => this.#startMore(),
      broke: (error) => this.#break(error),
    });
    for (const result of plan.unwritten ?? []) {
      this.#ledger.record(result, result.digest, result.judgement);
      this.#writer.add(result);
    }
    this.#budget.beginHere();
    // Whoever starts it does not listen yet.
    const used = this.#usedUp();
    if (used) this.#phase.waitFor(used);
    if (plan.unstored || plan.head.state !== 'running' || used || !this.#ledger.hasNext)
      this.#writer.writeHead();
    this.#startMore();
  }

  /** As it is now; not all of it may be stored yet. */
  get head(): RunHead {
    return this.#head.now;
  }
  /** Questions that are out. */
  get inFlight(): number {
    return this.#turnstile?.asking ?? this.#inFlight.size;
  }
  /** Milliseconds in which nothing is asked, since the judge takes no more for now. */
  get heldFor(): number {
    return this.#pace.heldFor;
  }
  /** Judged but not stored: for an export while the browser refuses to store more. */
  get unwritten(): RunResult[] {
    return this.#writer.unwritten;
  }
  /** Whether anything of this row is still to be asked. */
  isOpen(row: number): boolean {
    return this.#ledger.isOpen(row);
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
      this.#phase.waitFor(used);
      tell(this.#listeners.changed, this.head);
      this.#writer.tryAgain();
      return;
    }
    this.#budget.goOn();
    this.#phase.goOn();
    this.#rulings.putBackHeld();
    tell(this.#listeners.changed, this.head);
    this.#writer.tryAgain();
    this.#startMore();
  }

  /** Breaks off what is in flight. What is done stays. */
  cancel(): void {
    if (this.#isEnding) return;
    this.#phase.callOff();
    this.#rulings.putBackHeld();
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
    this.#turnstile?.turn();
    this.#starter.startMore();
  }

  async #judge(place: UnitPlace): Promise<void> {
    const { clock } = this.#tools;
    const controller = new AbortController();
    this.#inFlight.add(controller);
    const began = clock.now();
    const asked = new AskedPlace(this.#turnstile, this.#watch, controller, () => this.#mayAskMore());
    let done: Pick<RunResult, 'key' | 'judgement'> | null = null;
    try {
      const work = this.#maker.make(place, asked, controller);
      done = { key: work.key, judgement: await judgeUnit(work) };
    } catch (error) {
      if (error instanceof PutBack) {
        this.#ledger.putBack(place);
        this.#pauseFor({ because: 'judge', detail: error.message });
      } else if (this.#phase.state !== 'cancelling') this.#break(error);
    }
    this.#inFlight.delete(controller);
    if (done && this.#phase.state !== 'over')
      this.#rulings.rule({ ...place, ...done, milliseconds: clock.now() - began });
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
    return this.#ledger.hasNext || Boolean(this.#turnstile?.waiting);
  }

  /** Null while something is left to spend, or nothing to ask. */
  #usedUp(): RunPause | null {
    return this.#hasMore ? this.#budget.usedUp() : null;
  }

  #pauseFor(pause: RunPause): void {
    if (this.#isEnding) return;
    // What the person has to mend is told first, whoever paused before.
    if (this.#phase.state === 'paused' && pause.because !== 'storage') return;
    this.#phase.waitFor(pause);
    if (pause.because !== 'storage') this.#writer.writeHead();
    tell(this.#listeners.changed, this.head);
  }

  #written(results: readonly RunResult[], first: number, head: RunHead): void {
    this.#news.written(results, first, head);
    const last = head.state === 'finished' || head.state === 'cancelled';
    // With news since then another write follows, and ends the run.
    if (last && !this.#writer.hasMore) this.#end();
    else this.#startMore();
  }

  #storageFailed(error: unknown): void {
    this.#news.tellUnwritten();
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
    tell(this.#listeners.changed, this.#head.last);
    this.#settle.resolve({ head: this.#head.last, unwritten: this.#writer.unwritten });
  }

  /** A bug of whoever started the run: no case could be judged, or no turn given. */
  #break(error: unknown): void {
    if (this.#phase.state === 'over') return;
    this.#phase.end();
    this.#over.abort();
    for (const controller of this.#inFlight) controller.abort(error);
    this.#settle.reject(error);
  }
}
