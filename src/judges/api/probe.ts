import type { Probe } from './test-connection';

/** Time for the browser to report what it blocked: reports come a moment after the failure. */
const reportMilliseconds = 500;

/**
 * Asks for the server's front page without reading it, and without the key: that works where only the permission to read is
 * missing. On an isolated page the browser blocks such an answer too, but reports that there was one.
 */
export const probe: Probe = async (origin, signal) => {
  const blocked = watchForBlocked(origin);
  try {
    await fetch(`${origin}/`, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
    return true;
  } catch {
    signal.throwIfAborted();
    if (!crossOriginIsolated) return false;
    return blocked ? await blocked.seen() : null;
  } finally {
    blocked?.end();
  }
};

function watchForBlocked(origin: string): { seen: () => Promise<boolean>; end: () => void } | null {
  if (!crossOriginIsolated || !('ReportingObserver' in globalThis)) return null;
  let found: () => void = () => undefined;
  const report = new Promise<boolean>((resolve) => (found = () => resolve(true)));
  const observer = new ReportingObserver(
    (reports) => {
      // A report shows what it holds as JSON only.
      if (reports.some(({ body }) => JSON.stringify(body).includes(`"${origin}/`))) found();
    },
    { types: ['coep'], buffered: false },
  );
  observer.observe();
  return {
    seen: () =>
      Promise.race([
        report,
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), reportMilliseconds)),
      ]),
    end: () => observer.disconnect(),
  };
}
