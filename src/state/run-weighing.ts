import { withKnobs, wholeTurned, type KnobProblem, type Reweighed } from '../core/check/with-knobs';
import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import { digestOf } from '../core/stats/digest';
import type { CompactAway, JudgedRow } from '../pipeline/compact-away';
import { compactJudgement, type CompactTools } from '../pipeline/compact-judgement';
import { reassess } from '../pipeline/reassess';
import type { SheetStore } from '../sheet/sheet-store';
import { HeldRun } from './held-run';
import { RunMaterial, type Material } from './run-material';
import { breathing, SlicedWork } from './sliced-work';
import type { StoredRun } from './stored-run';

type DigestAt = (row: number) => Digest | undefined;
type Changes = Readonly<Record<string, number>>;
type Turned = { ok: true; rubric: Rubric; reweighed: Reweighed } | { ok: false; problems: KnobProblem[] };

const usualLimits = {
  /** Most that is held of a run in characters of JSON, each of which takes up to four bytes of memory. */
  characters: 50_000_000,
  /** The same in cases, where nothing can be left out. */
  cases: 5000,
  /** Fewest cases that are read beside the page: of fewer it has read most by the time a worker has come. */
  away: 200,
};
const sliceMilliseconds = 8;

/** What it takes to read beside the page. Rejects where that part of the page cannot be loaded. */
export type LoadCompactAway = () => Promise<CompactAway>;

export interface WeighingProgress {
  /** How many cases are read, or weighed. */
  done: number;
  /** What is read now will be at hand. */
  once: boolean;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (progress: WeighingProgress) => void;
}

/** Weighs a stored run by other numbers. It is read once, unless what it takes is too much to hold. */
export class RunWeighing {
  readonly #store: SheetStore;
  readonly #run: StoredRun;
  readonly #loadAway: LoadCompactAway | null;
  readonly #material: RunMaterial;
  readonly #tools: CompactTools | null;
  readonly #most: number;
  readonly #fewestAway: number;
  readonly #judged: readonly JudgedRow[];
  readonly #work = new SlicedWork();
  #reading: { held: Promise<HeldRun | null>; end: AbortController; ended: boolean } | null = null;
  #onRead: Watch['onProgress'] = () => undefined;
  #tooLarge = false;

