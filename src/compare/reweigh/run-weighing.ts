import type { Reweighed } from '../../rubric/knobs/with-knobs';
import type { CaseInput } from '../../rubric/facts';
import type { Weighable } from '../../judgement/judgement';
import { type Digest, digestOf } from '../../judgement/digest';
import { reassess } from '../../judgement/reassess';
import type { SheetStore } from '../../sheet/sheet-store';
import { readPlaces } from '../../sheet/results/judged-case';
import { yieldEvery } from '../../kit/sliced-work';
import type { StoredRun } from '../stored-run';

/** Most cases whose judgements stay in memory. Each takes about 20 kB. */
const usualMostHeld = 10_000;
const sliceMilliseconds = 8;

export interface WeighingProgress {
  /** How many cases are read or weighed. */
  done: number;
  /** The cases are being read, and stay in memory. */
  once: boolean;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (progress: WeighingProgress) => void;
}

interface JudgedCase {
  row: number;
  input: CaseInput;
  /** Null where it cannot be read as it is stored. */
  judgement: Weighable | null;
}

/** Applies other weights and thresholds to the stored judgements of a run. */
export class RunWeighing {
  readonly #store: SheetStore;
  readonly #run: StoredRun;
  /** By the key of the case. */
  readonly #judged = new Map<number, { row: number; place: number }>();
  readonly #end = new AbortController();
  /** A run with more cases is read again for every change. */
  readonly readsEachTime: boolean;
  #held: Promise<JudgedCase[]> | null = null;
  #onRead: Watch['onProgress'] = () => undefined;

  constructor(store: SheetStore, run: StoredRun, mostHeld = usualMostHeld) {
    this.#store = store;
    this.#run = run;
    for (const [row, { key }] of run.cases.entries()) {
      const place = run.placeAt(row);
      if (place !== undefined) this.#judged.set(key, { row, place });
    }
    this.readsEachTime = this.#judged.size > mostHeld;
  }

  /** Reads the judgements into memory. A change that comes meanwhile waits for the same reading. */
  async prepare(onProgress: Watch['onProgress']): Promise<void> {
    if (!this.readsEachTime) await this.#hold(onProgress);
  }

  /** The digest of each row under the changed rubric; undefined for judgements that cannot be read. */
  async weigh(
    turned: Reweighed,
    { signal, onProgress }: Watch,
  ): Promise<(row: number) => Digest | undefined> {
    const digests: (Digest | undefined)[] = [];
    const maybeYield = yieldEvery(sliceMilliseconds);
    let done = 0;
    for await (const { row, input, judgement } of this.readsEachTime
      ? this.#read(signal)
      : await this.#hold(onProgress)) {
      const pause = maybeYield();
      if (pause) {
        onProgress({ done, once: false });
        await pause;
      }
      signal.throwIfAborted();
      if (judgement) digests[row] = digestOf(turned.rubric, reassess(turned, { input }, judgement));
      done += 1;
    }
    signal.throwIfAborted();
    return (row) => digests[row];
  }

  /** Ends the reading for good. */
  stop(): void {
    this.#end.abort();
  }

  #hold(onProgress: Watch['onProgress']): Promise<JudgedCase[]> {
    this.#onRead = onProgress;
    this.#held ??= this.#readAll().catch((error: unknown) => {
      this.#held = null;
      throw error;
    });
    return this.#held;
  }

  async #readAll(): Promise<JudgedCase[]> {
    const held: JudgedCase[] = [];
    for await (const each of this.#read(this.#end.signal)) {
      held.push(each);
      this.#onRead({ done: held.length, once: true });
    }
    return held;
  }

  async *#read(signal: AbortSignal): AsyncGenerator<JudgedCase> {
    const { id, sheet } = this.#run.head;
    for await (const piece of this.#store.cases(sheet)) {
      const found = piece.flatMap(({ key, case: { input } }) => {
        const at = this.#judged.get(key);
        return at ? [{ ...at, input }] : [];
      });
      const places = found.map(({ place }) => place);
      const judgements = await readPlaces(places, (some) => this.#store.weighables(id, some));
      signal.throwIfAborted();
      for (const [index, { row, input }] of found.entries())
        yield { row, input, judgement: judgements[index] ?? null };
    }
  }
}
