export interface RunLock {
  /** Settles when others may claim the run. May be called more than once. A tab that is closed or dies releases it too. */
  release(): Promise<void>;
}

export interface RunLocks {
  /** False where the browser has no Web Locks: two tabs may then drive the same run, and the page warns of it. */
  readonly exclusive: boolean;
  /** Null when another tab, or this one, has the run already. */
  claim(run: string): Promise<RunLock | null>;
  /** Settles once no tab has the run, because its driver ended or died. */
  whenFree(run: string): Promise<void>;
  ownedElsewhere(): Promise<Set<string>>;
}

const prefix = 'assay-run:';

/** How often a claim is tried against tabs that only look whether the run is free, which takes them no time. */
const mostTries = 50;

/** `locks`: null where the browser has none, as on a page without a secure address. */
export function runLocks(locks: LockManager | null): RunLocks {
  return locks ? webLocks(locks) : locksOfThisTab();
}

function webLocks(locks: LockManager): RunLocks {
  const owned = new Set<string>();
  const heldRuns = async () => {
    const { held = [] } = await locks.query();
    return held.flatMap(({ name, mode }) =>
      mode === 'exclusive' && name?.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
  };
  return {
    exclusive: true,
    async claim(run) {
      for (let attempt = 0; attempt < mostTries; attempt += 1) {
        const release = await tryLock(locks, prefix + run);
        if (release) {
          owned.add(run);
          return {
            async release() {
              await release();
              owned.delete(run);
            },
          };
        }
        if ((await heldRuns()).includes(run)) return null;
      }
      return null;
    },
    async whenFree(run) {
      // Shared, so that all who wait learn it at once.
      await locks.request(prefix + run, { mode: 'shared' }, () => undefined);
    },
    async ownedElsewhere() {
      return new Set((await heldRuns()).filter((run) => !owned.has(run)));
    },
  };
}

function tryLock(locks: LockManager, name: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    const over = locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((letGo) => {
        resolve(() => {
          letGo();
          return over;
        });
      });
    });
    over.catch(reject);
  });
}

/** Keeps at least this tab from driving a run twice. */
function locksOfThisTab(): RunLocks {
  const owned = new Set<string>();
  return {
    exclusive: false,
    claim(run) {
      if (owned.has(run)) return Promise.resolve(null);
      owned.add(run);
      return Promise.resolve({ release: () => Promise.resolve(void owned.delete(run)) });
    },
    whenFree: () => Promise.resolve(),
    ownedElsewhere: () => Promise.resolve(new Set()),
  };
}