  /** `tools`: null where what the numbers can change could not be kept apart. `loadAway`: null where nobody reads but the page. */
  constructor(
    store: SheetStore,
    run: StoredRun,
    tools: CompactTools | null,
    loadAway: LoadCompactAway | null,
    limits: Partial<typeof usualLimits> = {},
  ) {
    const { characters, cases, away } = { ...usualLimits, ...limits };
    this.#store = store;
    this.#run = run;
    this.#loadAway = loadAway;
    this.#tools = tools;
    this.#most = characters;
    this.#fewestAway = away;
    this.#judged = run.cases.flatMap(({ key }, row) => {
      const place = run.placeAt(row);
      return place === undefined ? [] : [{ row, key, place }];
    });
    this.#material = new RunMaterial(store, run, this.#judged, cases);
  }

  /** Every change reads the whole run again. Known once it was read. */
  get readsEachTime(): boolean {
    return (this.#tools === null || this.#tooLarge) && !this.#material.isHeld;
  }

  /** Others read it than the page. */
  get readsBeside(): boolean {
    // What lies in the memory of the page no worker sees.
    return this.#loadAway !== null && this.#store.durable && this.#judged.length >= this.#fewestAway;
  }

  /** By the numbers as they are turned, or why that cannot be. */
  turn(changes: Changes): Turned {
    const { rubric } = this.#run;
    const reweighed = withKnobs(this.#tools?.reach.cut ?? rubric, changes);
    if (!reweighed.ok) return reweighed;
    return { ok: true, rubric: this.#tools ? wholeTurned(rubric, reweighed) : reweighed.rubric, reweighed };
  }

  /** Reads what a change will take, if it can be held. Who changes something meanwhile waits for the same reading. */
  async prepare({ signal, onProgress }: Watch): Promise<void> {
    if (this.#tools === null || this.#tooLarge) return;
    this.#onRead = onProgress;
    this.#reading ??= this.#read(this.#tools);
    await this.#reading.held;
    signal.throwIfAborted();
  }

  /** What becomes of each case; undefined for those that cannot be read. A newer request calls off the one before it. */
  async weigh({ reweighed }: { reweighed: Reweighed }, changes: Changes, watch: Watch): Promise<DigestAt> {
    const { signal, onProgress } = watch;
    const tools = this.#tooLarge ? null : this.#tools;
    if (tools === null) return this.#weighAnew(changes, watch);
    this.#onRead = onProgress;
    this.#reading ??= this.#read(tools);
    const held = await this.#reading.held;
    signal.throwIfAborted();
    if (held === null) return this.#weighAnew(changes, watch);
    const digestAt = await this.#work.run(held.weigh(reweighed, (done) => onProgress({ done, once: false })));
    signal.throwIfAborted();
    return digestAt ?? Promise.reject(new Error('Expected nobody to call off a weighing but by its signal.'));
  }

  /** Ends what is under way. What was read to its end stays at hand; otherwise the next request begins it anew. */
  cancel(): void {
    this.#work.cancel();
    if (!this.#reading || this.#reading.ended) return;
    this.#reading.end.abort();
    this.#reading = null;
  }

  #read(tools: CompactTools) {
    const end = new AbortController();
    const held = this.#hold(tools, end.signal);
    const reading = { held, end, ended: false };
    held.then(
      () => (reading.ended = true),
      // Whoever waits for it hears of a failure, and so does whoever asks next.
      () => {
        if (this.#reading === reading) this.#reading = null;
      },
    );
    return reading;
  }

  async #hold(tools: CompactTools, signal: AbortSignal): Promise<HeldRun | null> {
    const held = (await this.#holdAway(tools, signal)) ?? (await this.#holdHere(tools, signal));
    if (this.#tooLarge) return null;
    held.close();
    return held;
  }

  /** Null where that cannot be, or breaks: then the page reads all of it. */
  async #holdAway(tools: CompactTools, signal: AbortSignal): Promise<HeldRun | null> {
    if (!this.#loadAway || !this.readsBeside) return null;
    const compactAway = await this.#loadAway().catch(() => null);
    signal.throwIfAborted();
    const held = new HeldRun(tools, this.#run.standingAt);
    const { id, sheet, rubric } = this.#run.head;
    let done = 0;
    const isWhole = await compactAway?.(
      { run: id, sheet, rubric: rubric.hash, judged: this.#judged },
      {
        signal,
        onSome: (rows) => {
          for (const { row, compacted } of rows) if (compacted) held.add(row, compacted);
          this.#onRead({ done: (done += rows.length), once: true });
          return this.#isHoldable(held);
        },
      },
    );
    return isWhole ? held : null;
  }

  async #holdHere(tools: CompactTools, signal: AbortSignal): Promise<HeldRun> {
    const held = new HeldRun(tools, this.#run.standingAt);
    const onProgress = (done: number) => this.#onRead({ done, once: true });
    for await (const { row, input, judgement } of this.#each(
      this.#material.weighables(),
      signal,
      onProgress,
    )) {
      if (judgement) held.add(row, compactJudgement(tools, input, judgement));
      if (!this.#isHoldable(held)) break;
    }
    return held;
  }

  #isHoldable({ characters }: HeldRun): boolean {
    this.#tooLarge = characters > this.#most;
    return !this.#tooLarge;
  }

  async #weighAnew(changes: Changes, { signal, onProgress }: Watch): Promise<DigestAt> {
    const turned = withKnobs(this.#run.rubric, changes);
    if (!turned.ok) throw new Error('Expected numbers that were found to be usable.');
    const digests: (Digest | undefined)[] = [];
    for await (const { row, input, judgement } of this.#each(this.#material.judgements(), signal, (done) => {
      onProgress({ done, once: false });
    })) {
      if (judgement) digests[row] = digestOf(turned.rubric, reassess(turned, { input }, judgement));
    }
    return (row) => digests[row];
  }

  async *#each<T>(
    pieces: AsyncIterable<readonly Material<T>[]>,
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): AsyncGenerator<Material<T>> {
    const breathe = breathing(sliceMilliseconds);
    let done = 0;
    for await (const piece of pieces) {
      for (const each of piece) {
        signal.throwIfAborted();
        yield each;
        done += 1;
        const turn = breathe();
        if (turn) onProgress(done);
        await turn;
      }
    }
    signal.throwIfAborted();
  }
}
