import type { Cell, RunHead, RunResult } from '../../../../src/sheet/run-record';
import type { RunTools } from '../../../../src/sheet/run/run-scheduler';
import { StorageFailure } from '../../../../src/sheet/sheet-store';

/** One run's log, with storage that can be slow, refuse, or belong to a tab that has died. */
export class LogStore {
  readonly log: RunResult[] = [];
  readonly sizes: number[] = [];
  readonly created: string[] = [];
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
    const write = async <T>(put: () => T): Promise<T> => {
      // A dead tab begins none.
      if (how() !== null) return never;
      await this.delay();
      if (how() === 'lost') return never;
      if (this.full) throw new StorageFailure('quota', 'The browser has no room left.');
      const done = put();
      return how() === 'landed' ? never : done;
    };
    return {
      store: {
        createRun: (head) =>
          write(() => (this.created.push(head.id), (this.head = head))).then(() => undefined),
        append: (_id, results, head) =>
          write(() => {
            this.sizes.push(results.length);
            if (head) this.head = head;
            return this.log.push(...results) - results.length;
          }),
      },
      die: (writesLand) => (death = writesLand ? 'landed' : 'lost'),
    };
  }

  /** The log as its entries, with their places. */
  entries(): (RunResult & { place: number })[] {
    return this.log.map((result, place) => ({ ...result, place }));
  }

  /** The last result of each cell. */
  newest(): RunResult[] {
    return [...new Map(this.log.map((result) => [caseName(result), result])).values()];
  }

  /** How often each cell stands in the log, by case and sample. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const result of this.log) counts.set(caseName(result), (counts.get(caseName(result)) ?? 0) + 1);
    return counts;
  }
}

function caseName({ caseKey, sample }: Cell): string {
  return `${caseKey}/${sample}`;
}
