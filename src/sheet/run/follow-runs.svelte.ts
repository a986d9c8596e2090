import type { SheetChanges } from '../sheet-changes';
import type { SheetStore } from '../sheet-store';

interface Tools {
  store: Pick<SheetStore, 'run' | 'sheet'>;
  changes: Pick<SheetChanges, 'listen'>;
}

interface Follower {
  read: () => Promise<void>;
  /** Those that are deleted now, by themselves or with their sheet. */
  missing: (ids: ReadonlySet<string>) => void;
}

const restMilliseconds = 1000;
/** While a run goes on, reading it takes no more than a fifth of the time. */
const restPerReading = 4;

/** Keeps what a screen shows of these runs up to date, for as long as the screen is there. */
export function followRuns(ids: () => readonly string[], tools: Tools, follower: Follower): void {
  $effect(() => follow(ids(), tools, follower));
}

function follow(ids: readonly string[], { store, changes }: Tools, { read, missing }: Follower): () => void {
  let changed = false;
  let reading = false;
  let left = false;
  const isLeft = () => left;
  const readWhileChanged = async () => {
    reading = true;
    while (changed && !isLeft()) {
      changed = false;
      const began = performance.now();
      // Where the heads cannot be read, what the screen reads next says why.
      const stored = await Promise.all(ids.map((id) => isStored(id, store))).catch(() => null);
      const gone = new Set(stored ? ids.filter((_, index) => !stored[index]) : []);
      if (stored && !isLeft()) {
        missing(gone);
        if (gone.size === 0) await read().catch(() => undefined);
      }
      const rest = Math.max(restMilliseconds, restPerReading * (performance.now() - began));
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    reading = false;
  };
  const unlisten = changes.listen(({ run }) => {
    // A change without a run is about a sheet, which may own these runs.
    if (run !== undefined && !ids.includes(run)) return;
    changed = true;
    if (!reading) void readWhileChanged();
  });
  return () => {
    unlisten();
    left = true;
  };
}

async function isStored(id: string, store: Tools['store']): Promise<boolean> {
  const run = await store.run(id);
  const sheet = run?.removed === null ? await store.sheet(run.sheet) : null;
  return sheet?.removed === null;
}
