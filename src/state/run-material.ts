import type { CaseInput } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { RunStore } from '../storage/runs/run-store';
import { readJudgements } from './read-judgements';
import type { StoredRun } from './stored-run';

/** A judged case, as far as it takes to look at it anew. */
export interface Material {
  row: number;
  input: CaseInput;
  /** Null where it cannot be read as it is stored. */
  judgement: Judgement | null;
}

/** Cases of a stored run with the judgements that stand for them, in pieces. */
export class RunMaterial {
  readonly #runs: RunStore;
  readonly #run: StoredRun;
  readonly #most: number;
  #held: Material[][] | null = null;

  /** Runs of up to `most` cases are held; of larger ones every look reads anew. */
  constructor(runs: RunStore, run: StoredRun, most: number) {
    this.#runs = runs;
    this.#run = run;
    this.#most = most;
  }

  /** What was read is at hand. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** `hold`: what is read is kept for the next look, if it is not too much. */
  async *pieces(hold: boolean): AsyncGenerator<readonly Material[]> {
    if (this.#held) {
      yield* this.#held;
      return;
    }
    const { id } = this.#run.head;
    const held: Material[][] | null = hold && this.#run.cases.length <= this.#most ? [] : null;
    let first = 0;
    for await (const piece of this.#runs.cases(id)) {
      const judged = piece.flatMap(({ case: { input } }, index) => {
        const place = this.#run.placeAt(first + index);
        return place === undefined ? [] : [{ row: first + index, input, place }];
      });
      first += piece.length;
      const places = judged.map(({ place }) => place);
      const judgements = await readJudgements(this.#runs, id, places);
      const material = judged.map(({ row, input }, index) => {
        const judgement = judgements[index];
        return { row, input, judgement: judgement ? withoutTalk(judgement) : null };
      });
      held?.push(material);
      yield material;
    }
    this.#held = held;
  }
}

/** What was said to and by the judge is most of a judgement, and nothing is computed from it. */
function withoutTalk(judgement: Judgement): Judgement {
  return { ...judgement, attempts: [], prompt: null };
}
