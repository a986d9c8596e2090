/** Work that offers to pause at every `yield`. */
export type Slices<T> = Generator<void, T, void>;

/** How long a slice may hold the main thread. Well below the 50 ms after which people notice. */
const sliceMilliseconds = 8;

/** Runs one piece of work at a time in slices between which the page gets its turn. The newest request wins. */
export class SlicedWork {
  #current: symbol | null = null;

  get busy(): boolean {
    return this.#current !== null;
  }

  /** Null when it was cancelled or a newer request took its place. The first slice runs at once. */
  async run<T>(work: Slices<T>): Promise<T | null> {
    const mine = Symbol();
    this.#current = mine;
    const maybeYield = yieldEvery(sliceMilliseconds);
    try {
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        const pause = maybeYield();
        if (!pause) continue;
        await pause;
        if (this.#current !== mine) return null;
      }
    } finally {
      if (this.#current === mine) this.#current = null;
    }
  }

  cancel(): void {
    this.#current = null;
  }
}

/** Called often, yields to the page each time so many milliseconds have passed; otherwise null. */
export function yieldEvery(milliseconds = sliceMilliseconds): () => Promise<void> | null {
  let ends = performance.now() + milliseconds;
  return () =>
    performance.now() < ends
      ? null
      : yieldToPage().then(() => {
          ends = performance.now() + milliseconds;
        });
}

/**
 * Lets the browser paint, handle input and run its timers. Neither a task nor a message is throttled as a nested timer is, nor
 * do they go before everything else as `scheduler.yield` does. A task comes first: a run does this for every case, and a channel
 * takes long to open.
 */
export function yieldToPage(): Promise<void> {
  return yieldAs('user-visible');
}

/** Waits until the browser has nothing more urgent to do, where it can tell; elsewhere a turn like any other. */
export function yieldUntilIdle(): Promise<void> {
  return yieldAs('background');
}

function yieldAs(priority: 'user-visible' | 'background'): Promise<void> {
  if (typeof scheduler !== 'undefined') return scheduler.postTask(() => undefined, { priority });
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
