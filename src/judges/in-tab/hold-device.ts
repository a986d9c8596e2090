const lockName = 'assay-device';

/** A model takes most of a machine's memory, so only one tab may have one. Null: another has. */
export async function holdDevice(locks = browserLocks()): Promise<{ release(): void } | null> {
  if (!locks) return { release: () => {} };
  return new Promise((resolve, reject) => {
    locks
      .request(lockName, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((free) => {
          resolve({ release: () => free() });
        });
      })
      .catch(reject);
  });
}

/** A page without a secure address has none. */
function browserLocks(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}
