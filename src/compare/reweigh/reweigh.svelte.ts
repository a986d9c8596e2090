import { withKnobs, type KnobProblem } from '../../rubric/knobs/with-knobs';
import { compareRuns } from '../compare-runs';
import { differencesCsvChunks } from '../differences-csv';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead } from '../../sheet/run-record';
import { type SheetStore, troubleOf, type Trouble } from '../../sheet/sheet-store';
import { CsvDownload } from '../../kit/csv-download.svelte';
import { runFileName } from '../../sheet/run-names';
import { knobSources } from '../../rubric/knobs/knobs';
import {
  knobGroups,
  readWeighableCases,
  reweighView,
  type KnobGroup,
  type ReweighView,
  type WeighableCase,
} from './reweigh-view';
import { yieldEvery, SlicedWork } from '../../kit/sliced-work.browser';
import { readOutline, readStoredRun, type StoredRun } from '../stored-run';

export type ReweighPhase =
  | { kind: 'reading'; done: number; of: number }
  /** `deleted`: while it was shown, so that it may be undone. */
  | { kind: 'missing'; deleted: boolean }
  | { kind: 'failed'; trouble: Trouble }
  | { kind: 'ready' };

/** Work that ends sooner shows no progress: figures that come and go would only be in the way. */
const progressAfterMilliseconds = 200;
/** Most cases whose judgements stay in memory. Each takes about 20 kB. A larger run is read again for every change. */
const mostHeld = 10_000;

