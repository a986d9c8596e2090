import type { Judgement } from '../../judgement/judgement';
import { storageFaultOf, type SheetStore } from '../sheet-store';
import { type JudgementPlace, readPlaces } from './judged-case';
import { yieldEvery } from '../../kit/sliced-work.browser';

/** Enough for those who step through rows and for what was judged last; the rest stays where it is stored. */
const mostKept = 200;

/** Whole judgements, read from their runs when they are looked at. */
export class JudgementReader {
  readonly #store: SheetStore;
  readonly #recent = new Map<string, Judgement>();
  /** Of runs that are not stored yet. */
  #held: ReadonlyMap<string, Judgement> = new Map();
  /** Made anew whenever something has been read, so that a screen that found nothing looks again. */
  #absent = $state.raw<{ judgement?: Judgement }>({});
  readonly #asked = new Set<string>();

  constructor(store: SheetStore) {
    this.#store = store;
  }

  /** Makes the judgements of runs that are not stored readable, in the order of each run's log. They replace those held before. */
  hold(runs: readonly { head: { id: string }; results: readonly { judgement: Judgement }[] }[]): void {
    this.#held = new Map(
      runs.flatMap(({ head, results }) =>
        results.map(({ judgement }, place) => [keyOf({ run: head.id, place }), judgement]),
      ),
    );
    this.#absent = {};
  }
  /** What is at hand. A screen that depends on it is updated when it has been read. */
  peek(at: JudgementPlace): Judgement | undefined {
    return this.#atHand(at) ?? this.#absent.judgement;
  }
  /** As `peek`, and has it read where it is not at hand. One that cannot be read leaves its cell of the table empty. */
  glance(at: JudgementPlace): Judgement | undefined {
    const key = keyOf(at);
    const found = this.peek(at);
    if (!found && !this.#asked.has(key)) {
      this.#asked.add(key);
      void this.read(at)
        .then(
          () => (this.#absent = {}),
          () => undefined,
        )
        .finally(() => this.#asked.delete(key));
    }
    return found;
  }
  async read(at: JudgementPlace): Promise<Judgement> {
    const known = this.peek(at);
    if (known) return known;
    const found = await this.#store.judgement(at.run, at.place);
    this.#recent.set(keyOf(at), found);
    for (const oldest of this.#recent.keys()) if (this.#recent.size > mostKept) this.#recent.delete(oldest);
    return found;
  }
  /** Many in their order, for files: they are not kept. Null for one that cannot be read as it is stored. */
  async readAll(places: readonly JudgementPlace[]): Promise<(Judgement | null)[]> {
    const found = new Map<string, Judgement | null | undefined>();
    for (const run of new Set(places.map((at) => at.run))) {
      // What was looked at can be written also where the storage cannot be read any more.
      const unread = places.filter((at) => at.run === run && !this.#atHand(at));
      const judgements = await readPlaces(
        unread.map(({ place }) => place),
        (some) => this.#store.judgements(run, some),
        yieldEvery(),
      ).catch((error: unknown) => {
        const fault = storageFaultOf(error);
        if (fault !== 'newer-version' && fault !== 'unavailable') throw error;
        return unread.map(() => null);
      });
      for (const [index, at] of unread.entries()) found.set(keyOf(at), judgements[index]);
    }
    return places.map((at) => {
      const judgement = this.#atHand(at) ?? found.get(keyOf(at));
      if (judgement === undefined) throw new Error(`Expected a judgement at ${keyOf(at)}, found none.`);
      return judgement;
    });
  }
  #atHand(at: JudgementPlace): Judgement | undefined {
    return this.#recent.get(keyOf(at)) ?? this.#held.get(keyOf(at));
  }
}

function keyOf({ run, place }: JudgementPlace): string {
  return `${run}/${place}`;
}
