import { SvelteMap, SvelteSet } from 'svelte/reactivity';
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
  /** By run. */
  readonly #opened = new SvelteMap<string, Desk>();
  /** Whose cases or run were removed while they were judged, or held what could not be stored of another run. */
  readonly #cleared = new SvelteSet<Desk>();

  constructor(shelf: RubricShelf, judging: Pick<Judging, 'desk'>) {
    this.#shelf = shelf;
    this.#judging = judging;
  }

  ofRubric(id: string): Desk {
    return this.#own.get(id) ?? this.clear(id);
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

  /** Where a stored run lies, be it the desk on which it was judged. */
  withRun(id: string): Desk | undefined {
    return this.#all.find(({ stored }) => stored?.head.id === id);
  }
  keepOpened(run: string, desk: Desk): void {
    if (!this.isOwn(desk)) this.#opened.set(run, desk);
  }
  /**
   * An opened run holds all its cases and can be read again: only that on the table stays, the one that is judged, and what holds
   * results that are not stored.
   */
  letGoBut(laidOut: Desk): void {
    const isLeft = (desk: Desk) => desk !== laidOut && !this.#isHeld(desk);
    for (const [run, desk] of this.#opened) if (isLeft(desk)) this.#opened.delete(run);
    for (const desk of this.#cleared) if (isLeft(desk)) this.#cleared.delete(desk);
  }
  /** Nothing of a run that is gone can be opened any more. Cases of one's own stay, to be judged again. */
  forgetRun(id: string): void {
    for (const desk of this.#all) desk.forgetRun(id);
    const opened = this.#opened.get(id);
    if (opened && this.#isHeld(opened)) this.#cleared.add(opened);
    this.#opened.delete(id);
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
    const kept = [...this.#own.values(), ...this.#opened.values(), ...this.#cleared];
    return [...new Set(driven ? [driven, ...kept] : kept)];
  }
}
