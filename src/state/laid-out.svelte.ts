import type { RunHead, RunView } from '../core/model/run';
import type { RunStore } from '../storage/runs/run-store';
import { CaseChanges } from './case-changes.svelte';
import type { Desk } from './desk.svelte';
import type { Desks } from './desks';
import type { GoingOn } from './going-on.svelte';
import type { Judging } from './judging.svelte';
import type { RubricShelf } from './rubric-shelf.svelte';

interface Tools {
  shelf: RubricShelf;
  runs: RunStore;
  desks: Desks;
  judging: Pick<Judging, 'desk' | 'judgeId' | 'cancel'>;
  going: Pick<GoingOn, 'takingUp'>;
  /** Told before something else lies there. */
  layingOut: () => void;
}

/** What lies on the table: the desk of a rubric, or that of a stored run that was opened. */
export class LaidOut {
  readonly #tools: Tools;
  #rubricId = $state('');
  #desk: Desk;
  #changes: CaseChanges;
  /** Whether the desk is that of a run that was opened, and not the rubric's own. */
  #opened = $state(false);

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#rubricId = tools.shelf.cards[0]?.id ?? '';
    this.#desk = $state.raw(tools.desks.ofRubric(this.#rubricId));
    this.#changes = $state.raw(new CaseChanges(this.#desk));
    void tools.shelf.load(this.#rubricId);
  }

  get rubricId(): string {
    return this.#rubricId;
  }
  get desk(): Desk {
    return this.#desk;
  }
  /** What a person does to the cases of the desk, and takes back. */
  get changes(): CaseChanges {
    return this.#changes;
  }
  /** The stored run that the table stands for. */
  get openedRun(): RunHead | null {
    return this.#opened ? (this.#desk.stored?.head ?? null) : null;
  }
  /** How many cases of the table the opened run does not have, or has otherwise. */
  get beyondRun(): number {
    return this.#opened ? this.#desk.beyondRun.length : 0;
  }
  /** Whether the table has the rubric's own cases, and not those of a run laid out beside them. */
  get ownsCases(): boolean {
    return this.#tools.desks.isOwn(this.#desk);
  }
  /** How many cases closing the opened run leads back to. */
  get casesAside(): number {
    const home = this.#home;
    return this.#opened && home && !this.ownsCases ? this.#tools.desks.casesOfRubric(home) : 0;
  }
  /** The rubric whose own desk an opened run gives way to. */
  get #home(): string | undefined {
    const { cards } = this.#tools.shelf;
    // A run that came in from a file may bring a rubric that is not on the shelf.
    return (cards.find(({ id }) => id === this.#rubricId) ?? cards[0])?.id;
  }

  /** Also from an opened run back to the rubric's own desk. */
  showRubric(id: string): void {
    const { shelf, desks } = this.#tools;
    if (!shelf.cards.some((shelved) => shelved.id === id)) return;
    if (id === this.#rubricId && !this.#opened) return;
    void shelf.load(id);
    this.#leave();
    this.#opened = false;
    this.#rubricId = id;
    this.#layOut(desks.ofRubric(id));
  }
  /** A desk on which this stored run lies. */
  showRun(desk: Desk, { rubric }: RunHead): void {
    this.#leave();
    this.#opened = true;
    this.#rubricId = rubric.id;
    this.#layOut(desk);
  }
  /** From an opened run back to the rubric's own desk. */
  closeRun(): void {
    if (this.#home) this.showRubric(this.#home);
  }
  /** A run that is gone can lie nowhere any more. */
  forgetRun(id: string): void {
    if (this.openedRun?.id === id) this.closeRun();
    this.#tools.desks.forgetRun(id);
  }
  /** The desk whose run is going on. */
  showDriven(): void {
    const { desks, judging } = this.#tools;
    const { desk } = judging;
    if (!desk) return;
    this.#leave();
    this.#opened = !desks.isOwn(desk);
    this.#rubricId = desk.rubric?.id ?? this.#rubricId;
    this.#layOut(desk);
  }

  /** An empty desk in its place; what lay there can be brought back. */
  clear(): void {
    const { desks, judging, going } = this.#tools;
    const before = this.#desk;
    const { cases, judgements, sources } = before;
    // A run that is looked at beside the rubric's own cases is only closed: those are not on the table.
    if (!this.ownsCases) return this.closeRun();
    const removed = cases.map((subject, row) => ({ subject, row, judged: judgements.peek(subject.id) }));
    this.#opened = false;
    this.#layOut(desks.clear(this.#rubricId));
    // One that is judged keeps its own, and stores them when it goes on.
    if (before !== judging.desk) this.#desk.unwritten = before.unwritten;
    // The files stay: cases that are brought back must find their own columns.
    this.#desk.sources.push(...sources);
    this.#desk.showOriginals();
    // Results of a run arrive where it was begun, and nowhere else.
    const atWork = before === judging.desk || before === going.takingUp;
    this.#changes.remember(removed, atWork ? () => this.#giveBack(before) : undefined);
  }
  #giveBack(cleared: Desk): void {
    this.#tools.desks.giveBack(this.#rubricId, cleared);
    this.#layOut(cleared);
  }

  /** Keeps how the table of a stored run is left. */
  async keepView(view: RunView = this.#desk.view): Promise<void> {
    const { stored } = this.#desk;
    if (!stored) return;
    try {
      await this.#tools.runs.changeHead(stored.head.id, (head) => ({ ...head, view }));
    } catch {
      // How a table was left is no reason to disturb anyone.
    }
  }

  #leave(): void {
    const { judging } = this.#tools;
    void this.keepView();
    // A person carries one prompt at a time: what is left is called off rather than waiting unseen.
    if (judging.desk === this.#desk && judging.judgeId === 'pasted') judging.cancel();
  }
  #layOut(desk: Desk): void {
    this.#tools.layingOut();
    this.#desk = desk;
    this.#changes = new CaseChanges(desk);
    this.#tools.desks.letGoBut(desk);
  }
}
