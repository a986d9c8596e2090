import type { CaseInput } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Weighable } from '../core/model/weighable';
import type { JudgedRow } from '../pipeline/compact-away';
import type { SheetStore } from '../sheet/sheet-store';
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

/** These cases of a sheet, which stand in the order of their keys, in pieces. */
export async function* judgedPieces<T>(
  store: Pick<SheetStore, 'cases'>,
  sheet: string,
  judged: readonly JudgedRow[],
  read: ReadPlaces<T>,
): AsyncGenerator<Material<T>[]> {
  const byKey = new Map(judged.map((each) => [each.key, each]));
  const last = judged.at(-1)?.key ?? -1;
  for await (const piece of store.cases(sheet)) {
    const found = piece.flatMap(({ key, case: { input } }) => {
      const each = byKey.get(key);
      return each ? [{ ...each, input }] : [];
    });
    const judgements = await read(found.map(({ place }) => place));
    yield found.map(({ row, input }, index) => ({ row, input, judgement: judgements[index] ?? null }));
    if ((piece.at(-1)?.key ?? -1) >= last) return;
  }
}

/** Cases of a stored run with the judgements that stand for them, in pieces. */
export class RunMaterial {
  readonly #store: SheetStore;
  readonly #run: StoredRun;
  readonly #judged: readonly JudgedRow[];
  readonly #most: number;
  #held: Material<Judgement>[][] | null = null;

  /** Runs of up to `most` cases are held whole; of larger ones every look reads anew. */
  constructor(store: SheetStore, run: StoredRun, judged: readonly JudgedRow[], most: number) {
    this.#store = store;
    this.#run = run;
    this.#judged = judged;
    this.#most = most;
  }

  /** What was read is at hand. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** With no more of each judgement than weighing it takes. Nothing of it is kept here. */
  weighables(): AsyncGenerator<readonly Material<Weighable>[]> {
    return this.#pieces((places) => readWeighables(this.#store, this.#run.head.id, places));
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
    return judgedPieces(this.#store, this.#run.head.sheet, this.#judged, read);
  }

  async #read(places: readonly number[]): Promise<(Judgement | null)[]> {
    const judgements = await readJudgements(this.#store, this.#run.head.id, places);
    return judgements.map((judgement) => (judgement ? withoutTalk(judgement) : null));
  }
}

/** What was said to and by the judge is most of a judgement, and nothing is computed from it. */
function withoutTalk(judgement: Judgement): Judgement {
  return { ...judgement, attempts: [], prompt: null };
}
