import type { SheetChanges } from '../sheet-changes';
import type { SheetStore } from '../sheet-store';

interface Tools {
  store: Pick<SheetStore, 'run' | 'sheet'>;
  changes: Pick<SheetChanges, 'listen'>;
}

interface Follower {
  /** Reads the runs again. */
  read: () => Promise<void>;
  /** Those that are deleted now, by themselves or with their sheet. */
  missing: (ids: ReadonlySet<string>) => void;
}

const throttleMilliseconds = 300;
/** While a run goes on, reading it takes no more than a share of the time. */
const longestShare = 4;
const restMilliseconds = 1000;

/** Keeps what a screen shows of these runs true. Gives a function that ends that. */
export function followRuns(
  ids: readonly string[],
  { store, changes }: Tools,
  follower: Follower,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let reading = false;
  let changedMeanwhile = false;
  let left = false;
  let next = 0;
  const soon = () => {
    if (reading) changedMeanwhile = true;
    else timer ??= setTimeout(() => void readNow(), Math.max(throttleMilliseconds, next - performance.now()));
  };
  const readNow = async () => {
    timer = null;
    reading = true;
    const began = performance.now();
    try {
      const missing = new Set(await missingOf(ids, store));
      if (left) return;
      follower.missing(missing);
      if (missing.size === 0) await follower.read();
    } catch {
      // Where the heads cannot be read, what the screen reads next says why.
    } finally {
      const ended = performance.now();
      next = ended + Math.max(restMilliseconds, longestShare * (ended - began));
      reading = false;
    }
    if (!changedMeanwhile || left) return;
    changedMeanwhile = false;
    soon();
  };
  const unlisten = changes.listen(({ run }) => {
    // Without a run, the change is of a sheet, and may be of theirs.
    if (run === undefined || ids.includes(run)) soon();
  });
  return () => {
    unlisten();
    if (timer !== null) clearTimeout(timer);
    left = true;
  };
}

async function missingOf(ids: readonly string[], store: Tools['store']): Promise<string[]> {
  const stored = await Promise.all(
    ids.map(async (id) => {
      const run = await store.run(id);
      const sheet = run?.removed === null ? await store.sheet(run.sheet) : null;
      return sheet?.removed === null;
    }),
  );
  return ids.filter((_, index) => !stored[index]);
}