/** Changes the numbers in a stored run's totals and verdicts, and shows what would come of it. Nothing is stored. */
export class Reweigh {
  readonly #store: SheetStore;
  readonly download = new CsvDownload();
  readonly #exporting = new SlicedWork();
  phase = $state.raw<ReweighPhase>({ kind: 'reading', done: 0, of: 1 });
  head = $state.raw<RunHead | null>(null);
  rubric = $state.raw<Rubric | null>(null);
  groups = $state.raw<readonly KnobGroup[]>([]);
  problems = $state.raw<readonly KnobProblem[]>([]);
  judged = $state(0);
  /** Null while no number is changed, or the numbers cannot be used. */
  view = $state.raw<ReweighView | null>(null);
  progress = $state<number | null>(null);
  #changes = $state.raw<Readonly<Record<string, number>>>({});
  readonly turned = $derived(Object.keys(this.#changes).length > 0);
  #id: string | null = null;
  #opening: Promise<void> = Promise.resolve();
  // Not reactive: the effect that opens a run must not start again once the run is read.
  #run: StoredRun | null = null;
  #held: readonly WeighableCase[] | null = null;
  #reading = new AbortController();
  #change = new AbortController();

  constructor(store: SheetStore) {
    this.#store = store;
  }

  valueOf({ id, value }: { id: string; value: number }): number {
    return this.#changes[id] ?? value;
  }
  isTurned(id: string): boolean {
    return this.#changes[id] !== undefined;
  }
  /** The expression as it reads with the changed numbers; the run's own where none is changed. */
  expressionOf(where: string): string {
    const rubric = this.view?.rubric ?? this.rubric;
    return (rubric && knobSources(rubric).find((source) => source.where === where)?.source) ?? '';
  }

  open(id: string): Promise<void> {
    this.stop();
    if (id !== this.#id) {
      this.head = null;
      this.rubric = null;
      this.groups = [];
      this.#changes = {};
    }
    this.#id = id;
    this.#run = null;
    this.#held = null;
    this.judged = 0;
    this.problems = [];
    this.#show(null);
    this.phase = { kind: 'reading', done: 0, of: 1 };
    const { signal } = (this.#reading = new AbortController());
    this.#opening = this.#load(id, signal, (done, of) => {
      if (!signal.aborted) this.phase = { kind: 'reading', done, of };
    });
    return this.#opening;
  }
  /** The store changed: what is new takes the place of what is shown, with the numbers as they are changed. */
  async catchUp(): Promise<void> {
    await this.#opening;
    const { signal } = this.#reading;
    if (this.#id === null || signal.aborted) return;
    if (this.phase.kind === 'failed') return this.open(this.#id);
    // `hearMissing` says whether a run is deleted.
    if (this.phase.kind === 'ready') await this.#load(this.#id, signal, () => undefined);
  }
  hearMissing(missing: ReadonlySet<string>): void {
    if (this.#id === null) return;
    if (missing.has(this.#id)) {
      this.stop();
      this.phase = { kind: 'missing', deleted: true };
    } else if (this.phase.kind === 'missing') void this.open(this.#id);
  }
  stop(): void {
    this.#reading.abort();
    this.#change.abort();
    this.#exporting.cancel();
    this.download.cancel();
  }

  turn(id: string, value: number | null): Promise<void> {
    const knob = this.groups.flatMap(({ knobs }) => knobs).find((candidate) => candidate.id === id);
    const { [id]: _, ...rest } = this.#changes;
    this.#changes = value === null || value === knob?.value ? rest : { ...rest, [id]: value };
    return this.#weigh();
  }
  reset(): Promise<void> {
    this.#changes = {};
    return this.#weigh();
  }

  async exportCsv(): Promise<void> {
    const run = this.#run;
    const view = this.view;
    if (!run || !view) return;
    const a: StoredRun = { ...run, digestAt: run.standingAt };
    const b: StoredRun = { ...run, rubric: view.rubric, digestAt: view.digestAt };
    const compared = await this.#exporting.run(compareRuns(a, b));
    if (!compared?.ok) return;
    const pieces = differencesCsvChunks({ ...compared.comparison, a, b });
    await this.download.write(`${runFileName(run.head)}-reweighed.csv`, pieces);
  }

  async #load(
    id: string,
    signal: AbortSignal,
    onProgress: (done: number, of: number) => void,
  ): Promise<void> {
    await this.#try(signal, async () => {
      const outline = await readOutline(this.#store, id);
      signal.throwIfAborted();
      if (!outline) {
        if (this.phase.kind === 'reading') this.phase = { kind: 'missing', deleted: false };
        return;
      }
      this.head = outline.head;
      if (!this.rubric) {
        this.rubric = outline.rubric;
        this.groups = knobGroups(outline.rubric);
      }
      const run = await readStoredRun(this.#store, outline, { signal, onProgress, maybeYield: yieldEvery() });
      signal.throwIfAborted();
      this.#run = run;
      this.#held = null;
      this.judged = run.judged.done;
      this.phase = { kind: 'ready' };
      await this.#weigh();
    });
  }

  async #try(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      this.progress = null;
      this.phase = { kind: 'failed', trouble: troubleOf(error) };
    }
  }

  async #weigh(): Promise<void> {
    this.#change.abort();
    const { signal } = (this.#change = new AbortController());
    const run = this.#run;
    const turned = run && this.turned ? withKnobs(run.rubric, this.#changes) : null;
    this.problems = turned?.ok === false ? turned.problems : [];
    if (!run || !turned?.ok) {
      this.#show(null);
      return;
    }
    const maybeYield = yieldEvery();
    const progressFrom = performance.now() + progressAfterMilliseconds;
    const pause = (done: number) => {
      const turn = maybeYield();
      if (turn && performance.now() > progressFrom) this.progress = done;
      return turn && turn.then(() => signal.throwIfAborted());
    };
    await this.#try(signal, async () => {
      const view = await reweighView(run, turned, this.#cases(run), pause);
      signal.throwIfAborted();
      this.#show(view);
    });
  }

  async *#cases(run: StoredRun): AsyncGenerator<WeighableCase> {
    if (this.#held) {
      yield* this.#held;
      return;
    }
    const held: WeighableCase[] = [];
    for await (const each of readWeighableCases(this.#store, run, yieldEvery())) {
      if (held.length <= mostHeld) held.push(each);
      yield each;
    }
    if (run === this.#run && held.length <= mostHeld) this.#held = held;
  }

  #show(view: ReweighView | null): void {
    this.view = view;
    this.progress = null;
  }
}
