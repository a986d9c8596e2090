import type { Probe, LocalNetwork } from '../test-connection';
import { z } from '../../../kit/zod';

/** Answers that do not say how they came before it is given up: a refusal may say less than a reply. */
const mostSilent = 5;

type Listener = (origin: string, protocol: string) => void;

/**
 * Over which protocol servers answer. A browser tells that of other origins only where they allow it (Timing-Allow-Origin). It is
 * looked at no longer than it takes: a run of thousands must not pay for it.
 */
export class Protocols {
  readonly #known = new Map<string, string>();
  /** Origins that are looked at, with how many of their answers said nothing. */
  readonly #watched = new Map<string, number>();
  readonly #tell: Listener;
  #observer: PerformanceObserver | null = null;

  constructor(tell: Listener = () => undefined) {
    this.#tell = tell;
  }

  of(origin: string): string | null {
    return this.#known.get(origin) ?? null;
  }

  /** Looks at the next answers from there: a server may have been replaced since. */
  watch(origin: string): void {
    this.#watched.set(origin, 0);
    if (this.#observer) return;
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceResourceTiming) this.#take(entry);
      if (this.#watched.size > 0) return;
      this.#observer?.disconnect();
      this.#observer = null;
    });
    // Unlike the list of all entries, this one never is full.
    this.#observer.observe({ type: 'resource' });
  }

  #take({ name, nextHopProtocol: protocol }: PerformanceResourceTiming): void {
    for (const [origin, silent] of this.#watched) {
      if (!name.startsWith(`${origin}/`)) continue;
      if (protocol === '') {
        if (silent + 1 < mostSilent) this.#watched.set(origin, silent + 1);
        else this.#watched.delete(origin);
        continue;
      }
      this.#watched.delete(origin);
      this.#known.set(origin, protocol);
      this.#tell(origin, protocol);
    }
  }
}

/** Newest name first; some browsers know the older one alone. */
const names = {
  machine: ['loopback-network', 'local-network-access'],
  network: ['local-network', 'local-network-access'],
};
const stateSchema = z.enum(['granted', 'denied', 'prompt']);
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Browsers ask the person before a page from elsewhere may reach a server on this machine. A page that comes from this machine
 * needs nobody's permission.
 */
export const localNetwork: LocalNetwork = async (reach) => {
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
