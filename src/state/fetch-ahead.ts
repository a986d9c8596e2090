/**
 * Loads parts of the page one after the other while it has nothing else to do, so that it works on when the network goes.
 * What fails here is loaded again, and complained about, when it is needed.
 */
export async function fetchAhead(
  parts: readonly (() => Promise<unknown>)[],
  idle: () => Promise<void> = whenIdle,
): Promise<void> {
  for (const load of parts) {
    await idle();
    await load().catch(() => undefined);
  }
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback; there a moment's wait must do.
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => {
        resolve();
      });
    else setTimeout(resolve, 200);
  });
}
