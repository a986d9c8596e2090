import type { RunWeighing } from './run-weighing';
import { sameResults } from './same-results';
import type { StoredOutline } from './stored-run';

/** What was read of a run to weigh it, for whoever comes back to it. One run's at most, since it takes much room. */
export class LastWeighing {
  #kept: { outline: StoredOutline; weighing: RunWeighing } | null = null;

  /** Null where it is of another run, or of the same with other results: it is let go then. */
  of(outline: StoredOutline): RunWeighing | null {
    const kept = this.#kept;
    if (kept?.outline.head.id === outline.head.id && sameResults(kept.outline, outline)) return kept.weighing;
    this.#kept = null;
    return null;
  }
  keep(outline: StoredOutline, weighing: RunWeighing): void {
    this.#kept = { outline, weighing };
  }
  forget(): void {
    this.#kept = null;
  }
}
