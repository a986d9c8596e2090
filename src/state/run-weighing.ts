import { withKnobs, wholeTurned, type KnobProblem, type Reweighed } from '../core/check/with-knobs';
import type { Rubric } from '../core/model/rubric';
import type { Digest } from '../core/model/run';
import { digestOf } from '../core/stats/digest';
import type { CompactTools } from '../pipeline/compact-judgement';
import { reassess } from '../pipeline/reassess';
import type { RunStore } from '../storage/runs/run-store';
import { HeldRun } from './held-run';
import { RunMaterial, type Material } from './run-material';
import { breathing, SlicedWork } from './sliced-work';
import type { StoredRun } from './stored-run';

type DigestAt = (row: number) => Digest | undefined;
type Changes = Readonly<Record<string, number>>;
type Turned = { ok: true; rubric: Rubric; reweighed: Reweighed } | { ok: false; problems: KnobProblem[] };

/** Most that is held of a run: in characters of JSON, each of which takes up to four bytes of memory; or, where nothing can be left out, in cases. */
const usualLimits = { characters: 50_000_000, cases: 5000 };
const sliceMilliseconds = 8;

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
  readonly #run: StoredRun;
  readonly #material: RunMaterial;
  readonly #tools: CompactTools | null;
  readonly #most: number;
  readonly #work = new SlicedWork();
  #reading: { held: Promise<HeldRun | null>; end: AbortController; ended: boolean } | null = null;
  #onRead: Watch['onProgress'] = () => undefined;
  #tooLarge = false;

  /** `tools`: null where what the numbers can change could not be kept apart. */
  constructor(runs: RunStore, run: StoredRun, tools: CompactTools | null, limits = usualLimits) {
    this.#run = run;
    this.#material = new RunMaterial(runs, run, limits.cases);
    this.#tools = tools;
    this.#most = limits.characters;
  }

  /** Every change reads the whole run again. Known once it was read. */
  get readsEachTime(): boolean {
    return (this.#tools === null || this.#tooLarge) && !this.#material.isHeld;
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
    const held = this.#hold(new HeldRun(tools, this.#run.digestAt), end.signal);
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

  async #hold(held: HeldRun, signal: AbortSignal): Promise<HeldRun | null> {
    for await (const { row, input, judgement } of this.#each(false, signal, (done) => {
      this.#onRead({ done, once: true });
    })) {
      if (judgement) held.add(row, input, judgement);
      if (held.characters <= this.#most) continue;
      this.#tooLarge = true;
      return null;
    }
    held.close();
    return held;
  }

  async #weighAnew(changes: Changes, { signal, onProgress }: Watch): Promise<DigestAt> {
    const turned = withKnobs(this.#run.rubric, changes);
    if (!turned.ok) throw new Error('Expected numbers that were found to be usable.');
    const digests: (Digest | undefined)[] = [];
    for await (const { row, input, judgement } of this.#each(true, signal, (done) => {
      onProgress({ done, once: false });
    })) {
      if (judgement) digests[row] = digestOf(turned.rubric, reassess(turned, { input }, judgement));
    }
    return (row) => digests[row];
  }

  async *#each(
    hold: boolean,
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): AsyncGenerator<Material> {
    const breathe = breathing(sliceMilliseconds);
    let done = 0;
    for await (const piece of this.#material.pieces(hold)) {
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
