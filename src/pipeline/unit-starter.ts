import type { RunTools } from './run-plan';

/** How long judging may hold the thread before the page gets its turn. */
const turnMilliseconds = 10;

interface StarterTools extends Pick<RunTools, 'clock' | 'breathe' | 'giveWay'> {
  /** Whether anyone is asked at all. */
  asks: boolean;
  /** Whether one more may be started when so many others are about to. */
  mayStart: (coming: number) => boolean;
  /** Whether somebody could be asked at once, and with so many about to be started nothing is ready to be asked. */
  isIdle: (coming: number) => boolean;
  start: () => void;
  /** The page has had its turn. */
  breathed: () => void;
  broke: (error: unknown) => void;
}

/** Starts one unit after the other, and lets the page have its turn in between. */
export class UnitStarter {
  readonly #tools: StarterTools;
  #busy = 0;
  /** Turns that are waited for, each of them to start one; those at once, and those when there is nothing else to do. */
  #soon = 0;
  #later = 0;
  #breathing = false;

  constructor(tools: StarterTools) {
    this.#tools = tools;
  }

  startMore(): void {
    if (this.#tools.asks) this.#startOnePerTurn();
    else this.#startInTurns();
  }

  /**
   * Each in a turn of its own: a question that has a place goes out before the next is made ready, and a reply that comes meanwhile
   * is kept waiting by one of them at most. What is made ready ahead of its place gives way to everything else.
   */
  #startOnePerTurn(): void {
    const { mayStart, isIdle, start, breathe, giveWay, broke } = this.#tools;
    while (isIdle(this.#soon) && mayStart(this.#soon)) {
      this.#soon += 1;
      breathe()
        .then(() => {
          this.#soon -= 1;
          if (mayStart(0)) start();
        })
        .catch(broke);
    }
    while (mayStart(this.#soon + this.#later)) {
      this.#later += 1;
      giveWay()
        .then(() => {
          this.#later -= 1;
          if (mayStart(this.#soon)) start();
        })
        .catch(broke);
    }
  }

  #startInTurns(): void {
    const { clock, mayStart, start, breathe, breathed, broke } = this.#tools;
    while (!this.#breathing && mayStart(0)) {
      const began = clock.now();
      start();
      this.#busy += clock.now() - began;
      if (this.#busy < turnMilliseconds) continue;
      this.#breathing = true;
      breathe()
        .then(() => {
          this.#busy = 0;
          this.#breathing = false;
          breathed();
        })
        .catch(broke);
    }
  }
}
