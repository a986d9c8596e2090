import { comparable, type Obstacle } from './comparable';
import { compareRuns, type Comparison as Compared, type PairedRow } from './compare-runs';
import { changedInputs, type RunOutline, type Side } from './compared-run';
import { differencesCsvChunks } from './differences-csv';
import { explain, reasonGround, type ReasonGround, type Reason } from './explain';
import type { Case } from '../cases/case';
import type { Judgement } from '../judgement/judgement';
import type { Digest } from '../judgement/digest';
import { type SheetStore, troubleOf, type Trouble } from '../sheet/sheet-store';
import { CsvDownload } from '../kit/csv-download.svelte';
import { differencesFileName } from '../sheet/run-names';
import { PairList, verdictKey, VerdictCounts, type VerdictTable } from './pair-list.svelte';
import { SlicedWork, type Slices } from '../kit/sliced-work';
import { sameResults, readOutline, readStoredRun, type StoredOutline, type StoredRun } from './stored-run';

export type { Caveat, Obstacle } from './comparable';
export type { Coefficient, LabelAgreement, NumberAgreement } from './agreement';
export type { PairedRow } from './compare-runs';
export type { RunOutline, Side } from './compared-run';
export type { Reason } from './explain';
export type { RubricChange } from './run-differences';
export type { RunDifference } from './run-differences';
export type { ValueChange } from './compare-row';

/** Scores that B has higher than A, lower, and the same, of pairs that have two. */
export interface ScoreShifts {
  higher: number;
  lower: number;
  same: number;
}

/** Two runs laid side by side. */
export interface SideBySide extends Compared {
  a: StoredRun;
  b: StoredRun;
  /** Null where the rubric gives no verdicts. */
  verdicts: VerdictTable | null;
  shifts: ScoreShifts;
  list: PairList;
}

/** One side of a pair that is looked at. */
export interface PairSide {
  subject: Case;
  digest: Digest | undefined;
  judgement: Judgement | null;
}

export interface OpenedPair {
  a: PairSide;
  b: PairSide;
  reasons: Reason[];
  /** Names of the inputs that are not the same text in both. */
  changedInputs: string[];
}

export type ComparisonPhase =
  | { kind: 'reading'; side: Side; done: number; of: number }
  | { kind: 'comparing' }
  | { kind: 'cancelled' }
  /** `deleted`: while it was shown, and maybe to be undone. */
  | { kind: 'missing'; in: Side | 'both'; deleted: boolean }
  | { kind: 'refused'; a: RunOutline; b: RunOutline; obstacles: Obstacle[] }
  | { kind: 'failed'; trouble: Trouble }
  | { kind: 'done'; result: SideBySide };

type OnProgress = (phase: Extract<ComparisonPhase, { kind: 'reading' | 'comparing' }>) => void;

/** Compares two stored runs, and reads single judgements of them when a pair is opened. */
export class Comparison {
  readonly #store: SheetStore;
  readonly #work = new SlicedWork();
  readonly download = new CsvDownload();
  #phase = $state.raw<ComparisonPhase>({ kind: 'comparing' });
  #current = new AbortController();
  #opening: Promise<void> = Promise.resolve();
  #sides: Readonly<Record<Side, string>> | null = null;
  /** The runs read last: with the sides swapped they need not be read again. */
  readonly #read = new Map<string, StoredRun>();
  #ground: ReasonGround | null = null;

  constructor(store: SheetStore) {
    this.#store = store;
  }

  get phase(): ComparisonPhase {
    return this.#phase;
  }

