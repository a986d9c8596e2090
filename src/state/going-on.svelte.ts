import type { RunJudge } from '../core/model/run';
import type { RunChannel } from '../storage/runs/run-channel';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import { budgetOf } from './budget-of';
import { calledOff, isOwnWork } from './head-changes';
import type { Desk } from './desk.svelte';
import type { Judging } from './judging.svelte';
import type { OfferedJudge } from './offered-judge';
import type { LoadEngine } from './rubric-shelf.svelte';
import type { RunFollower } from './run-follower';
import { troubleOf, type Trouble } from './storage-trouble';

interface Tools {
  loadEngine: LoadEngine;
  runs: RunStore;
  ownership: RunOwnership;
  channel: RunChannel;
  judging: Judging;
  follower: RunFollower;
}

/** Steers the run of a desk, whoever drives it, and says what keeps it from going on. */
export class GoingOn {
  readonly #tools: Tools;
  #wrongJudge = $state.raw<RunJudge | null>(null);
  #obstacle = $state.raw<Trouble | null>(null);
  /** The desk whose run is to go on, while its judge is made ready. */
  #readying = $state.raw<Desk | null>(null);

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Whom the run asked, where another judge is chosen. */
  get wrongJudge(): RunJudge | null {
    return this.#wrongJudge;
  }
  /** What else is in the way. */
  get obstacle(): Trouble | null {
    return this.#obstacle;
  }
  /** The desk whose run was told to go on, and looks as if it was not: its judge is made ready, or what it has is read. */
  get takingUp(): Desk | null {
    const { judging } = this.#tools;
    const desk = this.#readying ?? (judging.preparing ? judging.desk : null);
    return desk && !['running', 'counting', 'no-room'].includes(desk.run.kind) ? desk : null;
  }
  /** Another desk is looked at. */
  forget(): void {
    this.#wrongJudge = null;
    this.#obstacle = null;
  }

  /** To a desk's run, wherever it is driven. */
  order(desk: Desk, want: 'pause' | 'resume' | 'cancel'): void {
    const { judging, channel } = this.#tools;
    const run = desk.stored?.head.id;
    if (judging.desk === desk) void judging[want]();
    else if (run !== undefined) channel.send({ kind: 'ask', run, want });
  }
  async resume(desk: Desk, judge: OfferedJudge): Promise<void> {
    if (desk.run.kind === 'elsewhere') this.order(desk, 'resume');
    else await this.goOn(desk, judge, 'rest');
  }
  cancel(desk: Desk): void {
    const { kind } = desk.run;
    if (this.#readying === desk) this.#readying = null;
    const isLeft = kind === 'interrupted' || kind === 'paused';
    if (isLeft && this.#tools.judging.desk !== desk) void this.callOff(desk);
    else this.order(desk, 'cancel');
  }

  /**
   * Only the judge that was asked before may go on: two judges' scores are not one run. A run from a file never does: its judge was
   * not chosen here.
   */
  async goOn(desk: Desk, judge: OfferedJudge, what: 'rest' | 'failed'): Promise<void> {
    const { judging, follower } = this.#tools;
    const active = judging.desk === desk;
    const asked = active ? judging.asked : desk.stored?.head.judge;
    if (!asked || this.#readying) return;
    if (!active && isFromFile(desk)) return;
    this.forget();
    this.#readying = desk;
    try {
      const ready = await this.#makeReady(judge);
      // Called off meanwhile.
      if (!ready || this.#readying !== desk) return;
      const { engine, made, budget } = ready;
      if (!engine.sameJudge(made, asked)) this.#wrongJudge = asked;
      else if (active) await judging.resume(made, budget);
      else {
        const going = judging.goOn(desk, made, what, budget);
        // From here on `judging` knows how far it is.
        this.#readying = null;
        await going;
      }
    } catch (error) {
      this.#tell(error);
    } finally {
      if (this.#readying === desk) this.#readying = null;
    }
    if (desk.stored && desk.run.kind === 'elsewhere') void follower.follow(desk.stored.head.id);
  }

  /**
   * Judges what a desk's run has left without a score, by whoever is chosen now: as a run of its own, for two judges' scores are
   * not one run. The one before ends there, and keeps what it has.
   */
  async judgeRest(desk: Desk, judge: OfferedJudge, usualTimeout: number | null): Promise<void> {
    const { judging } = this.#tools;
    if (judging.desk && judging.desk !== desk) return;
    if (this.#readying || (!judging.desk && isFromFile(desk))) return;
    this.forget();
    this.#readying = desk;
    const ready = await this.#makeReady(judge);
    const wanted = this.#readying === desk;
    this.#readying = null;
    if (!ready || !wanted) return;
    const { engine, made } = ready;
    const asked = judging.desk ? judging.asked : desk.stored?.head.judge;
    const left = judging.leftOf(desk);
    if (!left || !asked) return;
    if (engine.sameJudge(made, asked)) return this.goOn(desk, judge, 'rest');
    if (judging.desk) await judging.stop();
    else if (isOpen(desk)) await this.callOff(desk);
    const { mode, tellFacts, samples, asking } = left.settings;
    // A judge that nobody has to wait for had none.
    const timeoutSeconds = left.settings.timeoutSeconds ?? usualTimeout;
    const chosen = { mode, tellFacts, samples, timeoutSeconds, ...(asking && { asking }) };
    await judging.judge(left.cases, desk, judge, chosen);
  }

  /** A run that nobody drives. */
  async callOff(desk: Desk): Promise<void> {
    const { stored } = desk;
    if (!stored) return;
    const { runs, ownership, channel, follower } = this.#tools;
    const { id } = stored.head;
    try {
      if (!(await ownership.ownedElsewhere()).has(id)) {
        await runs.changeHead(id, calledOff);
        channel.send({ kind: 'head', run: id });
      }
      await follower.follow(id);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Null where something is in the way, which is told: the form is not filled in, or a part of the page does not load. */
  async #makeReady(judge: OfferedJudge) {
    try {
      const [engine, made, budget] = await Promise.all([
        this.#tools.loadEngine(),
        'forRun' in judge ? judge.forRun() : judge,
        budgetOf(judge),
      ]);
      if (!('problem' in made)) return { engine, made, budget };
      this.#obstacle = { kind: null, detail: made.problem };
    } catch (error) {
      this.#tell(error);
    }
    return null;
  }

  #tell(error: unknown): void {
    this.#obstacle = troubleOf(error);
  }
}

function isFromFile({ stored }: Desk): boolean {
  return stored !== null && !isOwnWork(stored.head);
}

function isOpen({ stored }: Desk): boolean {
  return stored?.head.state === 'running' || stored?.head.state === 'paused';
}
