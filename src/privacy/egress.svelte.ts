import { createContext } from 'svelte';
import { Throttle } from '../kit/throttle';

interface Counts {
  caseBytes: number;
  hosts: readonly { host: string; bytes: number }[];
  ownRequests: number;
  foreignRequests: number;
  refused: number;
}

/**
 * What leaves the machine, from two independent counts: the bytes of case text that judges report, and the requests the
 * browser itself saw going to other addresses.
 */
export class Egress {
  readonly #counts: Counts = { caseBytes: 0, hosts: [], ownRequests: 0, foreignRequests: 0, refused: 0 };
  /** Made anew around the same counts when screens are to look again: a run that sends hundreds a second has no time for more. */
  #view = $state.raw({ counts: this.#counts });
  readonly #telling = new Throttle(() => {
    this.#view = { counts: this.#counts };
  });

  get caseBytes(): number {
    return this.#view.counts.caseBytes;
  }
  /** Where case text went, first come first. */
  get hosts(): readonly { host: string; bytes: number }[] {
    return this.#view.counts.hosts;
  }
  get ownRequests(): number {
    return this.#view.counts.ownRequests;
  }
  get foreignRequests(): number {
    return this.#view.counts.foreignRequests;
  }
  get refused(): number {
    return this.#view.counts.refused;
  }

  /** A judge is about to send case text. What is sent may be lost on the way, and counts all the same. */
  readonly count = (host: string, bytes: number): void => {
    this.#counts.caseBytes += bytes;
    const known = this.#counts.hosts.find((each) => each.host === host);
    this.#counts.hosts = known
      ? this.#counts.hosts.map((each) => (each === known ? { host, bytes: each.bytes + bytes } : each))
      : [...this.#counts.hosts, { host, bytes }];
    this.#telling.schedule();
  };

  /** Watches until the returned function is called. */
  watch(): () => void {
    // The browser gives whole addresses: nothing need be read out of thousands of them.
    const own = [`${location.origin}/`, `blob:${location.origin}/`];
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) {
        if (own.some((address) => name.startsWith(address))) this.#counts.ownRequests += 1;
        else this.#counts.foreignRequests += 1;
      }
      this.#telling.schedule();
    });
    observer.observe({ type: 'resource', buffered: true });
    const countRefused = () => {
      this.#counts.refused += 1;
      this.#telling.schedule();
    };
    document.addEventListener('securitypolicyviolation', countRefused);
    return () => {
      observer.disconnect();
      document.removeEventListener('securitypolicyviolation', countRefused);
    };
  }
}

export const [useEgress, provideEgress] = createContext<Egress>();
