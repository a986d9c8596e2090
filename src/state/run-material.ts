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

/** Runs up to this size are held while their numbers are turned; of larger ones every look reads anew. */
const mostHeld = 5000;

/** Cases of a stored run with the judgements that stand for them, in pieces. */
export class RunMaterial {
  readonly #runs: RunStore;
  readonly #run: StoredRun;
  #held: Material[][] | null = null;

  constructor(runs: RunStore, run: StoredRun) {
    this.#runs = runs;
    this.#run = run;
  }

  async *pieces(): AsyncGenerator<readonly Material[]> {
    if (this.#held) {
      yield* this.#held;
      return;
    }
    const { id } = this.#run.head;
    const held: Material[][] = [];
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
      if (this.#run.cases.length <= mostHeld) held.push(material);
      yield material;
    }
    if (this.#run.cases.length <= mostHeld) this.#held = held;
  }
}

/** What was said to and by the judge is most of a judgement, and nothing is computed from it. */
function withoutTalk(judgement: Judgement): Judgement {
  return { ...judgement, attempts: [], prompt: null };
}
