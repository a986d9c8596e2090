/** Lets everything happen that needs no more time. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

interface Alarm {
  at: number;
  ring: () => void;
}

/** Time that passes only when it is told to. */
export class FakeClock {
  #time = 0;
  readonly #alarms = new Set<Alarm>();

  readonly now = (): number => this.#time;

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const callOff = () => {
        this.#alarms.delete(alarm);
        reject(new Error('Called off.'));
      };
      const ring = () => {
        signal?.removeEventListener('abort', callOff);
        resolve();
      };
      const alarm = { at: this.#time + milliseconds, ring };
      this.#alarms.add(alarm);
      signal?.addEventListener('abort', callOff);
    });

  get waiting(): number {
    return this.#alarms.size;
  }

  /** Work takes time too. */
  spend(milliseconds: number): void {
    this.#time += milliseconds;
  }

  async advance(milliseconds: number): Promise<void> {
    const until = this.#time + milliseconds;
    await settled();
    for (;;) {
      const next = [...this.#alarms].sort((one, other) => one.at - other.at)[0];
      if (!next || next.at > until) break;
      this.#alarms.delete(next);
      this.#time = Math.max(this.#time, next.at);
      next.ring();
      await settled();
    }
    this.#time = until;
  }
}
