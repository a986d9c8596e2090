import { withKnobs, type KnobProblem } from '../../rubric/knobs/with-knobs';
import { compareRuns } from '../compare-runs';
import { differencesCsvChunks } from '../differences-csv';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead } from '../../sheet/run-record';
import type { Summary } from '../../sheet/figures/tally';
import { type SheetStore, troubleOf, type Trouble } from '../../sheet/sheet-store';
import { CsvDownload } from '../../kit/csv-download.svelte';
import { runFileName } from '../../sheet/run-names';
import {
  expressionOf,
  knobGroups,
  type KnobGroup,
  reweighView,
  summaryOf,
  type ReweighView,
} from './reweigh-view';
import { RunWeighing, type WeighingProgress } from './run-weighing';
import { SlicedWork } from '../../kit/sliced-work';
import { sameResults, readOutline, readStoredRun, type StoredRun } from '../stored-run';

export type { Knob } from '../../rubric/knobs/knobs';
export type { KnobProblem } from '../../rubric/knobs/with-knobs';
export type { KnobGroup } from './reweigh-view';
export type { ReweighedRow, ReweighView } from './reweigh-view';
export type { Summary as ReweighSummary } from '../../sheet/figures/tally';

export type ReweighPhase =
  | { kind: 'reading'; done: number; of: number }
  /** `deleted`: heard of while it was shown, and maybe to be undone. */
  | { kind: 'missing'; deleted: boolean }
  | { kind: 'failed'; trouble: Trouble }
  | { kind: 'ready' };

interface ReweighProgress extends WeighingProgress {
  of: number;
}

/** What is done sooner is shown as done: figures that come and go would only be in the way. */
const progressAfterMilliseconds = 200;
const progressEveryMilliseconds = 100;

/** Turns the numbers in a stored run's totals and verdicts, and shows what would come of it. Nothing is stored. */
export class Reweigh {
  readonly #store: SheetStore;
  readonly download = new CsvDownload();
  readonly #work = new SlicedWork();
  readonly #summing = new SlicedWork();
  readonly #exporting = new SlicedWork();
  phase = $state.raw<ReweighPhase>({ kind: 'reading', done: 0, of: 1 });
  head = $state.raw<RunHead | null>(null);
  /** The run's own, as it was. */
  rubric = $state.raw<Rubric | null>(null);
  groups = $state.raw<readonly KnobGroup[]>([]);
  problems = $state.raw<readonly KnobProblem[]>([]);
  /** What the stored judgements add up to. */
  summary = $state.raw<Summary | null>(null);
  /** Null while nothing is turned, or the numbers cannot be used. */
  view = $state.raw<ReweighView | null>(null);
  progress = $state.raw<ReweighProgress | null>(null);
  #changes = $state.raw<Readonly<Record<string, number>>>({});
  /** The run is too large for memory: every change reads it again. */
  readsEachTime = $state(false);
  /** Not reactive: an effect that opens a run must not run again once it is read. */
  #weighing: RunWeighing | null = null;
  #id: string | null = null;
  #opening: Promise<void> = Promise.resolve();
  #run: StoredRun | null = null;
  #reading = new AbortController();
  #change = new AbortController();

  constructor(store: SheetStore) {
    this.#store = store;
  }

