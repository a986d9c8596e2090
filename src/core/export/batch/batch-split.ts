import type { BatchForm } from './batch-engine';

type Limits = Pick<BatchForm, 'mostRequests' | 'mostBytes' | 'open' | 'between' | 'close'>;

/** Says which file each request goes into, so that none exceeds the engine's limits. */
export class BatchSplit {
  readonly #limits: Limits;
  readonly #frame: number;
  readonly #between: number;
  #file = 0;
  #requests = 0;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#frame = limits.open.length + limits.close.length;
    this.#between = limits.between.length;
  }

  /** How many files there are so far. */
  get files(): number {
    return this.#requests === 0 ? 0 : this.#file + 1;
  }

  /** The number of the file, from 0, that takes a request of so many bytes. Null: no file may hold it. */
  place(bytes: number): number | null {
    const { mostRequests, mostBytes } = this.#limits;
    if (this.#frame + bytes > mostBytes) return null;
    const grown = this.#bytes + this.#between + bytes;
    if (this.#requests === 0) this.#bytes = this.#frame + bytes;
    else if (this.#requests < mostRequests && grown <= mostBytes) this.#bytes = grown;
    else {
      this.#file += 1;
      this.#requests = 0;
      this.#bytes = this.#frame + bytes;
    }
    this.#requests += 1;
    return this.#file;
  }
}

/** How many files so many requests of a usual size take, about. */
export function filesFor(limits: Limits, requests: number, bytesEach: number): number {
  const perFile = Math.min(limits.mostRequests, Math.max(1, Math.floor(limits.mostBytes / (bytesEach + 1))));
  return Math.ceil(requests / perFile);
}
