/** What was thrown need not be an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a signal was aborted, as an error: an abort may give anything as its reason. */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('Cancelled.', 'AbortError');
}

/** A listener's mistake is its own: it shows up as an uncaught error, and the caller goes on. */
export function notify<A extends unknown[]>(listener: ((...args: A) => void) | undefined, ...args: A): void {
  try {
    listener?.(...args);
  } catch (error) {
    void Promise.resolve().then(() => {
      throw error;
    });
  }
}
