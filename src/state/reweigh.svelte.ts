import type { KnobProblem } from '../core/check/with-knobs';
import { compareRuns } from '../core/compare/compare-runs';
import { differencesCsvChunks } from '../core/compare/differences-csv';
import type { Rubric } from '../core/model/rubric';
import type { RunHead } from '../core/model/run';
import type { Summary } from '../core/stats/tally';
import type { SheetStore } from '../sheet/sheet-store';
import { CsvDownload } from './csv-download.svelte';
import { runFileName } from './file-names';
import { expressionOf, knobGroups, type KnobGroup } from './knob-groups';
import type { LastWeighing } from './last-weighing';
import { toolsFor } from './compact-tools';
import type { CompactTools } from '../pipeline/compact-judgement';
import { reweighView, summaryOf, type ReweighView } from './reweigh-view';
import { RunWeighing, type LoadCompactAway, type WeighingProgress } from './run-weighing';
import { SlicedWork } from './sliced-work';
import { troubleOf, type Trouble } from './storage-trouble';
import { sameResults } from './same-results';
import { readOutline, readStoredRun, type StoredRun } from './stored-run';

export type { Knob } from '../core/check/knobs';
export type { KnobProblem } from '../core/check/with-knobs';
export type { KnobGroup } from './knob-groups';
export type { ReweighedRow, ReweighView } from './reweigh-view';
export type { Summary as ReweighSummary } from '../core/stats/tally';

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
  readonly #last: LastWeighing;
  readonly #loadAway: LoadCompactAway | null;
  readonly download = new CsvDownload();
  readonly #work = new SlicedWork();
  readonly #summing = new SlicedWork();
  readonly #exporting = new SlicedWork();
  #phase = $state.raw<ReweighPhase>({ kind: 'reading', done: 0, of: 1 });
  #head = $state.raw<RunHead | null>(null);
  #rubric = $state.raw<Rubric | null>(null);
  #groups = $state.raw<readonly KnobGroup[]>([]);
  #changes = $state.raw<Readonly<Record<string, number>>>({});
  #problems = $state.raw<readonly KnobProblem[]>([]);
  #summary = $state.raw<Summary | null>(null);
  #view = $state.raw<ReweighView | null>(null);
  #progress = $state.raw<ReweighProgress | null>(null);
  #readsEachTime = $state.raw(false);
  #id: string | null = null;
  #opening: Promise<void> = Promise.resolve();
  #tools: CompactTools | null = null;
  #run: StoredRun | null = null;
  #weighing: RunWeighing | null = null;
  #prepared: RunWeighing | null = null;
  #reading = new AbortController();
  #change = new AbortController();

  /** `last`: what was read before, and is kept for whoever comes back. `loadAway`: who reads large runs beside the page. */
  constructor(store: SheetStore, last: LastWeighing, loadAway: LoadCompactAway | null = null) {
    this.#store = store;
    this.#last = last;
    this.#loadAway = loadAway;
  }

  get phase(): ReweighPhase {
    return this.#phase;
  }
  get head(): RunHead | null {
    return this.#head;
  }
  /** The run's own, as it was. */
  get rubric(): Rubric | null {
    return this.#rubric;
  }
  get groups(): readonly KnobGroup[] {
    return this.#groups;
  }
  get turned(): boolean {
    return Object.keys(this.#changes).length > 0;
  }
  get problems(): readonly KnobProblem[] {
    return this.#problems;
  }
  /** What the stored judgements add up to. */
  get summary(): Summary | null {
    return this.#summary;
  }
  /** Null while nothing is turned, or the numbers cannot be used. */
  get view(): ReweighView | null {
    return this.#view;
  }
  get progress(): ReweighProgress | null {
    return this.#progress;
  }
  /** The run is too large to be held: every change reads it again. */
  get readsEachTime(): boolean {
    return this.#readsEachTime;
  }

  valueOf({ id, value }: { id: string; value: number }): number {
    return this.#changes[id] ?? value;
  }
  isTurned(id: string): boolean {
    return this.#changes[id] !== undefined;
  }
  /** The expression as it reads with the numbers turned; the run's own where nothing in it is. */
  expressionOf(where: string): string {
    const rubric = this.#view?.rubric ?? this.#rubric;
    return rubric ? expressionOf(rubric, where) : '';
  }

  open(id: string): Promise<void> {
    this.stop();
    if (id !== this.#id) {
      this.#head = null;
      this.#rubric = null;
      this.#groups = [];
      this.#changes = {};
    }
    this.#id = id;
    this.#run = null;
    this.#weighing = null;
    this.#summary = null;
    this.#problems = [];
    this.#readsEachTime = false;
    this.#show(null);
    this.#phase = { kind: 'reading', done: 0, of: 1 };
    const { signal } = (this.#reading = new AbortController());
    this.#opening = this.#try(signal, async () => {
      const outline = await readOutline(this.#store, id);
      signal.throwIfAborted();
      if (!outline) {
        this.#phase = { kind: 'missing', deleted: false };
        return;
      }
      this.#head = outline.head;
      this.#rubric = outline.rubric;
      this.#groups = knobGroups(outline.rubric);
      const run = await readStoredRun(this.#store, outline, {
        signal,
        onProgress: (done, of) => {
          if (!signal.aborted) this.#phase = { kind: 'reading', done, of };
        },
      });
      // Few people label thousands of cases: their judgements are weighed whole.
      this.#tools = run.head.judge.kind === 'person' ? null : await toolsFor(run.rubric);
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
    if (this.#phase.kind === 'failed') return this.open(id);
    await this.#try(signal, async () => {
      const outline = await readOutline(this.#store, id);
      signal.throwIfAborted();
      const run = this.#run;
      // Whether it is there at all is heard of elsewhere.
      if (!run || !outline) return;
      if (sameResults(outline, run)) {
        this.#head = outline.head;
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
      this.#last.forget();
      this.#phase = { kind: 'missing', deleted: true };
    } else if (this.#phase.kind === 'missing') void this.open(this.#id);
  }
  /** The screen is left. */
  stop(): void {
    this.#reading.abort();
    this.#change.abort();
    this.#weighing?.cancel();
    this.#work.cancel();
    this.#summing.cancel();
    this.#exporting.cancel();
    this.download.cancel();
  }

  /** Somebody is about to turn a number: what that takes is read once, before it is waited for. */
  prepare(): Promise<void> {
    return this.#prepare((signal) => this.#progressOf(signal));
  }
  async #prepare(progressOf: (signal: AbortSignal) => (progress: WeighingProgress) => void): Promise<void> {
    const weighing = this.#weighing;
    if (!weighing || this.#prepared === weighing || this.turned || !this.#summary?.judged) return;
    this.#prepared = weighing;
    this.#change.abort();
    const { signal } = (this.#change = new AbortController());
    try {
      await weighing.prepare({ signal, onProgress: progressOf(signal) });
    } catch {
      // Whoever turns a number is told what is wrong.
    }
    if (signal.aborted) return;
    this.#progress = null;
    this.#readsEachTime = weighing.readsEachTime;
  }

  /** Null puts the rubric's own number back. */
  turn(id: string, value: number | null): Promise<void> {
    const knob = this.#groups.flatMap(({ knobs }) => knobs).find((candidate) => candidate.id === id);
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
    this.#weighing?.cancel();
    this.#changes = {};
    this.#view = null;
    this.#progress = null;
  }

  async exportCsv(): Promise<void> {
    const run = this.#run;
    const view = this.#view;
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
    this.#weighing?.cancel();
    this.#head = run.head;
    this.#run = run;
    this.#weighing = this.#last.of(run) ?? new RunWeighing(this.#store, run, this.#tools, this.#loadAway);
    this.#last.keep(run, this.#weighing);
    this.#readsEachTime = this.#weighing.readsEachTime;
    this.#summary = summary;
    this.#phase = { kind: 'ready' };
    await this.#weigh();
    signal.throwIfAborted();
    // That takes nothing from the page, and is over by the time somebody has found the number to turn. A run that goes on would be
    // read in vain: with its next results all of it is read anew.
    if (this.#weighing.readsBeside && run.head.state !== 'running') void this.#prepare(() => () => undefined);
  }

  /** What goes wrong is told, unless nobody waits for it any more. */
  async #try(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      this.#progress = null;
      this.#phase = { kind: 'failed', trouble: troubleOf(error) };
    }
  }

  async #weigh(): Promise<void> {
    this.#change.abort();
    const { signal } = (this.#change = new AbortController());
    const run = this.#run;
    const weighing = this.#weighing;
    const changes = this.#changes;
    this.#problems = [];
    if (!run || !weighing || !this.turned) {
      this.#show(null);
      return;
    }
    const turned = weighing.turn(changes);
    if (!turned.ok) {
      this.#problems = turned.problems;
      this.#show(null);
      return;
    }
    const onProgress = this.#progressOf(signal);
    await this.#try(signal, async () => {
      const digestAt = await weighing.weigh(turned, changes, { signal, onProgress });
      const view = await this.#work.run(reweighView(run, turned.rubric, digestAt));
      signal.throwIfAborted();
      this.#show(view);
    });
    if (signal.aborted) return;
    this.#readsEachTime = weighing.readsEachTime;
  }

  #progressOf(signal: AbortSignal): (progress: WeighingProgress) => void {
    let next = performance.now() + progressAfterMilliseconds;
    const of = this.#summary?.judged ?? 0;
    return (progress) => {
      const now = performance.now();
      if (now < next || signal.aborted) return;
      next = now + progressEveryMilliseconds;
      this.#progress = { ...progress, of };
    };
  }

  #show(view: ReweighView | null): void {
    this.#view = view;
    this.#progress = null;
  }
}
