import type { Price } from '../core/model/price';
import type { Judge, JudgeRequest, ModelJudge } from '../judges/judge';

type BusyListener = Parameters<NonNullable<ModelJudge['onBusy']>>[0];

/**
 * The judge of a run. Another one may take its place while the run waits: the same model, reached with what has been mended
 * since, such as a key.
 */
export class ReplaceableJudge implements ModelJudge {
  readonly kind = 'model';
  readonly #listeners = new Set<BusyListener>();
  #present: ModelJudge;
  #unhear: (() => void) | undefined;

  constructor(judge: ModelJudge) {
    this.#present = judge;
  }

  get id(): string {
    return this.#present.id;
  }
  get retriesCutOff(): boolean {
    return this.#present.retriesCutOff ?? false;
  }
  get ownPace(): boolean {
    return this.#present.ownPace ?? false;
  }
  get atOnce(): number {
    return this.#present.atOnce ?? 1;
  }

  mostNow(): number {
    return this.#present.mostNow?.() ?? Infinity;
  }

  replace(judge: Judge): void {
    if (judge.kind !== 'model' || judge === this.#present) return;
    this.release();
    this.#present = judge;
    this.#unhear?.();
    this.#hear();
  }
  onBusy(listener: BusyListener): () => void {
    this.#listeners.add(listener);
    if (!this.#unhear) this.#hear();
    return () => void this.#listeners.delete(listener);
  }
  price(): Price | null {
    return this.#present.price?.() ?? null;
  }
  describe(): ReturnType<ModelJudge['describe']> {
    return this.#present.describe();
  }
  ask(request: JudgeRequest): ReturnType<ModelJudge['ask']> {
    return this.#present.ask(request);
  }
  expect(request: JudgeRequest): void {
    this.#present.expect?.(request);
  }

  release(): void {
    this.#present.release?.();
  }

  /** Who listens hears whichever judge is in place. */
  #hear(): void {
    this.#unhear = this.#present.onBusy?.((notice) => {
      for (const listener of [...this.#listeners]) listener(notice);
    });
  }
}
