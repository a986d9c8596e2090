export interface Space {
  /** `kept`: the browser deletes nothing by itself. `at-risk`: it may when the disk is full. `unknown`: it does not say. */
  persistence: 'kept' | 'at-risk' | 'unknown';
  /** Bytes of everything this page stores, and the most it may; null where the browser does not say. */
  used: number | null;
  allowed: number | null;
}

export type StorageSpace = ReturnType<typeof storageSpace>;

/** `manager`: `navigator.storage`, or null on a page without a secure address, which has none. */
export function storageSpace(manager: StorageManager | null) {
  const look = async (): Promise<Space> => {
    const [kept, estimate] = await Promise.all([
      answer(() => manager?.persisted()),
      answer(() => manager?.estimate()),
    ]);
    return {
      persistence: kept === null ? 'unknown' : kept ? 'kept' : 'at-risk',
      used: estimate?.usage ?? null,
      allowed: estimate?.quota ?? null,
    };
  };
  return {
    look,
    /** Some browsers ask the person in turn, so ask at the first run and not before. */
    async askToKeep(): Promise<Space> {
      await answer(() => manager?.persist());
      return look();
    },
  };
}

/** Null where the browser lacks the question or refuses it, as some do in private windows. */
async function answer<T>(ask: () => Promise<T> | undefined): Promise<T | null> {
  try {
    return (await ask()) ?? null;
  } catch {
    return null;
  }
}
