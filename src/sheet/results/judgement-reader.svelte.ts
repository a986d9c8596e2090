import type { Judgement } from '../../judgement/judgement';
import type { StorageFault } from '../run-record';
import { type SheetStore, storageFaultOf } from '../sheet-store';
import { type JudgementPlace, readJudgements } from './judged-case';

/** The storage as a whole is out of this tab's reach. */
const lostFaults: ReadonlySet<StorageFault | null> = new Set<StorageFault | null>([
  'newer-version',
  'unavailable',
]);

/** Enough for those who step through rows and for what was judged last; the rest stays where it is stored. */
const mostKept = 200;

/** Whole judgements, read from their runs when they are looked at. */
export class JudgementReader {
  readonly #store: SheetStore;
  /** The one not used for longest comes first. */
  readonly #recent = new Map<string, Judgement>();
  /** Made anew whenever something has been read, so that a screen that found nothing looks again. */
  #absent = $state.raw<{ judgement?: Judgement }>({});
  readonly #asked = new Set<string>();

  constructor(store: SheetStore) {
    this.#store = store;
  }

  /** A judgement that was just made, and is stored. */
  remember(at: JudgementPlace, judgement: Judgement): void {
    const key = keyOf(at);
    this.#recent.delete(key);
    this.#recent.set(key, judgement);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= mostKept) break;
      this.#recent.delete(oldest);
    }
  }
  /** What is at hand. Whoever depends on it hears of it when it has been read. */
  peek(at: JudgementPlace): Judgement | undefined {
    const found = this.#recent.get(keyOf(at));
    if (!found) return this.#absent.judgement;
    this.remember(at, found);
    return found;
  }
  /** As `peek`, and has it read where it is not at hand. */
  glance(at: JudgementPlace): Judgement | undefined {
    const found = this.peek(at);
    if (!found && !this.#asked.has(keyOf(at))) {
      this.#asked.add(keyOf(at));
      void this.#fetch(at);
    }
    return found;
  }
  async read(at: JudgementPlace): Promise<Judgement> {
    const found = this.peek(at);
    if (found) return found;
    const judgement = await this.#store.judgement(at.run, at.place);
    this.remember(at, judgement);
    return judgement;
  }
  /** Many in their order, for files: they are not kept. Null for one that cannot be read as it is stored. */
  async readAll(places: readonly JudgementPlace[]): Promise<(Judgement | null)[]> {
    const byRun = new Map<string, JudgementPlace[]>();
    const found = new Map<JudgementPlace, Judgement | null>();
    for (const at of places) {
      // Also where the storage cannot be read any more.
      const recent = this.#recent.get(keyOf(at));
      if (recent) {
        found.set(at, recent);
        continue;
      }
      const ofRun = byRun.get(at.run);
      if (ofRun) ofRun.push(at);
      else byRun.set(at.run, [at]);
    }
    for (const [run, ofRun] of byRun) {
      const places = ofRun.map(({ place }) => place);
      const judgements = await readJudgements(this.#store, run, places).catch((error: unknown) => {
        // What this tab has in its memory can still be written.
        if (!lostFaults.has(storageFaultOf(error))) throw error;
        return places.map(() => null);
      });
      ofRun.forEach((at, index) => {
        const judgement = judgements[index];
        if (judgement !== undefined) found.set(at, judgement);
      });
    }
    return places.map((at) => {
      const judgement = found.get(at);
      if (judgement === undefined) throw new Error(`Expected a judgement at ${keyOf(at)}, found none.`);
      return judgement;
    });
  }

  async #fetch(at: JudgementPlace): Promise<void> {
    try {
      await this.read(at);
      this.#absent = {};
    } catch {
      // Who opens the judgement is told why it cannot be read; a cell of the table stays empty.
    } finally {
      this.#asked.delete(keyOf(at));
    }
  }
}

function keyOf({ run, place }: JudgementPlace): string {
  return `${run}/${place}`;
}
