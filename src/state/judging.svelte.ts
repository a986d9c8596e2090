import type { Case } from '../core/model/case';
import type { RunJudge, RunSettings } from '../core/model/run';
import type { Judge } from '../judges/judge';
import type * as Engine from '../pipeline/engine';
import type { World } from '../pipeline/judge-case';
import type { NoRoomDecision } from '../pipeline/make-room';
import type { RunChannel } from '../storage/runs/run-channel';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { StorageSpace } from '../storage/runs/storage-space';
import type { Active } from './active-run';
import { beginRun } from './begin-run';
import type { Desk } from './desk.svelte';
import { driveRun, type Drive } from './drive-run';
import type { JudgementReader } from './judgement-reader.svelte';
import type { OfferedJudge } from './offered-judge';
import { hasRoomAgain } from './room-for-run';
import type { LoadEngine } from './rubric-shelf.svelte';
import type { ChosenSettings } from './run-settings';
import type { RunState } from './run-state';
import { troubleOf } from './storage-trouble';
import { takeUpRun } from './take-up-run';

export interface JudgingTools {
  loadEngine: LoadEngine;
  world: World;
  runs: RunStore;
  ownership: RunOwnership;
  channel: RunChannel;
  space: StorageSpace;
  reader: JudgementReader;
  /** Keeps its time in a hidden tab. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Work = (active: Active) => Promise<void>;

/** The one run that this tab drives. It goes on while another desk is looked at. */
export class Judging {
  readonly #tools: JudgingTools;
  #active = $state.raw<Active | null>(null);
  #acting: Promise<void> = Promise.resolve();
  #askedToKeep = false;
  #outdated = false;
  /** Replies as they form, by case. */
  #forming = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(tools: JudgingTools) {
    this.#tools = tools;
    tools.channel.listen((message) => {
      if (message.kind !== 'ask' || message.run !== this.#active?.run?.head.id) return;
      if (message.want === 'pause') this.pause();
      else if (message.want === 'resume') void this.resume();
      else this.cancel();
    });
  }

  /** The desk whose cases are being judged. */
  get desk(): Desk | null {
    return this.#active?.desk ?? null;
  }
  /** Whether its run is wanted and has not begun yet. */
  get preparing(): boolean {
    return this.#active !== null && this.#active.run === null;
  }
  /** The run's id, once it is stored. */
  get runId(): string | null {
    return this.#active?.run?.head.id ?? null;
  }
  /** Whom the run asked, once it has begun. */
  get asked(): RunJudge | null {
    return this.#active?.run?.head.judge ?? null;
  }
  /** What the judge has said so far of a case that it is at. */
  formingOf(caseId: string): string | undefined {
    return this.#forming.get(caseId);
  }
  /** Whom it asks. */
  get judgeId(): string | null {
    return this.#active?.judgeId ?? null;
  }

