import type { Judgement } from '../core/model/judgement';
import type { RunHead, RunPause, RunResult, RunSettings, RunState } from '../core/model/run';
import { rubricHash } from '../core/receipt/rubric-hash';
import { digestOf } from '../core/stats/digest';
import { AskedPlace } from './asked-place';
import { BudgetWatch } from './budget-watch';
import { deferred, type Deferred } from './deferred';
import { FailureStreak } from './failure-streak';
import { JudgePace } from './judge-pace';
import { RunLedger, type UnitPlace } from './run-ledger';
import type { RunEnd, RunListeners, RunPlan, RunTools } from './run-plan';
import { RunProgress, type Progress } from './run-progress';
import { PutBack } from './put-back';
import type { Ask } from './ready-rubric';
import { RunTime } from './run-time';
import { judgeUnit } from './run-unit';
import { RunWriter } from './run-writer';
import { tell } from './tell';
import { TimeWatch } from './time-watch';
import { Turnstile } from './turnstile';
import { seedOf, unitKey } from './unit-key';

/** How long judging may hold the thread before the page gets its turn. */
const turnMilliseconds = 10;
/** With more of a program's results waiting to be stored nothing new is started. */
const mostWaiting = 2_000;

/** Starts a run, or goes on with one. */
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
  readonly #streak = new FailureStreak();
  readonly #inFlight = new Set<AbortController>();
  readonly #rubricHash: string;
  readonly #watch: TimeWatch | null;
  /** Null where nobody is asked. */
  readonly #turnstile: Turnstile | null;
  readonly #pace: JudgePace;
  readonly #budget: BudgetWatch;
  readonly #time: RunTime;
  /** Aborted when the run is over: nothing is listened to or waited for any more. */
  readonly #over = new AbortController();
  readonly #settle: Deferred<RunEnd>;
  #head: RunHead;
  #state: 'running' | 'paused' | 'cancelling' | 'over' = 'running';
  #pause: RunPause | null = null;
  #busy = 0;
  #breathing = false;

  constructor(plan: RunPlan, tools: RunTools, listeners: RunListeners) {
    this.#plan = plan;
    this.#tools = tools;
    this.#listeners = listeners;
    this.#head = plan.head;
    const { rubric } = plan.ready;
    this.#rubricHash = rubricHash(rubric);
    const { timeoutSeconds } = plan.head.settings;
    const timed = timeoutSeconds !== null && plan.judge.kind === 'model';
    this.#watch = timed ? new TimeWatch(timeoutSeconds, tools.clock) : null;
    this.#turnstile =
      plan.judge.kind === 'model'
        ? new Turnstile((asking, answered) => this.#mayAsk(asking, answered))
        : null;
    this.#ledger = new RunLedger(plan.head, rubric, plan.earlier, plan.askAgain);
    this.#budget = new BudgetWatch(this.#ledger, () => this.#head.settings.budget);
    const now = () => tools.clock.now();
    this.#time = new RunTime(plan.head.milliseconds, now);
    const { total, settled, settledFailed, spending } = this.#ledger;
    this.#progress = new RunProgress({ total, done: settled, failed: settledFailed, spending }, now);
    this.#settle = deferred();
    this.ended = this.#settle.promise;
    this.#writer = new RunWriter({
      append: (results, head) => tools.store.append(head.id, results, head),
      head: () => (this.#head = this.#headIn(this.#stateWhenWritten())),
      written: (results, first, head) => this.#written(results, first, head),
      failed: (error) => this.#storageFailed(error),
      now: () => tools.clock.now(),
      // Rules alone are done with a thousand cases in that time, and then wait for the writing.
      rest: plan.judge.kind === 'model' ? tools.rest : null,
    });
    this.#pace = new JudgePace({
      judge: plan.judge,
      atOnce: () => this.#head.settings.atOnce,
      clock: tools.clock,
      letGo: () => this.#startMore(),
      over: this.#over.signal,
    });
    // Whoever starts it does not listen yet.
    const used = this.#usedUp();
    if (used) this.#stopFor(used);
    if (plan.head.state !== 'running' || used || !this.#ledger.hasNext) this.#writer.writeHead();
    this.#startMore();
  }

  /** As it is now; not all of it may be stored yet. */
  get head(): RunHead {
    if (this.#state === 'over') return this.#head;
    return this.#headIn(this.#state === 'paused' ? 'paused' : 'running');
  }
  /** Questions that are out. */
  get inFlight(): number {
    return this.#turnstile?.asking ?? this.#inFlight.size;
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
    if (this.#state !== 'paused') return;
    const used = this.#usedUp();
    if (used) {
      this.#pause = used;
      tell(this.#listeners.changed, this.head);
      this.#writer.tryAgain();
      return;
    }
    this.#state = 'running';
    this.#pause = null;
    this.#time.goOn();
    this.#progress.resume();
    this.#streak.reset();
    tell(this.#listeners.changed, this.head);
    this.#writer.tryAgain();
    this.#startMore();
  }

  /** Breaks off what is in flight. What is done stays. */
  cancel(): void {
    if (this.#state === 'cancelling' || this.#state === 'over') return;
    this.#stopTime();
    this.#state = 'cancelling';
    this.#pause = null;
    for (const controller of this.#inFlight) controller.abort(new DOMException('Cancelled.', 'AbortError'));
    if (this.#inFlight.size === 0) this.#writer.tryAgain();
  }

  /** The new width holds for what is started from now on. */
  setAtOnce(atOnce: number): void {
    if (this.#state === 'over') return;
    this.#head = { ...this.#head, settings: { ...this.#head.settings, atOnce } };
    this.#writer.writeHead();
    this.#startMore();
  }

  /** Holds for what is started from now on. A run that waits for it still has to be resumed. */
  setBudget(budget: RunSettings['budget']): void {
    if (this.#state === 'over') return;
    this.#head = { ...this.#head, settings: { ...this.#head.settings, budget } };
    this.#writer.writeHead();
    this.#noteSpending();
  }

  #mayStart(): boolean {
    return (
      this.#state === 'running' &&
      !this.#breathing &&
      this.#writer.sound &&
      this.#inFlight.size < this.#mostBegun &&
      this.#writer.waiting < mostWaiting &&
      this.#ledger.hasNext
    );
  }

  /** As many again as are asked at once are made ready meanwhile: what it takes to put a question is then nobody's waiting time. */
  get #mostBegun(): number {
    return this.#turnstile ? 2 * this.#pace.width : 1;
  }

  /**
   * Whoever pays for questions must lose few when the tab dies: what was asked and is not stored is never more than twice what
   * may be asked at once, and hardly ever more than once.
   */
  #mayAsk(asking: number, answered: number): boolean {
    return (
      this.#state === 'running' &&
      this.#writer.sound &&
      asking < this.#pace.width &&
      !this.#pace.held &&
      !this.#budget.mustCountFirst(answered) &&
      asking + answered + this.#writer.waiting < 2 * this.#pace.width
    );
  }

  /** Called whenever something has changed that `#mayStart` or `#mayAsk` looks at. */
  #startMore(): void {
    const { clock, breathe } = this.#tools;
    this.#turnstile?.turn();
    while (this.#mayStart()) {
      const began = clock.now();
      void this.#judge(this.#ledger.next());
      this.#busy += clock.now() - began;
      if (this.#busy < turnMilliseconds) continue;
      this.#breathing = true;
      breathe().then(
        () => {
          this.#busy = 0;
          this.#breathing = false;
          this.#startMore();
        },
        (error: unknown) => this.#break(error),
      );
    }
  }

  async #judge(place: UnitPlace): Promise<void> {
    const { ready, judge, caseAt } = this.#plan;
    const { world, clock } = this.#tools;
    const { id: run, settings, judge: described } = this.#head;
    const controller = new AbortController();
    this.#inFlight.add(controller);
    const began = clock.now();
    const asked = new AskedPlace(this.#turnstile, this.#watch, controller);
    let done: Pick<RunResult, 'key' | 'judgement'> | null = null;
    try {
      const subject = caseAt(place.row);
      const { sample } = place;
      const key = unitKey({
        run,
        caseId: subject.id,
        sample,
        judge: described,
        rubricHash: this.#rubricHash,
      });
      const { mode, tellFacts, asking = 'case' } = settings;
      // A reply is shown as it forms where somebody may be watching it: not among thousands.
      const watched = this.#ledger.total === 1 || (judge.kind === 'model' && judge.ownPace === true);
      const onText = (soFar: string) => tell(this.#listeners.forming, place.row, soFar);
      const noRoom = this.#plan.noRoom?.get(place.row);
      const options = {
        judge,
        ...(noRoom && { noRoom }),
        mode,
        tellFacts,
        asking,
        seed: seedOf(key),
        ...(watched && { onText }),
        inTurn: async (ask: Ask, more?: boolean) => {
          const reply = await asked.use((mayGoAgain) => {
            tell(this.#listeners.asked, place.row);
            return this.#pace.hear(() => ask(mayGoAgain));
          }, more);
          // Replies that are there already free their places first: this one is read and checked when nothing else is to be done.
          await this.#tools.giveWay();
          return reply;
        },
        world,
      };
      done = { key, judgement: await judgeUnit({ ready, subject, options, controller }) };
    } catch (error) {
      if (error instanceof PutBack) {
        this.#ledger.putBack(place);
        this.#pauseFor({ because: 'judge', detail: error.message });
      } else if (this.#state !== 'cancelling') this.#break(error);
    }
    this.#inFlight.delete(controller);
    if (done) this.#keep(place, { ...done, milliseconds: clock.now() - began });
    // Only now: what came of it may have stopped the run.
    asked.end();
    if (this.#state === 'cancelling' && this.#inFlight.size === 0) this.#writer.tryAgain();
    this.#startMore();
  }

  #keep(place: UnitPlace, done: Pick<RunResult, 'key' | 'milliseconds' | 'judgement'>): void {
    if (this.#state === 'over') return;
    const digest = digestOf(this.#plan.ready.rubric, done.judgement);
    this.#ledger.record(place, digest, done.judgement);
    this.#noteFailure(done.judgement);
    this.#noteSpending();
    this.#writer.add({ ...place, ...done, digest });
  }

  #noteFailure(judgement: Judgement): void {
    const failure = this.#streak.note(judgement);
    if (failure && this.#ledger.hasNext) this.#pauseFor({ because: 'judge', ...failure });
  }

  #noteSpending(): void {
    const used = this.#usedUp();
    if (used) this.#pauseFor(used);
  }

  /** Null while something is left to spend, or nothing to ask. */
  #usedUp(): RunPause | null {
    if (!this.#ledger.hasNext && !this.#turnstile?.waiting) return null;
    return this.#budget.usedUp();
  }

  #pauseFor(pause: RunPause): void {
    if (this.#state === 'cancelling' || this.#state === 'over') return;
    // What the person has to mend is told first, whoever paused before.
    if (this.#state === 'paused' && pause.because !== 'storage') return;
    this.#stopFor(pause);
    if (pause.because !== 'storage') this.#writer.writeHead();
    tell(this.#listeners.changed, this.head);
  }

  #stopFor(pause: RunPause): void {
    this.#stopTime();
    this.#state = 'paused';
    this.#pause = pause;
  }

  #written(results: readonly RunResult[], first: number, head: RunHead): void {
    this.#progress.add(results, { tokens: head.counts.tokens, cost: head.counts.cost });
    if (results.length > 0) tell(this.#listeners.written, results, first, head);
    const last = head.state === 'finished' || head.state === 'cancelled';
    // With news since then another write follows, and ends the run.
    if (last && !this.#writer.hasMore) this.#end();
    else this.#startMore();
  }

  #storageFailed(error: unknown): void {
    if (this.#state !== 'cancelling') {
      this.#pauseFor({ because: 'storage', detail: error instanceof Error ? error.message : String(error) });
    } else if (this.#inFlight.size === 0) {
      this.#head = this.#headIn('cancelled');
      this.#end();
    }
  }

  #end(): void {
    if (this.#state === 'over') return;
    this.#stopTime();
    this.#state = 'over';
    this.#over.abort();
    tell(this.#listeners.changed, this.#head);
    this.#settle.resolve({ head: this.#head, unwritten: this.#writer.unwritten });
  }

  /** A bug of whoever started the run: no case could be judged, or no turn given. */
  #break(error: unknown): void {
    if (this.#state === 'over') return;
    this.#stopTime();
    this.#state = 'over';
    this.#over.abort();
    for (const controller of this.#inFlight) controller.abort(error);
    this.#settle.reject(error);
  }

  #headIn(state: RunState): RunHead {
    const { world } = this.#tools;
    const { again, ...head } = this.#head;
    const { total, settled } = this.#ledger;
    return {
      ...head,
      ...(again && isOpen(state) && { again: { ...again, left: total - settled } }),
      state,
      pause: state === 'paused' ? this.#pause : null,
      changed: world.now().toISOString(),
      milliseconds: this.#time.milliseconds,
      counts: this.#ledger.counts(),
    };
  }

  /** The run is over with the write that stores its last results: no second one has to say so. */
  #stateWhenWritten(): RunState {
    const idle = this.#inFlight.size === 0;
    if (this.#state === 'cancelling') {
      if (!idle) return 'running';
      // A second asking that was broken off leaves a run with all its results.
      return this.#ledger.complete ? 'finished' : 'cancelled';
    }
    if (idle && !this.#ledger.hasNext) return 'finished';
    return this.#state === 'paused' ? 'paused' : 'running';
  }

  #stopTime(): void {
    if (this.#time.stop()) this.#progress.pause();
  }
}

function isOpen(state: RunState): boolean {
  return state === 'running' || state === 'paused';
}
