import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import { casesBeyond } from './cases-beyond';
import { deskWithRun } from './desk-with-run';
import type { Desks } from './desks';
import type { GoingOn } from './going-on.svelte';
import type { Judging } from './judging.svelte';
import type { LaidOut } from './laid-out.svelte';
import type { LoadEngine, RubricShelf } from './rubric-shelf.svelte';
import type { RunFollower } from './run-follower';
import type { RunSetup } from './run-setup.svelte';

/** `gone`: it is no longer stored. `late`: the person has laid out something else while it was read, or wants to. */
export type OpeningOutcome = 'opened' | 'gone' | 'late';

interface Wish {
  run: string;
  /** Without what was added or changed here. */
  asStored?: boolean;
  /** In order to go on with it. */
  toGoOn?: boolean;
}

interface Tools {
  runs: RunStore;
  shelf: RubricShelf;
  loadEngine: LoadEngine;
  ownership: RunOwnership;
  desks: Desks;
  judging: Pick<Judging, 'desk'>;
  follower: RunFollower;
  going: GoingOn;
  setup: RunSetup;
  table: LaidOut;
}

/** Lays stored runs out on the table, to be looked at or gone on with. Of several that are wanted, the last one counts. */
export class RunOpening {
  readonly #tools: Tools;
  /** The last one, until something is laid out. */
  #wish = $state.raw<Wish | null>(null);

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** The run that is read in order to be looked at, and no more. */
  get beingOpened(): string | null {
    return this.#wish && !this.#wish.toGoOn ? this.#wish.run : null;
  }
  /** The run that a person told to go on, from then until it does: it is read, and its judge is made ready. */
  get takenUp(): string | null {
    if (this.#wish?.toGoOn) return this.#wish.run;
    return this.#tools.going.takingUp?.runId ?? null;
  }
  /** Something else is laid out. */
  forget(): void {
    this.#wish = null;
  }

  /** As it was, with what was added to it or changed in it while it lay here before. */
  open(id: string): Promise<OpeningOutcome> {
    return this.#open({ run: id });
  }
  /** The same, and goes on with it. Settles when it lies there. What is taken up already is not taken up twice. */
  async takeUp(id: string, what: 'rest' | 'failed'): Promise<OpeningOutcome> {
    if (this.takenUp !== null) return 'late';
    const outcome = await this.#open({ run: id, toGoOn: true });
    const { going, setup, table } = this.#tools;
    if (outcome === 'opened')
      void (what === 'rest'
        ? going.resume(table.desk, setup.judge)
        : going.goOn(table.desk, setup.judge, 'failed'));
    return outcome;
  }
  /** The opened run without what was added or changed here, which can be brought back as removed cases can. */
  async showAsStored(): Promise<OpeningOutcome> {
    const { table, desks } = this.#tools;
    const { openedRun, desk: before } = table;
    if (!openedRun) return 'gone';
    const outcome = await this.#open({ run: openedRun.id, asStored: true });
    const { desk } = table;
    // One's own are where the run is closed to.
    if (outcome !== 'opened' || desk === before || desks.isOwn(before)) return outcome;
    const setAside = casesBeyond(desk.cases, before.cases).map((subject) => ({
      subject,
      judged: before.judgements.peek(subject.id),
    }));
    table.changes.rememberSetAside(setAside, before.sources.slice(desk.sources.length));
    return outcome;
  }

  async #open(wish: Wish): Promise<OpeningOutcome> {
    this.#wish = wish;
    try {
      return await this.#layOut(wish);
    } finally {
      if (this.#wish === wish) this.#wish = null;
    }
  }
  async #layOut(wish: Wish): Promise<OpeningOutcome> {
    const { table, desks, setup } = this.#tools;
    const found = await deskWithRun(wish.run, this.#tools, wish.asStored ?? false);
    if (!found) return 'gone';
    if (this.#wish !== wish) {
      desks.letGoBut(table.desk);
      return 'late';
    }
    table.showRun(found.desk, found.head);
    setup.restore(found.head);
    return 'opened';
  }
}