  pause(): void {
    this.#active?.run?.pause();
  }
  /**
   * With a judge of the same description that takes the place of the one it asked, and with what it may take from now on. Such a
   * judge may have more room or less by now, so it is looked at again. Rejects where it cannot be asked; the run waits on.
   */
  async resume(judge?: Judge, budget?: RunSettings['budget']): Promise<void> {
    const active = this.#active;
    if (!active?.run) return;
    if (judge) active.judge?.replace(judge);
    if (budget !== undefined) active.run.setBudget(budget);
    // One that is still at a case has the room that it had, and hears nothing else until it is done.
    const looksAgain = judge && active.run.inFlight === 0;
    if (looksAgain && !(await hasRoomAgain(active, active.run, judge, this.#tools))) return;
    active.run.resume();
  }
  /** What is done stays. */
  cancel(): void {
    if (!this.#active) return;
    this.#active.cancelled = true;
    this.#active.preparing.abort();
    this.#active.decide?.('go-on');
    this.#active.run?.cancel();
  }

  /** The storage belongs to a newer Assay now: nobody is asked any more, and the run is left to whoever goes on with it. */
  stepAside(): void {
    this.#outdated = true;
    this.cancel();
  }
  get outdated(): boolean {
    return this.#outdated;
  }
  /** As `cancel`. Settles when the run has ended. */
  async stop(): Promise<void> {
    this.cancel();
    await Promise.allSettled([this.#acting]);
  }
  /** Cases of a desk's run that have no score yet, as they are now, and how the others were asked. */
  leftOf(desk: Desk): { cases: Case[]; settings: RunSettings } | null {
    const active = this.#active?.desk === desk ? this.#active : null;
    const head = active ? active.run?.head : desk.stored?.head;
    const cases = active ? active.begun?.cases : desk.stored?.cases;
    if (!head || !cases) return null;
    const isLeft = ({ id }: Case) => {
      const judged = desk.judgements.peek(id);
      return judged?.at.run !== head.id || judged.digest.status === 'unscored';
    };
    return { cases: cases.filter(isLeft).flatMap(({ id }) => desk.find(id) ?? []), settings: head.settings };
  }

  /** What becomes of the cases without room. */
  decide(decision: NoRoomDecision): void {
    this.#active?.decide?.(decision);
  }

  /** Starts a run of these cases. Settles when it has ended. */
  async judge(
    subjects: readonly Case[],
    desk: Desk,
    offered: OfferedJudge,
    chosen: ChosenSettings,
  ): Promise<void> {
    if (this.#active || subjects.length === 0) return;
    await this.#act(desk, offered.id, (active) =>
      beginRun(active, { subjects, offered, chosen }, { ...this.#runTools, stored: () => this.#askToKeep() }),
    );
  }

  /** Goes on with the run of a desk, or asks again for what has no score. Rejects where it cannot be taken up: then it waits on. */
  async goOn(
    desk: Desk,
    judge: Judge,
    what: 'rest' | 'failed',
    budget?: RunSettings['budget'],
  ): Promise<void> {
    const { stored, run: before } = desk;
    if (this.#active || !stored) return;
    const work = (active: Active) => takeUpRun(active, { stored, judge, what, budget }, this.#runTools);
    await this.#act(desk, judge.id, work, before);
  }
  get #runTools() {
    const { loadEngine, world, runs, ownership } = this.#tools;
    const drive = (engine: typeof Engine, active: Active, run: Drive) => this.#drive(engine, active, run);
    return { loadEngine, world, runs, ownership, drive, headChanged: (run: string) => this.#tell(run) };
  }

  /** `before`: what the run is where it cannot even be begun, which then rejects. Without it, that is a run that failed. */
  #act(desk: Desk, judgeId: string, work: Work, before?: RunState): Promise<void> {
    this.#acting = this.#actNow(desk, judgeId, work, before);
    return this.#acting;
  }
  async #actNow(desk: Desk, judgeId: string, work: Work, before?: RunState): Promise<void> {
    const preparing = new AbortController();
    const active: Active = {
      desk,
      judgeId,
      run: null,
      judge: null,
      begun: null,
      preparing,
      decide: null,
      cancelled: false,
    };
    this.#active = active;
    try {
      await work(active);
    } catch (error) {
      if (before && !active.run) {
        desk.run = before;
        throw error;
      }
      const { kind, detail } = troubleOf(error);
      desk.run = { kind: 'failed', message: detail, ...(kind && { storage: kind }) };
    } finally {
      active.judge?.release();
      desk.judgements.flush();
      this.#forming = new Map();
      this.#active = null;
    }
  }

  #drive(engine: typeof Engine, active: Active, drive: Drive): Promise<void> {
    return driveRun(engine, active, drive, {
      ...this.#tools,
      began: (run) => {
        active.run = run;
        this.#active = { ...active };
      },
      forming: (texts) => (this.#forming = texts),
      headChanged: (run) => this.#tell(run),
      outdated: () => this.#outdated,
    });
  }

  #tell(run: string): void {
    this.#tools.channel.send({ kind: 'head', run });
  }

  /** At the first run and not before: only then is there something to keep. */
  #askToKeep(): void {
    if (this.#askedToKeep || !this.#tools.runs.durable) return;
    this.#askedToKeep = true;
    void this.#tools.space.askToKeep();
  }
}
