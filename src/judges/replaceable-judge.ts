import type { Price } from '../judgement/spending';
import type { BusyNotice, Judge, JudgeRequest, ModelJudge } from '../judgement/judge';

type BusyListener = (notice: BusyNotice) => void;

/** The judge of a run. While the run waits, it may be replaced by the same model with other access, such as another key. */
export class ReplaceableJudge implements ModelJudge {
  readonly kind = 'model';
  readonly #listeners = new Set<BusyListener>();
  #present: ModelJudge;
  #stopListening: (() => void) | undefined;

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
    this.#stopListening?.();
    this.#listen();
  }
  onBusy(listener: BusyListener): () => void {
    this.#listeners.add(listener);
    if (!this.#stopListening) this.#listen();
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
  release(): void {
    this.#present.release?.();
  }

  #listen(): void {
    this.#stopListening = this.#present.onBusy?.((notice) => {
      for (const listener of [...this.#listeners]) listener(notice);
    });
  }
}
