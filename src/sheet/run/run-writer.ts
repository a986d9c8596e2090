import type { RunHead, RunResult } from '../run-record';

interface WriterTools {
  append: (results: readonly RunResult[], head: RunHead) => Promise<number>;
  /** The head as it is with all results that were added so far. */
  head: () => RunHead;
  written: (results: readonly RunResult[], first: number, head: RunHead) => void;
  failed: (error: unknown) => void;
  now: () => number;
  /** Null: writes follow each other at once. */
  rest: ((milliseconds: number) => Promise<void>) | null;
  /** Whether so many wait that others are held up by it, or nothing more is to come for now: then nothing is gained by a rest. */
  isUrgent: (gathered: number) => boolean;
}

/** Each write takes its time from the putting of questions. */
const restMilliseconds = 60;

/**
 * The only writer of a run's log. While one write is under way, results gather and go together in the next one: a fast judge gets
 * large writes, a slow one has each result stored at once. When a write fails, its results are kept in order until the next try.
 */
export class RunWriter {
  readonly #tools: WriterTools;
  #gathered: RunResult[] = [];
  #inHand: readonly RunResult[] = [];
  #headChanged = false;
  #state: 'sound' | 'failed' | 'trying-again' = 'sound';
  #writing = false;
  /** The rest before the next write; another in its place, or none, and it is over. */
  #resting: symbol | null = null;
  #began = -Infinity;

  constructor(tools: WriterTools) {
    this.#tools = tools;
  }

  /** False from a failed write until one has succeeded. */
  get sound(): boolean {
    return this.#state === 'sound';
  }
  /** Whether there is anything that the write under way, or the last one, did not include. */
  get hasMore(): boolean {
    return this.#gathered.length > 0 || this.#headChanged;
  }
  get waiting(): number {
    return this.#inHand.length + this.#gathered.length;
  }
  /** In the order in which they will be written. */
  get unwritten(): RunResult[] {
    return [...this.#inHand, ...this.#gathered];
  }

  add(result: RunResult): void {
    this.#gathered.push(result);
    this.#write();
  }
  /** Also where there are no results: the head itself has news. */
  writeHead(): void {
    this.#headChanged = true;
    this.#write();
  }
  tryAgain(): void {
    if (this.#state === 'failed') this.#state = 'trying-again';
    this.#headChanged = true;
    this.#write();
  }

  #write(): void {
    if (this.#writing || this.#state === 'failed') return;
    if (!this.hasMore) return;
    const { now, rest, isUrgent } = this.#tools;
    const left = this.#began + restMilliseconds - now();
    if (left <= 0 || !rest || isUrgent(this.#gathered.length)) this.#begin();
    else if (!this.#resting) {
      const resting = Symbol();
      this.#resting = resting;
      void rest(left).then(() => {
        if (this.#resting === resting) this.#begin();
      });
    }
  }

  #begin(): void {
    this.#resting = null;
    this.#writing = true;
    this.#began = this.#tools.now();
    const results = this.#gathered;
    this.#inHand = results;
    this.#gathered = [];
    this.#headChanged = false;
    const head = this.#tools.head();
    this.#append(results, head).then(
      (first) => {
        this.#inHand = [];
        this.#state = 'sound';
        this.#writing = false;
        this.#tools.written(results, first, head);
        this.#write();
      },
      (error: unknown) => {
        this.#inHand = [];
        this.#gathered = results.concat(this.#gathered);
        this.#headChanged = true;
        this.#state = 'failed';
        this.#writing = false;
        this.#tools.failed(error);
      },
    );
  }

  /** A store that throws fails as one that rejects does. */
  async #append(results: readonly RunResult[], head: RunHead): Promise<number> {
    return await this.#tools.append(results, head);
  }
}
