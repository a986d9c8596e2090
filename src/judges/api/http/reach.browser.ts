import type { TestTools } from '../test-connection';
import { z } from '../../../kit/zod';

const names = { machine: 'loopback-network', network: 'local-network' };
const stateSchema = z.enum(['granted', 'denied', 'prompt']);
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The permission that browsers want before a page from elsewhere may reach a server on this machine. */
export const localNetwork: TestTools['localNetwork'] = async (reach) => {
  if (ownMachine.has(location.hostname)) return null;
  try {
    // The types of the DOM do not know these names. A browser that does not know them either rejects.
    const query: unknown = Reflect.get(navigator.permissions, 'query');
    if (typeof query !== 'function') return null;
    const status: unknown = await Reflect.apply(query, navigator.permissions, [{ name: names[reach] }]);
    return stateSchema.safeParse(status instanceof PermissionStatus ? status.state : null).data ?? null;
  } catch {
    return null;
  }
};

/** Time for the browser to report what it blocked: reports come a moment after the failure. */
const reportMilliseconds = 500;

/** Whether a server answers. An isolated page may not even see that it does; then a report of the block tells. */
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
