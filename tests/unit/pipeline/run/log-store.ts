import type { RunHead, RunResult } from '../../../../src/core/model/run';
import type { RunTools } from '../../../../src/pipeline/run-plan';
import { StorageFailure } from '../../../../src/storage/runs/run-store';

/** One run's log, with storage that can be slow, refuse, or belong to a tab that has died. */
export class LogStore {
  readonly log: RunResult[] = [];
  readonly sizes: number[] = [];
  head: RunHead;
  full = false;
  /** Settles when the write may go through. */
  delay: () => Promise<void> = () => Promise.resolve();

  constructor(head: RunHead) {
    this.head = head;
  }

  /** What one tab holds of the store. `die` makes its unfinished writes come to nothing, or to something nobody hears of. */
  open(): { store: RunTools['store']; die: (writesLand: boolean) => void } {
    let death: 'lost' | 'landed' | null = null;
    const how = () => death;
    const never = new Promise<never>(() => {});
    return {
      store: {
        append: async (_id, results, head) => {
          // A dead tab begins none.
          if (how() !== null) return never;
          await this.delay();
          if (how() === 'lost') return never;
          if (this.full) throw new StorageFailure('quota', 'The browser has no room left.');
          const first = this.log.length;
          this.log.push(...results);
          this.sizes.push(results.length);
          if (head) this.head = head;
          return how() === 'landed' ? never : first;
        },
      },
      die: (writesLand) => (death = writesLand ? 'landed' : 'lost'),
    };
  }

  /** How often each unit stands in the log, by row and sample. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { row, sample } of this.log) {
      const unit = `${row}/${sample}`;
      counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
    return counts;
  }
}
