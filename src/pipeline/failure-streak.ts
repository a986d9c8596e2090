import type { Judgement } from '../core/model/judgement';
import type { RunPause } from '../core/model/run';

const mostInARow = 5;

/**
 * Notices a judge that cannot work at all: server down, key refused. Failures that read alike follow each other, and each
 * row more would only fail as well.
 */
export class FailureStreak {
  #length = 0;
  #words = '';
  #answered = false;

  /** Judgements as they come. Gives what went wrong when it is time to stop. */
  note({
    reason,
    detail = '',
    causes,
    prompt,
  }: Pick<Judgement, 'reason' | 'detail' | 'causes' | 'prompt'>): Pick<RunPause, 'detail' | 'causes'> | null {
    // Nobody was asked, so it says nothing of the judge.
    if (prompt === null) return null;
    if (reason !== 'failed' && reason !== 'timeout') {
      this.reset();
      this.#answered = true;
      return null;
    }
    // A judge that has answered is alive: some cases only take it too long.
    if (reason === 'timeout' && this.#answered) return null;
    const words = `${reason} ${detail.replaceAll(/\d+/g, '0')}`;
    this.#length = words === this.#words ? this.#length + 1 : 1;
    this.#words = words;
    return this.#length >= mostInARow ? { detail, ...(causes && { causes }) } : null;
  }

  reset(): void {
    this.#length = 0;
    this.#words = '';
    this.#answered = false;
  }
}
