import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Case } from '../core/model/case';
import type { CaseSource } from '../pipeline/outlet';
import { Desk } from './desk.svelte';
import type { Judging } from './judging.svelte';
import type { RubricShelf } from './rubric-shelf.svelte';
import { unwrittenOf } from './unwritten';

/** All desks of the Workbench: one for each rubric, those of opened runs that are still needed, and the one that is judged. */
export class Desks {
  readonly #shelf: RubricShelf;
  readonly #judging: Pick<Judging, 'desk'>;
  /** By rubric. */
  readonly #own = new SvelteMap<string, Desk>();
  readonly #opened = new SvelteSet<Desk>();
  /** Whose cases or run were removed while they were judged, or held what could not be stored of another run. */
  readonly #cleared = new SvelteSet<Desk>();

  constructor(shelf: RubricShelf, judging: Pick<Judging, 'desk'>) {
    this.#shelf = shelf;
    this.#judging = judging;
  }

  ofRubric(id: string): Desk {
    return this.#own.get(id) ?? this.clear(id);
  }
  /** How many cases a rubric's own desk has. */
  casesOfRubric(id: string): number {
    return this.#own.get(id)?.cases.length ?? 0;
  }
  /** Whether it is its rubric's own, and not that of an opened run. */
  isOwn(desk: Desk): boolean {
    return this.#own.get(desk.rubric?.id ?? '') === desk;
  }
  /** An empty desk in the place of a rubric's own. */
  clear(rubricId: string): Desk {
    const shelf = this.#shelf;
    const before = this.#own.get(rubricId);
    if (before && before === this.#judging.desk) this.#cleared.add(before);
    const desk = new Desk({
      find: () => shelf.find(rubricId)?.rubric,
      ready: () => shelf.ready(rubricId),
    });
    this.#own.set(rubricId, desk);
    return desk;
  }
  /** A desk that was cleared is its rubric's own again. What came to the one in its place meanwhile joins it. */
  giveBack(rubricId: string, cleared: Desk): void {
    const since = this.#own.get(rubricId);
    this.#own.set(rubricId, cleared);
    this.#cleared.delete(cleared);
    if (since) bring(since.cases, since.sources, cleared);
  }

  /** Where a stored run lies, be it the desk on which it was judged. */
  withRun(id: string): Desk | undefined {
    return this.#all.find(({ stored }) => stored?.head.id === id);
  }
  /** Of a run, in this tab, and still needed. */
  isOpened(desk: Desk): boolean {
    return this.#opened.has(desk);
  }
  keepOpened(desk: Desk): void {
    if (!this.isOwn(desk)) this.#opened.add(desk);
  }
  /**
   * An opened run holds all its cases and can be read again: only that on the table stays, the one that is judged, and what holds
   * results that are not stored, or cases that the run does not have.
   */
  letGoBut(laidOut: Desk): void {
    const isLeft = (desk: Desk) => desk !== laidOut && !this.#isHeld(desk);
    for (const desk of this.#opened)
      if (isLeft(desk) && desk.beyondRun.length === 0) this.#opened.delete(desk);
    for (const desk of this.#cleared) if (isLeft(desk)) this.#cleared.delete(desk);
  }
  /** Nothing of a run that is gone can be opened any more. Cases of one's own stay, to be judged again. */
  forgetRun(id: string): void {
    const gone = [...this.#opened].filter(({ stored }) => stored?.head.id === id);
    for (const desk of gone) this.#takeHome(desk);
    for (const desk of this.#all) desk.forgetRun(id);
    for (const desk of gone) {
      this.#opened.delete(desk);
      if (this.#isHeld(desk)) this.#cleared.add(desk);
    }
  }
  /** What a person added to a run that is gone, or changed in it, goes on lying with the rubric's own cases. */
  #takeHome({ beyondRun, rubric, sources }: Desk): void {
    const id = rubric?.id ?? '';
    if (beyondRun.length === 0 || !this.#shelf.cards.some((shelved) => shelved.id === id)) return;
    bring(beyondRun, sources, this.ofRubric(id));
  }

  /** How many results of a run are judged and not stored. */
  unstoredOf(run: string): number {
    return this.#all.reduce((sum, { unwritten }) => sum + unwrittenOf(unwritten, run).length, 0);
  }
  /** The same of all runs. */
  get unstored(): number {
    return this.#all
      .flatMap(({ unwritten }) => unwritten)
      .reduce((sum, { results }) => sum + results.length, 0);
  }
  /** Whether any of them has cases that would be lost with the tab. Those that a person removed are not missed. */
  get hasCasesOnlyHere(): boolean {
    return [...this.#own.values(), ...this.#opened].some((desk) => desk.hasCasesOnlyHere);
  }
  /** What a run could not store goes to the desk on which it may be gone on with: nobody is asked for it again. */
  moveUnwritten(run: string, to: Desk): void {
    for (const desk of this.#all) {
      const held = desk.unwritten.find(({ head }) => head.id === run);
      if (!held || desk === to || desk === this.#judging.desk) continue;
      desk.unwritten = desk.unwritten.filter((one) => one !== held);
      to.unwritten = [...to.unwritten, held];
    }
  }

  #isHeld(desk: Desk): boolean {
    return desk === this.#judging.desk || desk.unwritten.length > 0;
  }

  get #all(): Desk[] {
    const { desk: driven } = this.#judging;
    const kept = [...this.#own.values(), ...this.#opened, ...this.#cleared];
    return [...new Set(driven ? [driven, ...kept] : kept)];
  }
}

/** Lays cases on another desk, but for those that it has, and with the columns of the files that they came from. */
function bring(cases: readonly Case[], sources: readonly CaseSource[], to: Desk): void {
  const homeless = new Set(cases.map(({ id }) => id).filter((id) => !to.find(id)));
  if (homeless.size === 0) return;
  for (const source of sources) {
    const rowOf = new Map([...source.rowOf].filter(([id]) => homeless.has(id)));
    if (rowOf.size > 0) to.sources.push({ ...source, rowOf });
  }
  to.add(cases, false);
  to.showOriginals();
}
