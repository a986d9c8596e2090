import { Unhurried } from './unhurried';

/**
 * What leaves the machine, from two independent counts: the bytes of case text that judges report, and the requests the
 * browser itself saw going to other addresses.
 */
export class Egress {
  #caseBytes = 0;
  #hosts: readonly { host: string; bytes: number }[] = [];
  #ownRequests = 0;
  #foreignRequests = 0;
  #refused = 0;
  /** Whoever shows a count looks again when this has changed: a run that sends hundreds a second has no time for more. */
  #told = $state(0);
  readonly #telling = new Unhurried(() => {
    this.#told += 1;
  });

  get caseBytes(): number {
    void this.#told;
    return this.#caseBytes;
  }
  /** Where case text went, first come first. */
  get hosts(): readonly { host: string; bytes: number }[] {
    void this.#told;
    return this.#hosts;
  }
  get ownRequests(): number {
    void this.#told;
    return this.#ownRequests;
  }
  get foreignRequests(): number {
    void this.#told;
    return this.#foreignRequests;
  }
  get refused(): number {
    void this.#told;
    return this.#refused;
  }

  /** A judge is about to send case text. What is sent may be lost on the way, and counts all the same. */
  readonly count = (host: string, bytes: number): void => {
    this.#caseBytes += bytes;
    const known = this.#hosts.find((each) => each.host === host);
    this.#hosts = known
      ? this.#hosts.map((each) => (each === known ? { host, bytes: each.bytes + bytes } : each))
      : [...this.#hosts, { host, bytes }];
    this.#telling.soon();
  };

  /** Watches until the returned function is called. */
  watch(): () => void {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (new URL(entry.name, location.href).origin === location.origin) this.#ownRequests += 1;
        else this.#foreignRequests += 1;
      }
      this.#telling.soon();
    });
    observer.observe({ type: 'resource', buffered: true });
    const countRefused = () => {
      this.#refused += 1;
      this.#telling.soon();
    };
    document.addEventListener('securitypolicyviolation', countRefused);
    return () => {
      observer.disconnect();
      document.removeEventListener('securitypolicyviolation', countRefused);
    };
  }
}
