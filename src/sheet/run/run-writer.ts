import type { RunHead, RunResult } from '../run-record';

interface WriterTools {
  append: (results: readonly RunResult[], head: RunHead) => Promise<number>;
  head: () => RunHead;
  written: (results: readonly RunResult[], first: number, head: RunHead) => void;
  failed: (error: unknown) => void;
  now: () => number;
  rest: ((milliseconds: number) => Promise<void>) | null;
  /** Whether a rest gains nothing: so many wait that others are held up, or nothing more is to come for now. */
  isUrgent: (gathered: number) => boolean;
}

/** Each write takes its time from the putting of questions. */
const restMilliseconds = 60;

/** Writes a run's log. Results that come during a write go together in the next one. Those of a failed write are kept in order. */
export class RunWriter {
  readonly #tools: WriterTools;
  #gathered: RunResult[] = [];
  #inHand: readonly RunResult[] | null = null;
  #headChanged = false;
  /** False from a failed write until one has succeeded. */
  sound = true;
  #stopped = false;
  /** The rest before the next write. It is over once another, or none, is in its place. */
  #resting: symbol | null = null;
  #began = -Infinity;

  constructor(tools: WriterTools) {
    this.#tools = tools;
  }

  /** Whether there is anything that the write under way, or the last one, did not include. */
  get hasMore(): boolean {
    return this.#gathered.length > 0 || this.#headChanged;
  }
  get waiting(): number {
    return (this.#inHand?.length ?? 0) + this.#gathered.length;
  }
  get unwritten(): RunResult[] {
    return [...(this.#inHand ?? []), ...this.#gathered];
  }

  add(result: RunResult): void {
    this.#gathered.push(result);
    this.#write();
  }
  /** Also where there are no results: the head itself has changed. */
  writeHead(): void {
    this.#headChanged = true;
    this.#write();
  }
  tryAgain(): void {
    this.#stopped = false;
    this.writeHead();
  }

  #write(): void {
    if (this.#inHand || this.#stopped || !this.hasMore) return;
    const { now, rest, isUrgent } = this.#tools;
    const left = this.#began + restMilliseconds - now();
    if (left <= 0 || !rest || isUrgent(this.#gathered.length)) void this.#begin();
    else if (!this.#resting) {
      const resting = Symbol();
      this.#resting = resting;
      void rest(left).then(() => {
        if (this.#resting === resting) void this.#begin();
      });
    }
  }

  async #begin(): Promise<void> {
    const { now, head: makeHead, append, written, failed } = this.#tools;
    this.#resting = null;
    this.#began = now();
    const results = this.#gathered;
    this.#inHand = results;
    this.#gathered = [];
    this.#headChanged = false;
    const head = makeHead();
    let first: number;
    try {
      first = await append(results, head);
    } catch (error) {
      this.#gathered = results.concat(this.#gathered);
      this.#headChanged = true;
      this.sound = false;
      this.#stopped = true;
      this.#inHand = null;
      failed(error);
      return;
    }
    this.sound = true;
    this.#inHand = null;
    written(results, first, head);
    this.#write();
  }
}
