/**
 * What leaves the machine, from two independent counts: the bytes of case text that judges report, and the requests the
 * browser itself saw going to other addresses.
 */
export class Egress {
  #caseBytes = $state(0);
  #hosts = $state.raw<readonly { host: string; bytes: number }[]>([]);
  #ownRequests = $state(0);
  #foreignRequests = $state(0);
  #refused = $state(0);

  get caseBytes(): number {
    return this.#caseBytes;
  }
  /** Where case text went, first come first. */
  get hosts(): readonly { host: string; bytes: number }[] {
    return this.#hosts;
  }
  get ownRequests(): number {
    return this.#ownRequests;
  }
  get foreignRequests(): number {
    return this.#foreignRequests;
  }
  get refused(): number {
    return this.#refused;
  }

  /** A judge is about to send case text. What is sent may be lost on the way, and counts all the same. */
  readonly count = (host: string, bytes: number): void => {
    this.#caseBytes += bytes;
    const known = this.#hosts.find((each) => each.host === host);
    this.#hosts = known
      ? this.#hosts.map((each) => (each === known ? { host, bytes: each.bytes + bytes } : each))
      : [...this.#hosts, { host, bytes }];
  };

  /** Watches until the returned function is called. */
  watch(): () => void {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (new URL(entry.name, location.href).origin === location.origin) this.#ownRequests += 1;
        else this.#foreignRequests += 1;
      }
    });
    observer.observe({ type: 'resource', buffered: true });
    const countRefused = () => (this.#refused += 1);
    document.addEventListener('securitypolicyviolation', countRefused);
    return () => {
      observer.disconnect();
      document.removeEventListener('securitypolicyviolation', countRefused);
    };
  }
}
