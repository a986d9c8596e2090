import { createContext } from 'svelte';
import { Throttle } from '../kit/throttle.browser';

/** Two independent counts of what leaves: bytes of case text by the judges, and requests that the browser saw. */
export class Egress {
  caseBytes = $state.raw(0);
  hosts = $state.raw<readonly { host: string; bytes: number }[]>([]);
  ownRequests = $state.raw(0);
  foreignRequests = $state.raw(0);
  refused = $state.raw(0);
  /** Counted at once and shown now and then: a run may send hundreds of requests a second. */
  readonly #counts = { caseBytes: 0, ownRequests: 0, foreignRequests: 0, refused: 0 };
  readonly #bytesByHost = new Map<string, number>();
  readonly #show = new Throttle(() => {
    const hosts = [...this.#bytesByHost].map(([host, bytes]) => ({ host, bytes }));
    Object.assign(this, this.#counts, { hosts });
  });

  /** A judge is about to send case text. What is sent may be lost on the way, and counts all the same. */
  readonly count = (host: string, bytes: number): void => {
    this.#counts.caseBytes += bytes;
    this.#bytesByHost.set(host, (this.#bytesByHost.get(host) ?? 0) + bytes);
    this.#show.schedule();
  };

  watch(): () => void {
    // The browser gives whole addresses: parsing thousands of them would take time.
    const own = [`${location.origin}/`, `blob:${location.origin}/`];
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries())
        this.#counts[own.some((address) => name.startsWith(address)) ? 'ownRequests' : 'foreignRequests'] +=
          1;
      this.#show.schedule();
    });
    observer.observe({ type: 'resource', buffered: true });
    const countRefused = () => {
      this.#counts.refused += 1;
      this.#show.schedule();
    };
    document.addEventListener('securitypolicyviolation', countRefused);
    return () => {
      observer.disconnect();
      document.removeEventListener('securitypolicyviolation', countRefused);
    };
  }
}

export const [useEgress, provideEgress] = createContext<Egress>();
