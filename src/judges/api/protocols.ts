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
