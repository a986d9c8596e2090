import type { TestTools } from '../test-connection';
import { z } from '../../../kit/zod';

/** Newest name first; some browsers know the older one alone. */
const names = {
  machine: ['loopback-network', 'local-network-access'],
  network: ['local-network', 'local-network-access'],
};
const stateSchema = z.enum(['granted', 'denied', 'prompt']);
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Browsers ask the person before a page from elsewhere may reach a server on this machine. A page that comes from this machine
 * needs no permission.
 */
export const localNetwork: TestTools['localNetwork'] = async (reach) => {
  if (ownMachine.has(location.hostname)) return null;
  for (const name of names[reach]) {
    const state = await stateOf(name);
    if (state !== null) return state;
  }
  return null;
};

/** The types of the DOM do not know these names. A browser that does not know one either rejects. */
async function stateOf(name: string): Promise<z.infer<typeof stateSchema> | null> {
  try {
    // Some browsers have no permissions to look at.
    const query: unknown = Reflect.get(navigator.permissions, 'query');
    if (typeof query !== 'function') return null;
    const status: unknown = await Reflect.apply(query, navigator.permissions, [{ name }]);
    const read = stateSchema.safeParse(status instanceof PermissionStatus ? status.state : null);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Time for the browser to report what it blocked: reports come a moment after the failure. */
const reportMilliseconds = 500;

/**
 * Asks for the server's front page without reading it, and without the key: that works where only the permission to read is
 * missing. On an isolated page the browser blocks such an answer too, but reports that there was one.
 */
export const probe: TestTools['probe'] = async (origin, signal) => {
  let reported = false;
  const observer =
    crossOriginIsolated && 'ReportingObserver' in globalThis
      ? new ReportingObserver(
          (reports) => {
            // A report shows what it holds as JSON only.
            reported ||= reports.some(({ body }) => JSON.stringify(body).includes(`"${origin}/`));
          },
          { types: ['coep'], buffered: false },
        )
      : null;
  observer?.observe();
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
    await new Promise((resolve) => setTimeout(resolve, reportMilliseconds));
    return observer ? reported : null;
  } finally {
    observer?.disconnect();
  }
};
