/** Work that offers to pause at every `yield`. */
export type Slices<T> = Generator<void, T, void>;

/** How long a slice may hold the main thread. Well below the 50 ms after which people notice. */
const sliceMilliseconds = 8;

/** Runs one piece of work at a time in slices between which the page gets its turn. The newest request wins. */
export class SlicedWork {
  readonly #now: () => number;
  #current: symbol | null = null;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  get busy(): boolean {
    return this.#current !== null;
  }

  /** Null when it was cancelled or a newer request took its place. The first slice runs at once. */
  async run<T>(work: Slices<T>): Promise<T | null> {
    const mine = Symbol();
    this.#current = mine;
    try {
      let sliceEnds = this.#now() + sliceMilliseconds;
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        if (this.#now() < sliceEnds) continue;
        await yieldToPage();
        if (this.#current !== mine) return null;
        sliceEnds = this.#now() + sliceMilliseconds;
      }
    } finally {
      if (this.#current === mine) this.#current = null;
    }
  }

  cancel(): void {
    this.#current = null;
  }
}

/**
 * Lets the browser paint, hear its user and run its timers. Neither a task nor a message is throttled as a nested timer is, nor do
 * they go before everything else as `scheduler.yield` does. A task comes first: a run does this for every case, and a channel takes
 * long to open.
 */
export function yieldToPage(): Promise<void> {
  return typeof scheduler === 'undefined'
    ? nextMessage()
    : scheduler.postTask(() => undefined, { priority: 'user-visible' });
}

function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Called often, yields to the page each time so many milliseconds have passed; otherwise null. */
export function yieldEvery(milliseconds: number): () => Promise<void> | null {
  let ends = 0;
  return () =>
    performance.now() < ends
      ? null
      : yieldToPage().then(() => {
          ends = performance.now() + milliseconds;
        });
}

/** Runs `act` with the next frame, or soon where no frame comes because the tab is hidden. Returns a function that cancels it. */
export function onNextFrame(act: () => void): () => void {
  const frame = typeof requestAnimationFrame === 'function' ? requestAnimationFrame(once) : null;
  const timer = setTimeout(once, 100);
  function stop(): void {
    if (frame !== null) cancelAnimationFrame(frame);
    clearTimeout(timer);
  }
  function once(): void {
    stop();
    act();
  }
  return stop;
}

/** Waits until the browser has nothing more urgent to do, as far as it can tell; elsewhere a turn like any other. */
export function yieldUntilIdle(): Promise<void> {
  return typeof scheduler === 'undefined'
    ? nextMessage()
    : scheduler.postTask(() => undefined, { priority: 'background' });
}
