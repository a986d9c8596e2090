import type { CaseInput } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Weighable } from '../core/model/weighable';
import type { RunStore } from '../storage/runs/run-store';
import { readJudgements, readWeighables } from './read-judgements';
import type { StoredRun } from './stored-run';

/** A judged case, as far as it takes to look at it anew. */
export interface Material<T> {
  row: number;
  input: CaseInput;
  /** Null where it cannot be read as it is stored. */
  judgement: T | null;
}

type ReadPlaces<T> = (places: readonly number[]) => Promise<(T | null | undefined)[]>;

/** The judged ones of a run's cases up to the row `last`, in pieces. */
export async function* judgedPieces<T>(
  runs: RunStore,
  { run, placeAt, last }: { run: string; placeAt: StoredRun['placeAt']; last: number },
  read: ReadPlaces<T>,
): AsyncGenerator<Material<T>[]> {
  let first = 0;
  for await (const piece of runs.cases(run)) {
    const judged = piece.flatMap(({ case: { input } }, index) => {
      const place = placeAt(first + index);
      return place === undefined ? [] : [{ row: first + index, input, place }];
    });
    first += piece.length;
    const judgements = await read(judged.map(({ place }) => place));
    yield judged.map(({ row, input }, index) => ({ row, input, judgement: judgements[index] ?? null }));
    if (first > last) return;
  }
}

/** Cases of a stored run with the judgements that stand for them, in pieces. */
export class RunMaterial {
  readonly #runs: RunStore;
  readonly #run: StoredRun;
  readonly #most: number;
  #held: Material<Judgement>[][] | null = null;

  /** Runs of up to `most` cases are held whole; of larger ones every look reads anew. */
  constructor(runs: RunStore, run: StoredRun, most: number) {
    this.#runs = runs;
    this.#run = run;
    this.#most = most;
  }

  /** What was read is at hand. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** With no more of each judgement than weighing it takes. Nothing of it is kept here. */
  weighables(): AsyncGenerator<readonly Material<Weighable>[]> {
    return this.#pieces((places) => readWeighables(this.#runs, this.#run.head.id, places));
  }

  /** With whole judgements, which are kept for the next look if they are not too many. */
  async *judgements(): AsyncGenerator<readonly Material<Judgement>[]> {
    if (this.#held) {
      yield* this.#held;
      return;
    }
    const held: Material<Judgement>[][] | null = this.#run.cases.length <= this.#most ? [] : null;
    for await (const piece of this.#pieces((places) => this.#read(places))) {
      held?.push(piece);
      yield piece;
    }
    this.#held = held;
  }

  #pieces<T>(read: ReadPlaces<T>): AsyncGenerator<Material<T>[]> {
    const { head, placeAt, cases } = this.#run;
    return judgedPieces(this.#runs, { run: head.id, placeAt, last: cases.length - 1 }, read);
  }

  async #read(places: readonly number[]): Promise<(Judgement | null)[]> {
    const judgements = await readJudgements(this.#runs, this.#run.head.id, places);
    return judgements.map((judgement) => (judgement ? withoutTalk(judgement) : null));
  }
}

/** What was said to and by the judge is most of a judgement, and nothing is computed from it. */
function withoutTalk(judgement: Judgement): Judgement {
  return { ...judgement, attempts: [], prompt: null };
}