  open(a: string, b: string): Promise<void> {
    this.#stop();
    this.#sides = { a, b };
    const { signal } = (this.#current = new AbortController());
    this.#phase = { kind: 'reading', side: 'a', done: 0, of: 1 };
    this.#opening = this.#compare(a, b, signal, (phase) => {
      if (!signal.aborted) this.#phase = phase;
    });
    return this.#opening;
  }
  /** The store changed: what is new takes the place of what is shown, which stays until then. */
  async catchUp(): Promise<void> {
    await this.#opening;
    const { signal } = this.#current;
    if (!this.#sides || signal.aborted) return;
    const { a, b } = this.#sides;
    if (this.#phase.kind === 'failed') return this.open(a, b);
    if (this.#phase.kind === 'done' || this.#phase.kind === 'refused')
      await this.#compare(a, b, signal, () => undefined);
  }
  /** Ends the reading, on the person's word or because the screen is left. */
  cancel(): void {
    const busy = this.#phase.kind === 'reading' || this.#phase.kind === 'comparing';
    this.#stop();
    if (busy) this.#phase = { kind: 'cancelled' };
  }

  /** These runs are not there any more: nothing is shown that cannot be read or exported. Once they are back, it is again. */
  hearMissing(missing: ReadonlySet<string>): void {
    if (!this.#sides) return;
    const { a, b } = this.#sides;
    const side = missingSide(!missing.has(a), !missing.has(b));
    if (side) {
      this.#stop();
      this.#phase = { kind: 'missing', in: side, deleted: true };
    } else if (this.#phase.kind === 'missing') void this.open(a, b);
  }

  /** Why a pair fared otherwise, as far as can be told without its judgements. */
  reasonsFor(result: SideBySide, pair: PairedRow): Reason[] {
    const digests = { a: result.a.digestAt(pair.a), b: result.b.digestAt(pair.b) };
    return explain(
      this.#groundOf(result),
      { digest: digests.a },
      { digest: digests.b },
      pair.by !== 'changed',
    );
  }

  async openPair(result: SideBySide, pair: PairedRow): Promise<OpenedPair> {
    const [a, b] = await Promise.all([this.#side(result.a, pair.a), this.#side(result.b, pair.b)]);
    const reasons = explain(this.#groundOf(result), judged(a), judged(b), pair.by !== 'changed');
    return { a, b, reasons, changedInputs: changedInputs(a.subject.input, b.subject.input) };
  }

  exportCsv({ a, b, ...comparison }: SideBySide): Promise<void> {
    const pieces = differencesCsvChunks({ a, b, comparison }, { bom: true });
    return this.download.write(differencesFileName(a.head, b.head), pieces);
  }

  /** `onProgress`: told how far it is; what comes of it is shown. */
  async #compare(a: string, b: string, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    try {
      const phase = await this.#compared(a, b, signal, onProgress);
      if (phase && !signal.aborted) this.#phase = phase;
    } catch (error) {
      if (signal.aborted) return;
      this.#phase = { kind: 'failed', trouble: troubleOf(error) };
    }
  }

  async #compared(
    a: string,
    b: string,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<ComparisonPhase | null> {
    const [outlineA, outlineB] = await Promise.all([
      readOutline(this.#store, a),
      readOutline(this.#store, b),
    ]);
    signal.throwIfAborted();
    if (!outlineA || !outlineB) {
      const side = missingSide(outlineA !== null, outlineB !== null) ?? 'both';
      return { kind: 'missing', in: side, deleted: false };
    }
    const outlines = { a: outlineA, b: outlineB };
    const comparability = comparable(outlineA, outlineB);
    // Said before a single case is read.
    if (!comparability.ok) return { kind: 'refused', ...outlines, obstacles: comparability.obstacles };
    const runA = await this.#run('a', outlineA, signal, onProgress);
    const runB = await this.#run('b', outlineB, signal, onProgress);
    signal.throwIfAborted();
    this.#read.clear();
    this.#read.set(a, runA).set(b, runB);
    onProgress({ kind: 'comparing' });
    const compared = await this.#work.run(compareRuns(runA, runB));
    if (!compared) return null;
    if (!compared.ok) return { kind: 'refused', ...outlines, obstacles: compared.obstacles };
    const result = await this.#work.run(sideBySide(runA, runB, compared.comparison));
    if (!result) return null;
    await this.#arrange(result.list);
    return { kind: 'done', result };
  }

  /** Shows the cases that the list before it does, though the person may turn to others meanwhile. */
  async #arrange(list: PairList): Promise<void> {
    let shown: PairList | null;
    do {
      shown = this.#phase.kind === 'done' ? this.#phase.result.list : null;
      await list.arrange(shown ?? list);
    } while (shown && (shown.filter !== list.filter || shown.order !== list.order));
  }

  async #run(
    side: Side,
    outline: StoredOutline,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<StoredRun> {
    signal.throwIfAborted();
    const before = this.#read.get(outline.head.id);
    if (before && sameResults(before, outline)) return { ...before, head: outline.head };
    onProgress({ kind: 'reading', side, done: 0, of: 1 });
    return readStoredRun(this.#store, outline, {
      signal,
      onProgress: (done, of) => {
        onProgress({ kind: 'reading', side, done, of });
      },
    });
  }

  async #side(run: StoredRun, row: number): Promise<PairSide> {
    const { id, sheet } = run.head;
    const place = run.placeAt(row);
    const mark = run.cases[row];
    if (!mark) throw new Error(`Expected a row below ${run.cases.length}, got ${row}.`);
    const [{ case: subject }, judgement] = await Promise.all([
      this.#store.caseAt(sheet, mark.key),
      place === undefined ? null : this.#store.judgement(id, place),
    ]);
    return { subject, judgement, digest: run.digestAt(row) };
  }

  #groundOf({ a, b, ground }: SideBySide): ReasonGround {
    if (this.#ground?.criteria !== ground.criteria) this.#ground = reasonGround(a, b, ground);
    return this.#ground;
  }

  #stop(): void {
    this.#current.abort();
    this.#work.cancel();
    this.download.cancel();
  }
}

const pairsPerPause = 200;

function* sideBySide(a: StoredRun, b: StoredRun, compared: Compared): Slices<SideBySide> {
  const counts = new VerdictCounts();
  const shifts = { higher: 0, lower: 0, same: 0 };
  for (const [index, pair] of compared.pairs.entries()) {
    if (index % pairsPerPause === pairsPerPause - 1) yield;
    counts.add(verdictKey(a.digestAt(pair.a)), verdictKey(b.digestAt(pair.b)));
    const { scoreDelta: delta } = pair;
    if (delta !== null) shifts[delta > 0 ? 'higher' : delta < 0 ? 'lower' : 'same'] += 1;
  }
  const hasVerdicts = [a, b].some(({ rubric }) => rubric.headline.verdict !== undefined);
  const list = new PairList({
    same: compared.pairs,
    changed: compared.changed,
    ground: compared.ground,
    digestsOf: (pair) => ({ a: a.digestAt(pair.a), b: b.digestAt(pair.b) }),
  });
  return { ...compared, a, b, shifts, list, verdicts: hasVerdicts ? counts.table() : null };
}

function missingSide(hasA: boolean, hasB: boolean): Side | 'both' | null {
  if (hasA) return hasB ? null : 'b';
  return hasB ? 'a' : 'both';
}

function judged({ digest, judgement }: PairSide): { digest: Digest | undefined; judgement?: Judgement } {
  return judgement === null ? { digest } : { digest, judgement };
}
