import { comparable, type Obstacle } from './comparable';
import {
  compareRuns,
  filterPairs,
  firstFilter,
  type PairedRow,
  type PairFilter,
  type SideBySide,
} from './compare-runs';
import {
  changedInputs,
  readOutline,
  readStoredRun,
  type RunOutline,
  type Side,
  type StoredRun,
} from './stored-run';
import { differencesCsvChunks } from './differences-csv';
import { explain, reasonGround, type ReasonGround, type Reason } from './explain';
import type { Case } from '../cases/case';
import type { Judgement } from '../judgement/judgement';
import type { Digest } from '../judgement/digest';
import { type SheetStore, troubleOf, type Trouble } from '../sheet/sheet-store';
import { CsvDownload } from '../kit/csv-download.svelte';
import { differencesFileName } from '../sheet/run-names';
import type { RunHead } from '../sheet/run-record';
import { SlicedWork, yieldEvery } from '../kit/sliced-work.browser';

interface PairSide {
  subject: Case;
  digest: Digest | undefined;
  judgement: Judgement | null;
}

export interface OpenedPair {
  a: PairSide;
  b: PairSide;
  reasons: Reason[];
  changedInputs: string[];
}

export type ComparisonPhase =
  | { kind: 'reading'; share: number }
  | { kind: 'comparing' }
  | { kind: 'cancelled' }
  /** `deleted`: while it was shown, so that it may be undone. */
  | { kind: 'missing'; deleted: boolean }
  | { kind: 'refused'; a: RunOutline; b: RunOutline; obstacles: Obstacle[] }
  | { kind: 'failed'; trouble: Trouble }
  | { kind: 'done'; result: SideBySide };

type OnProgress = (phase: ComparisonPhase) => void;

export class Comparison {
  readonly #store: SheetStore;
  readonly #work = new SlicedWork();
  readonly download = new CsvDownload();
  phase = $state.raw<ComparisonPhase>({ kind: 'comparing' });
  filter = $state.raw<PairFilter>(firstFilter);
  readonly shown = $derived(this.phase.kind === 'done' ? filterPairs(this.phase.result, this.filter) : []);
  /** The pair whose judgements are shown. */
  opened = $state.raw<PairedRow | null>(null);
  #current = new AbortController();
  #opening: Promise<void> = Promise.resolve();
  #runs: readonly [string, string] | null = null;
  #ground: ReasonGround | null = null;

  constructor(store: SheetStore) {
    this.#store = store;
  }

  open(one: string, other: string): Promise<void> {
    this.#stop();
    this.#runs = [one, other];
    const { signal } = (this.#current = new AbortController());
    this.filter = firstFilter;
    this.opened = null;
    this.phase = { kind: 'reading', share: 0 };
    this.#opening = this.#compare(this.#runs, signal, (phase) => {
      if (!signal.aborted) this.phase = phase;
    });
    return this.#opening;
  }
  /** The store changed: what is new takes the place of what is shown, which stays until then. */
  async catchUp(): Promise<void> {
    await this.#opening;
    const { signal } = this.#current;
    if (!this.#runs || signal.aborted) return;
    if (this.phase.kind === 'failed') return this.open(...this.#runs);
    if (this.phase.kind === 'done' || this.phase.kind === 'refused')
      await this.#compare(this.#runs, signal, () => undefined);
  }
  cancel(): void {
    const { kind } = this.phase;
    this.#stop();
    if (kind === 'reading' || kind === 'comparing') this.phase = { kind: 'cancelled' };
  }
  /** A deleted run is not shown, since nothing of it can be read or exported. Once it is back, it is shown again. */
  hearMissing(missing: ReadonlySet<string>): void {
    if (!this.#runs) return;
    if (this.#runs.some((id) => missing.has(id))) {
      this.#stop();
      this.phase = { kind: 'missing', deleted: true };
    } else if (this.phase.kind === 'missing') void this.open(...this.#runs);
  }

  reasonsFor(result: SideBySide, pair: PairedRow): Reason[] {
    const a = { digest: result.a.digestAt(pair.a) };
    const b = { digest: result.b.digestAt(pair.b) };
    return explain(this.#groundOf(result), a, b, pair.by !== 'changed');
  }

  async openPair(result: SideBySide, pair: PairedRow): Promise<OpenedPair> {
    const [a, b] = await Promise.all([this.#side(result.a, pair.a), this.#side(result.b, pair.b)]);
    const reasons = explain(this.#groundOf(result), a, b, pair.by !== 'changed');
    return { a, b, reasons, changedInputs: changedInputs(a.subject.input, b.subject.input) };
  }

  exportCsv(result: SideBySide): Promise<void> {
    const name = differencesFileName(result.a.head, result.b.head);
    return this.download.write(name, differencesCsvChunks(result));
  }

  async #compare(runs: readonly string[], signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    try {
      const phase = await this.#compared(runs, signal, onProgress);
      if (phase && !signal.aborted) this.phase = phase;
    } catch (error) {
      if (!signal.aborted) this.phase = { kind: 'failed', trouble: troubleOf(error) };
    }
  }

  /** Null where a newer comparison took over. */
  async #compared(
    runs: readonly string[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<ComparisonPhase | null> {
    const stored = await Promise.all(runs.map((id) => readOutline(this.#store, id)));
    signal.throwIfAborted();
    const [a, b] = stored.filter((outline) => outline !== null).sort(byReference);
    if (!a || !b) return { kind: 'missing', deleted: false };
    const outlines = { a, b };
    const comparability = comparable(a, b);
    // Said before a single case is read.
    if (!comparability.ok) return { kind: 'refused', ...outlines, obstacles: comparability.obstacles };
    const read = (side: Side) =>
      readStoredRun(this.#store, outlines[side], {
        signal,
        maybeYield: yieldEvery(),
        onProgress: (done, of) =>
          onProgress({ kind: 'reading', share: (Number(side === 'b') + done / of) / 2 }),
      });
    const runA = await read('a');
    const runB = await read('b');
    signal.throwIfAborted();
    onProgress({ kind: 'comparing' });
    const compared = await this.#work.run(compareRuns(runA, runB));
    if (!compared) return null;
    if (!compared.ok) return { kind: 'refused', ...outlines, obstacles: compared.obstacles };
    return { kind: 'done', result: { ...compared.comparison, a: runA, b: runB } };
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

/** A person is what a judge is held against; else the older run comes first, whatever the order in the address. */
function byReference({ head: one }: RunOutline, { head: other }: RunOutline): number {
  const isPerson = ({ judge }: RunHead) => Number(judge.kind === 'person');
  return (
    isPerson(other) - isPerson(one) ||
    Date.parse(one.created) - Date.parse(other.created) ||
    (one.id < other.id ? -1 : 1)
  );
}
