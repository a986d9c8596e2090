export type Wait = (milliseconds: number) => Promise<void>;

/** After a crash, or while a process that ends still holds its lock, a browser may fail to open a database for a moment. */
const waitMilliseconds = [100, 300, 600, 1_000];

/** Errors that a browser will give again: it refuses storage, has no space, or cannot read what is stored. */
const lasting = [
  'SecurityError',
  'InvalidStateError',
  'QuotaExceededError',
  'VersionError',
  'NotReadableError',
  'DataError',
  'DataCloneError',
];

/** What was read, were it only at a later try. */
export async function retryStorage<T>(read: () => Promise<T>, wait: Wait): Promise<T> {
  for (const milliseconds of waitMilliseconds) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    await wait(milliseconds);
  }
  return read();
}

function mayPass(error: unknown): boolean {
  // A storage failure has the browser's error as its cause.
  const cause = error instanceof Error && !(error instanceof DOMException) ? error.cause : error;
  return cause instanceof DOMException && !lasting.includes(cause.name);
}
