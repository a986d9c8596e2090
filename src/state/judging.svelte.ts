import type { Case } from '../core/model/case';
import type { NoRoom } from '../core/model/cause';
import type { RunHead, RunJudge, RunResult, RunSettings } from '../core/model/run';
import type { Judge } from '../judges/judge';
import type * as Engine from '../pipeline/engine';
import type { ReadyRubric, World } from '../pipeline/judge-case';
import type { NoRoomDecision, NoRooms } from '../pipeline/make-room';
import type { EarlierResult } from '../pipeline/run-ledger';
import type { RunChannel } from '../storage/runs/run-channel';
import type { Ownership, RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { StorageSpace } from '../storage/runs/storage-space';
import { askingOf } from './asking';
import { budgetOf } from './budget-of';
import { nameOf } from './case-name';
import type { Desk } from './desk.svelte';
import { readEarlier } from './earlier-results';
import { askingAgain } from './head-changes';
import { judgedOnce } from './judged-case';
import type { JudgementReader } from './judgement-reader.svelte';
import type { OfferedJudge } from './offered-judge';
import { ReplaceableJudge } from './replaceable-judge';
import type { LoadEngine } from './rubric-shelf.svelte';
import { casesToStore, sourcesToStore } from './run-cases';
import { settingsFor, type ChosenSettings } from './run-settings';
import { stateOf, stateOfRunning } from './run-state';
import { giveWay, yieldToPage } from './sliced-work';
import { smoothly, Unhurried } from './unhurried';

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

type Run = ReturnType<typeof Engine.startRun>;

interface Active {
  desk: Desk;
  judgeId: string;
  /** Null while the run is being prepared. */
  run: Run | null;
  /** Null until it is known, and where a program judges. */
  judge: ReplaceableJudge | null;
  preparing: AbortController;
  /** What it takes to look at the room again, once the run has begun. */
  begun: { cases: readonly Case[]; ready: ReadyRubric; noRoom: Map<number, NoRoom> } | null;
  /** What becomes of cases without room, while that is for the person to say. */
  decide: ((decision: NoRoomDecision) => void) | null;
  cancelled: boolean;
}

/** What a run needs besides its cases. */
interface Drive {
  head: RunHead;
  ready: ReadyRubric;
  judge: Judge;
  cases: readonly Case[];
  owned: Ownership;
  noRoom: NoRooms;
  earlier?: Iterable<EarlierResult>;
  askAgain?: (result: EarlierResult) => boolean;
}

/** The one run that this tab drives. It goes on while another desk is looked at. */
export class Judging {
  readonly #tools: JudgingTools;
  #active = $state.raw<Active | null>(null);
  #acting: Promise<void> = Promise.resolve();
  #askedToKeep = false;
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
    if (judge && !(await this.#hasRoomAgain(active, active.run, judge))) return;
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

  /** As `cancel`. Settles when the run has ended. */
  async stop(): Promise<void> {
    this.cancel();
    await this.#acting;
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
    await this.#act(desk, offered.id, async (active) => {
      const samples = offered.kind === 'program' ? 1 : chosen.samples;
      const total = subjects.length * samples;
      desk.run = { kind: 'running', done: 0, total, failed: 0, label: nameOf(subjects[0]), pace: null };
      const [engine, ready, judge, budget] = await Promise.all([
        this.#tools.loadEngine(),
        desk.ready(),
        'forRun' in offered ? offered.forRun() : offered,
        budgetOf(offered),
      ]);
      if ('problem' in judge) throw new Error(judge.problem);
      const noRoom = await this.#prepare(engine, active, judge, [...subjects.entries()], ready, chosen);
      if (!noRoom) {
        desk.run = { kind: 'cancelled', done: 0, total, failed: 0 };
        return;
      }
      const settings = { ...settingsFor(judge, chosen), ...(budget && { budget }) };
      const { runs, ownership, world } = this.#tools;
      const head = engine.newRunHead(ready.rubric, judge, settings, subjects, world);
      desk.runId = head.id;
      // Before it is stored, so that no other tab takes it for one whose tab died.
      const owned = await ownership.claim(head.id);
      if (!owned) throw new Error(`Expected a new run to be free, but "${head.id}" is owned already.`);
      try {
        await runs.create({
          head,
          rubric: engine.rubricToStore(ready.rubric),
          sources: sourcesToStore(desk.sources),
          cases: casesToStore(subjects, desk.sources),
        });
        if (active.cancelled) {
          await runs.remove(head.id);
          desk.run = { kind: 'cancelled', done: 0, total, failed: 0 };
          return;
        }
        if (subjects.length === desk.cases.length) desk.belongsTo(head, subjects);
        this.#askToKeep();
        await this.#drive(engine, active, { head, ready, judge, cases: subjects, owned, noRoom });
      } finally {
        await owned.release();
        this.#tell(head.id);
      }
    });
  }

  /** Goes on with the run of a desk, or asks again for what has no score. */
  async goOn(
    desk: Desk,
    judge: Judge,
    what: 'rest' | 'failed',
    budget?: RunSettings['budget'],
  ): Promise<void> {
    const { stored } = desk;
    if (this.#active || !stored) return;
    await this.#act(desk, judge.id, async (active) => {
      const { runs, ownership } = this.#tools;
      const { id } = stored.head;
      desk.runId = id;
      const [engine, ready] = await Promise.all([this.#tools.loadEngine(), desk.ready()]);
      const head = await runs.head(id);
      if (!head || head.removed !== null)
        throw new Error('This run is no longer stored. Judge its cases again to get a new one.');
      const owned = await ownership.claim(id);
      if (!owned) {
        desk.run = stateOf(head, true);
        return;
      }
      try {
        const before = what === 'failed' ? Infinity : (head.again?.before ?? 0);
        const { earlier, askAgain, count } = await readEarlier(runs, head, { before });
        if (active.cancelled) {
          desk.run = stateOf(head, false);
          return;
        }
        // Stored before anything is asked: the wish outlives the tab.
        const wish = what === 'failed' ? await runs.changeHead(id, (now) => askingAgain(now, count)) : head;
        const { cases } = stored;
        const open = engine.openRows(head, earlier, askAgain);
        const wanted = [...cases.entries()].filter(([row]) => open.has(row));
        const noRoom = await this.#prepare(engine, active, judge, wanted, ready, head.settings);
        if (!noRoom) desk.run = stateOf(wish ?? head, false);
        else
          await this.#drive(engine, active, {
            head: withBudget(wish ?? head, budget),
            ready,
            judge,
            cases,
            owned,
            noRoom,
            earlier,
            askAgain,
          });
      } finally {
        await owned.release();
        this.#tell(id);
      }
    });
  }

  #act(desk: Desk, judgeId: string, work: (active: Active) => Promise<void>): Promise<void> {
    this.#acting = this.#actNow(desk, judgeId, work);
    return this.#acting;
  }
  async #actNow(desk: Desk, judgeId: string, work: (active: Active) => Promise<void>): Promise<void> {
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
      desk.run = { kind: 'failed', message: messageOf(error) };
    } finally {
      active.judge?.release();
      desk.judgements.flush();
      this.#forming = new Map();
      this.#active = null;
    }
  }

  /** Lets the judge make room for what it will be asked. Null: called off. */
  async #prepare(
    engine: typeof Engine,
    active: Active,
    judge: Judge,
    cases: readonly (readonly [number, Case])[],
    ready: ReadyRubric,
    { mode, tellFacts, ...chosen }: Pick<RunSettings, 'mode' | 'tellFacts' | 'asking'>,
  ): Promise<NoRooms | null> {
    if (judge.kind === 'program') return active.cancelled ? null : new Map();
    active.judge ??= new ReplaceableJudge(judge);
    if (!judge.prepare) return active.cancelled ? null : new Map();
    const { desk } = active;
    const asking = askingOf(chosen, judge.id);
    const options = { mode, tellFacts, asking, world: this.#tools.world };
    const shown = { done: 0, failed: 0, total: cases.length };
    const before = desk.run;
    return engine.makeRoom({
      signal: active.preparing.signal,
      cases: cases.length,
      prepare: (hooks) => engine.prepareJudge(ready, judge, cases, options, hooks),
      counting: (counted, of) => (desk.run = { ...shown, kind: 'counting', counted, of }),
      ask: async (noRoom) => {
        desk.run = { ...shown, kind: 'no-room', noRoom };
        const decision = await new Promise<NoRoomDecision>((resolve) => (active.decide = resolve));
        active.decide = null;
        if (!active.cancelled) desk.run = before;
        return decision;
      },
    });
  }

  /** False: it was called off meanwhile. */
  async #hasRoomAgain(active: Active, run: Run, judge: Judge): Promise<boolean> {
    const { desk, begun } = active;
    if (judge.kind === 'program' || !judge.prepare || !begun) return true;
    // Asked for twice.
    if (desk.run.kind !== 'paused') return false;
    const shown = desk.run;
    const wanted = [...begun.cases.entries()].filter(([row]) => run.isOpen(row));
    desk.run = { ...shown, kind: 'counting', counted: 0, of: wanted.length };
    try {
      const engine = await this.#tools.loadEngine();
      const noRoom = await this.#prepare(engine, active, judge, wanted, begun.ready, run.head.settings);
      if (!noRoom) return false;
      begun.noRoom.clear();
      for (const [row, why] of noRoom) begun.noRoom.set(row, why);
      return true;
    } finally {
      if (!active.cancelled) desk.run = shown;
    }
  }

  async #drive(engine: typeof Engine, active: Active, drive: Drive): Promise<void> {
    const { desk } = active;
    const { head, ready, cases, earlier, askAgain } = drive;
    const noRoom = new Map(drive.noRoom);
    const judge = active.judge ?? drive.judge;
    const { runs, world, sleep, channel } = this.#tools;
    let label = '';
    const caseAt = (row: number) => {
      const subject = cases[row];
      if (!subject) throw new Error(`Expected a case in row ${row} of ${cases.length}.`);
      return subject;
    };
    const clock = { now: () => performance.now(), sleep };
    const rest = (milliseconds: number) => sleep(milliseconds, new AbortController().signal);
    let upTo = 0;
    const forming = new Map<string, string>();
    const showForming = new Unhurried(() => (this.#forming = new Map(forming)), smoothly);
    const progress = new Unhurried(() => {
      desk.run = stateOfRunning(run, label);
      channel.send({ kind: 'progress', run: head.id, upTo });
    });
    const run = engine.startRun(
      { head, ready, judge, caseAt, noRoom, ...(earlier && { earlier }), ...(askAgain && { askAgain }) },
      { store: runs, world, clock, breathe: yieldToPage, giveWay, rest },
      {
        // Only whoever carries prompts by hand must know which case it is.
        ...(judge.id === 'pasted' && {
          asked: (row) => {
            label = nameOf(cases[row]);
            if (desk.run.kind === 'running') desk.run = { ...desk.run, label };
          },
        }),
        forming: (row, soFar) => {
          const subject = cases[row];
          if (subject) forming.set(subject.id, soFar);
          showForming.soon();
        },
        written: (results, first) => {
          const shown = forming.size;
          for (const { row } of results) forming.delete(cases[row]?.id ?? '');
          if (forming.size < shown) showForming.soon();
          this.#keep(desk, cases, head, results, first);
          upTo = first + results.length;
          progress.soon();
        },
        changed: ({ pause }) => {
          // What it said of a case that went back to the queue is of no more use.
          if (pause?.because === 'judge') forming.clear();
          showForming.soon();
          desk.run = stateOfRunning(run, label);
          this.#tell(head.id);
        },
      },
    );
    active.begun = { cases, ready, noRoom };
    this.#active = { ...active, run };
    active.run = run;
    desk.run = stateOfRunning(run, label);
    if (active.cancelled) run.cancel();
    const end = await run.ended.finally(() => {
      progress.callOff();
      showForming.callOff();
    });
    desk.run = stateOf(end.head, false);
    if (desk.stored?.head.id === end.head.id) desk.stored = { ...desk.stored, head: end.head };
  }

  #keep(
    desk: Desk,
    cases: readonly Case[],
    head: RunHead,
    results: readonly RunResult[],
    first: number,
  ): void {
    results.forEach(({ row, sample, digest, judgement }, index) => {
      const subject = cases[row];
      if (!subject) return;
      const at = { run: head.id, place: first + index };
      this.#tools.reader.remember(at, judgement);
      desk.keep(judgedOnce(subject, head, { sample, digest, at }));
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

/** A form that says nothing may be a new one, in another session: the run then keeps the budget it has. */
function withBudget(head: RunHead, budget: RunSettings['budget']): RunHead {
  return budget === undefined ? head : { ...head, settings: { ...head.settings, budget } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
