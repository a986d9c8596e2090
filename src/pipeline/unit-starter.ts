import type { RunTools } from './run-plan';

/** How long judging may hold the thread before the page gets its turn. */
const turnMilliseconds = 10;

interface StarterTools extends Pick<RunTools, 'clock' | 'breathe'> {
  mayStart: () => boolean;
  start: () => void;
  /** The page has had its turn. */
  breathed: () => void;
  broke: (error: unknown) => void;
}

/** Starts one unit after the other, and lets the page have its turn in between. */
export class UnitStarter {
  readonly #tools: StarterTools;
  #busy = 0;
  #breathing = false;

  constructor(tools: StarterTools) {
    this.#tools = tools;
  }

  startMore(): void {
    const { clock, mayStart, start } = this.#tools;
    while (!this.#breathing && mayStart()) {
      const began = clock.now();
      start();
      this.#busy += clock.now() - began;
      if (this.#busy >= turnMilliseconds) this.#breathe();
    }
  }

  #breathe(): void {
    const { breathe, breathed, broke } = this.#tools;
    this.#breathing = true;
    breathe().then(() => {
      this.#busy = 0;
      this.#breathing = false;
      breathed();
    }, broke);
  }
}
