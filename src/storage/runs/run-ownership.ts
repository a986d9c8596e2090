export interface Ownership {
  /** Settles when others may claim the run. May be called more than once. A tab that is closed or dies lets go by itself. */
  release(): Promise<void>;
}

/** One tab owns a run while it judges; others follow it. */
export interface RunOwnership {
  /** False where the browser has no locks: a claim may succeed then though another tab owns the run and does not answer. */
  readonly exclusive: boolean;
  /** False where tabs cannot even ask each other: every claim succeeds then, and nothing keeps two of them from running the same. */
  readonly knowsOwners: boolean;
  /** Null when another tab, or this one, owns the run already. */
  claim(run: string): Promise<Ownership | null>;
  /** Settles once nobody owns the run, because its owner ended or died. Rejects with the signal's reason. */
  whenFree(run: string, signal: AbortSignal): Promise<void>;
  /** Runs that other tabs own. */
  ownedElsewhere(): Promise<Set<string>>;
}

const prefix = 'assay-run:';

/** How often a claim is tried against tabs that only look whether the run is free, which takes them no time. */
const mostTries = 50;

/** `withoutLocks`: what takes their place, null where that cannot be had either. */
export function runOwnership(
  locks = browserLocks(),
  withoutLocks: () => RunOwnership | null = () => null,
): RunOwnership {
  return locks ? lockedOwnership(locks) : (withoutLocks() ?? unlockedOwnership());
}

/** A page without a secure address has none. */
function browserLocks(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

function lockedOwnership(locks: LockManager): RunOwnership {
  const owned = new Set<string>();
  const heldRuns = async () => {
    const { held = [] } = await locks.query();
    return held.flatMap(({ name, mode }) =>
      mode === 'exclusive' && name?.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
  };
  return {
    exclusive: true,
    knowsOwners: true,
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
    async whenFree(run, signal) {
      // Shared, so that all who wait learn it at once.
      await locks.request(prefix + run, { mode: 'shared', signal }, () => undefined);
    },
    async ownedElsewhere() {
      return new Set((await heldRuns()).filter((run) => !owned.has(run)));
    },
  };
}

/** The function that lets go of the lock, or null when it is taken. */
function tryLock(locks: LockManager, name: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    const over = locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) {
        resolve(null);
        return;
      }
      await new Promise<void>((letGo) => {
        resolve(() => {
          letGo();
          return over;
        });
      });
    });
    over.catch(reject);
  });
}

/** Keeps at least this tab from running a run twice. */
function unlockedOwnership(): RunOwnership {
  const owned = new Set<string>();
  return {
    exclusive: false,
    knowsOwners: false,
    claim(run) {
      if (owned.has(run)) return Promise.resolve(null);
      owned.add(run);
      return Promise.resolve({
        release() {
          owned.delete(run);
          return Promise.resolve();
        },
      });
    },
    whenFree: () => Promise.resolve(),
    ownedElsewhere: () => Promise.resolve(new Set()),
  };
}
