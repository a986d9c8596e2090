import { Desk } from './desk.svelte';
import type { RubricShelf } from './rubric-shelf.svelte';

/** All desks of the Workbench: one for each rubric, and one for each stored run that was opened. */
export class Desks {
  readonly #shelf: RubricShelf;
  readonly #byKey = new Map<string, Desk>();

  constructor(shelf: RubricShelf) {
    this.#shelf = shelf;
  }

  ofRubric(id: string): Desk {
    return this.#byKey.get(id) ?? this.clear(id);
  }
  /** Whether it is its rubric's own, and not that of an opened run. */
  isOwn(desk: Desk): boolean {
    return this.#byKey.get(desk.rubric?.id ?? '') === desk;
  }
  /** An empty desk in the place of a rubric's own. */
  clear(rubricId: string): Desk {
    const shelf = this.#shelf;
    const desk = new Desk({
      find: () => shelf.find(rubricId)?.rubric,
      ready: () => shelf.ready(rubricId),
    });
    this.#byKey.set(rubricId, desk);
    return desk;
  }

  /** Where a stored run lies, be it the desk on which it was judged. */
  withRun(id: string): Desk | undefined {
    return [...this.#byKey.values()].find(({ stored }) => stored?.head.id === id);
  }
  get all(): Iterable<Desk> {
    return this.#byKey.values();
  }
  keepOpened(run: string, desk: Desk): void {
    this.#byKey.set(runKey(run), desk);
  }
  /** Nothing of a run that is gone can be opened any more. Cases of one's own stay, to be judged again. */
  forgetRun(id: string): void {
    this.#byKey.delete(runKey(id));
    for (const desk of this.#byKey.values()) desk.forgetRun(id);
  }
}

function runKey(run: string): string {
  return `run ${run}`;
}
