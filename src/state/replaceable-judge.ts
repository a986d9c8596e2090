import type { Judge, JudgeRequest, ModelJudge } from '../judges/judge';

/**
 * The judge of a run. Another one may take its place while the run waits: the same model, reached with what has been mended
 * since, such as a key.
 */
export class ReplaceableJudge implements ModelJudge {
  readonly kind = 'model';
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

  replace(judge: Judge): void {
    if (judge.kind === 'model') this.#present = judge;
  }
  describe(): ReturnType<ModelJudge['describe']> {
    return this.#present.describe();
  }
  ask(request: JudgeRequest): ReturnType<ModelJudge['ask']> {
    return this.#present.ask(request);
  }
}
