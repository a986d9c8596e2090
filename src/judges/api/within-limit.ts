interface Limit {
  signal: AbortSignal;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Long enough for a server that has to load its model first; whoever waits sees nothing until then. */
const answerMilliseconds = 60_000;

/** Gives up on a server that says nothing for too long. Rejects as the work does, and when it is cancelled. */
export async function withinLimit<T>(
  { signal, sleep }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | { ok: false; fault: 'silent'; said: '' }> {
  const limit = new AbortController();
  const done = new AbortController();
  sleep(answerMilliseconds, done.signal).then(
    () => limit.abort(),
    () => {
      // It was done before.
    },
  );
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error;
    return { ok: false, fault: 'silent', said: '' };
  } finally {
    done.abort();
  }
}
