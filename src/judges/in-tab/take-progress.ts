import type { LoadStep } from '../../core/model/device';

const stepMilliseconds = 100;

/** How far the taking of a model's files has come. */
export class TakeProgress {
  readonly #now: () => number;
  readonly #onStep: (step: LoadStep) => void;
  readonly #began: number;
  /** Bytes that are here, and of them those that came just now. */
  #loaded = 0;
  #came = 0;
  #total: number | null = null;
  #file = { index: 0, count: 0 };
  #told = -Infinity;

  constructor(now: () => number, onStep: (step: LoadStep) => void) {
    this.#now = now;
    this.#onStep = onStep;
    this.#began = now();
  }

  get loaded(): number {
    return this.#loaded;
  }

  /** All that is to come is known now: so many files, so many bytes. */
  plan(count: number, moreBytes: number | null): void {
    this.#file = { ...this.#file, count };
    this.#total = moreBytes === null ? null : this.#loaded + moreBytes;
  }
  nextFile(): void {
    this.#file = { ...this.#file, index: this.#file.index + 1 };
    // Nothing more may come of it for a long time.
    this.#told = -Infinity;
    this.#tell();
  }
  wasHere(bytes: number): void {
    this.#loaded += bytes;
    this.#tell();
  }
  came(bytes: number): void {
    this.#loaded += bytes;
    this.#came += bytes;
    this.#tell();
  }
  /** What came since was of no use. */
  backTo(loaded: number): void {
    this.#loaded = loaded;
  }

  /** Bytes come by the thousand pieces a second; nobody reads that fast. */
  #tell(): void {
    const now = this.#now();
    if (now - this.#told < stepMilliseconds && this.#loaded !== this.#total) return;
    this.#told = now;
    const seconds = (now - this.#began) / 1000;
    this.#onStep({
      kind: 'download',
      loaded: this.#loaded,
      total: this.#total,
      bytesPerSecond: seconds > 1 ? this.#came / seconds : null,
      file: this.#file,
    });
  }
}
