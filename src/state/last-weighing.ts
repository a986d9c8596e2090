import type { RunHead } from '../core/model/run';
import { sameResults } from './run-changes';
import type { RunWeighing } from './run-weighing';

/** What was read of a run to weigh it, for whoever comes back to it. One run's at most, since it takes much room. */
export class LastWeighing {
  #kept: { head: RunHead; weighing: RunWeighing } | null = null;

  /** Null where it is of another run, or of the same with other results: it is let go then. */
  of(head: RunHead): RunWeighing | null {
    const kept = this.#kept;
    if (kept?.head.id === head.id && sameResults(kept.head, head)) return kept.weighing;
    this.#kept = null;
    return null;
  }
  keep(head: RunHead, weighing: RunWeighing): void {
    this.#kept = { head, weighing };
  }
  forget(): void {
    this.#kept = null;
  }
}
