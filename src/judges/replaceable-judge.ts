import type { BusyNotice, Judge, JudgeRequest, ModelJudge } from '../judgement/judge';

/** The judge of a run. While the run waits, it may be replaced by the same model with other access, such as another key. */
export class ReplaceableJudge implements ModelJudge {
  readonly kind = 'model';
  /** Each with how to stop the present judge from calling it. */
  readonly #listeners = new Map<(notice: BusyNotice) => void, (() => void) | undefined>();
  #present: ModelJudge;

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

  get limitedBy(): 'connections' | undefined {
    return this.#present.limitedBy;
  }

  replace(judge: Judge): void {
    if (judge.kind !== 'model' || judge === this.#present) return;
    this.release();
    this.#present = judge;
    for (const [listener, stop] of this.#listeners) {
      stop?.();
      this.#listeners.set(listener, judge.onBusy?.(listener));
    }
  }
  onBusy(listener: (notice: BusyNotice) => void): () => void {
    this.#listeners.set(listener, this.#present.onBusy?.(listener));
    return () => {
      this.#listeners.get(listener)?.();
      this.#listeners.delete(listener);
    };
  }
  price(): ReturnType<NonNullable<ModelJudge['price']>> {
    return this.#present.price?.() ?? null;
  }
  describe(): ReturnType<ModelJudge['describe']> {
    return this.#present.describe();
  }
  ask(request: JudgeRequest): ReturnType<ModelJudge['ask']> {
    return this.#present.ask(request);
  }
  release(): void {
    this.#present.release?.();
  }
}
