/** A listener's mistake is its own: it shows up as an uncaught error, and the caller goes on. */
export function notify<A extends unknown[]>(listener: ((...args: A) => void) | undefined, ...args: A): void {
  try {
    listener?.(...args);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
