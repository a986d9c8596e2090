/** The reason to abort a case whose time is up. Unlike any other reason it leaves a judgement: unscored. */
export class TimeUp extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`No complete answer within ${seconds} s.`);
    this.name = 'TimeUp';
    this.seconds = seconds;
  }
}

/** The work's outcome, or the signal's reason as soon as it aborts, whether or not the work listens to it. */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const listener = () => {
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Cancelled.', 'AbortError'));
    };
    signal.addEventListener('abort', listener, { once: true });
    stopListening = () => signal.removeEventListener('abort', listener);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopListening();
  }
}