  get turned(): boolean {
    return Object.keys(this.#changes).length > 0;
  }

  valueOf({ id, value }: { id: string; value: number }): number {
    return this.#changes[id] ?? value;
  }
  isTurned(id: string): boolean {
    return this.#changes[id] !== undefined;
  }
  /** The expression as it reads with the numbers turned; the run's own where nothing in it is. */
  expressionOf(where: string): string {
    const rubric = this.view?.rubric ?? this.rubric;
    return rubric ? expressionOf(rubric, where) : '';
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
    this.#weighing = null;
    this.summary = null;
    this.problems = [];
    this.#show(null);
    this.phase = { kind: 'reading', done: 0, of: 1 };
    const { signal } = (this.#reading = new AbortController());
    this.#opening = this.#try(signal, async () => {
      const outline = await readOutline(this.#store, id);
      signal.throwIfAborted();
      if (!outline) {
        this.phase = { kind: 'missing', deleted: false };
        return;
      }
      this.head = outline.head;
      this.rubric = outline.rubric;
      this.groups = knobGroups(outline.rubric);
      const run = await readStoredRun(this.#store, outline, {
        signal,
        onProgress: (done, of) => {
          if (!signal.aborted) this.phase = { kind: 'reading', done, of };
        },
      });
      await this.#take(run, signal);
    });
    return this.#opening;
  }
  /** The store changed: what is new takes the place of what is shown, with the numbers turned as they are. */
  async catchUp(): Promise<void> {
    await this.#opening;
    const { signal } = this.#reading;
    const id = this.#id;
    if (id === null || signal.aborted) return;
    if (this.phase.kind === 'failed') return this.open(id);
    await this.#try(signal, async () => {
      const outline = await readOutline(this.#store, id);
      signal.throwIfAborted();
      const run = this.#run;
      // Whether it is there at all is heard of elsewhere.
      if (!run || !outline) return;
      if (sameResults(outline, run)) {
        this.head = outline.head;
        return;
      }
      await this.#take(
        await readStoredRun(this.#store, outline, { signal, onProgress: () => undefined }),
        signal,
      );
    });
  }
  /** Where the run is not there any more, nothing is shown of it. Once it is back, it is shown again. */
  hearMissing(missing: ReadonlySet<string>): void {
    if (this.#id === null) return;
    if (missing.has(this.#id)) {
      this.stop();
      this.phase = { kind: 'missing', deleted: true };
    } else if (this.phase.kind === 'missing') void this.open(this.#id);
  }
  /** The screen is left. */
  stop(): void {
    this.#reading.abort();
    this.#change.abort();
    this.#weighing?.stop();
    this.#work.cancel();
    this.#summing.cancel();
    this.#exporting.cancel();
    this.download.cancel();
  }

  /** Reads what a change needs before the first number is turned. */
  async prepare(): Promise<void> {
    const weighing = this.#weighing;
    if (!weighing || this.turned || !this.summary?.judged) return;
    this.#change.abort();
    const { signal } = (this.#change = new AbortController());
    // The next change reports what failed.
    await weighing.prepare(this.#progressOf(signal)).catch(() => undefined);
    if (!signal.aborted) this.progress = null;
  }

  /** Null puts the rubric's own number back. */
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
  /** Ends a new weighing under way and leaves the run as it is stored. */
  cancel(): void {
    this.#change.abort();
    this.#changes = {};
    this.#show(null);
  }

  async exportCsv(): Promise<void> {
    const run = this.#run;
    const view = this.view;
    if (!run || !view) return;
    const stored: StoredRun = { ...run, digestAt: run.standingAt };
    const turned: StoredRun = { ...run, rubric: view.rubric, digestAt: view.digestAt };
    const compared = await this.#exporting.run(compareRuns(stored, turned));
    if (!compared?.ok) return;
    const pieces = differencesCsvChunks(
      { a: stored, b: turned, comparison: compared.comparison },
      { bom: true },
    );
    await this.download.write(`${runFileName(run.head)}-reweighed.csv`, pieces);
  }

  /** Shows the run as it was read, and weighs it where numbers are turned. */
  async #take(run: StoredRun, signal: AbortSignal): Promise<void> {
    const summary = await this.#summing.run(summaryOf(run.rubric, run.cases.length, run.standingAt));
    signal.throwIfAborted();
    this.#change.abort();
    this.#weighing?.stop();
    this.head = run.head;
    this.#run = run;
    this.#weighing = new RunWeighing(this.#store, run);
    this.readsEachTime = this.#weighing.readsEachTime;
    this.summary = summary;
    this.phase = { kind: 'ready' };
    await this.#weigh();
  }

  /** What goes wrong is told, unless nobody waits for it any more. */
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
    const weighing = this.#weighing;
    this.problems = [];
    if (!run || !weighing || !this.turned) {
      this.#show(null);
      return;
    }
    const turned = withKnobs(run.rubric, this.#changes);
    if (!turned.ok) {
      this.problems = turned.problems;
      this.#show(null);
      return;
    }
    const onProgress = this.#progressOf(signal);
    await this.#try(signal, async () => {
      const digestAt = await weighing.weigh(turned, { signal, onProgress });
      const view = await this.#work.run(reweighView(run, turned.rubric, digestAt));
      signal.throwIfAborted();
      this.#show(view);
    });
  }

  #progressOf(signal: AbortSignal): (progress: WeighingProgress) => void {
    let next = performance.now() + progressAfterMilliseconds;
    const of = this.summary?.judged ?? 0;
    return (progress) => {
      const now = performance.now();
      if (now < next || signal.aborted) return;
      next = now + progressEveryMilliseconds;
      this.progress = { ...progress, of };
    };
  }

  #show(view: ReweighView | null): void {
    this.view = view;
    this.progress = null;
  }
}
