import type { Case } from '../core/model/case';
import type { Mode } from '../core/model/prompt';
import type { Judge } from '../judges/judge';
import type { World } from '../pipeline/judge-case';
import { nameOf } from './case-name';
import type { Desk } from './desk.svelte';
import type { JudgedCase } from './judged-case';
import type { LoadEngine, RubricShelf } from './rubric-shelf.svelte';
import { yieldToPage } from './sliced-work';

export type RunState =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number; label: string }
  | { kind: 'finished'; done: number; milliseconds: number }
  | { kind: 'cancelled'; done: number; total: number }
  | { kind: 'failed'; message: string };

/** One line of the visit's history. */
export interface HistoryEntry extends JudgedCase {
  rubricId: string;
}

/** What a run is made with; changes during the run are for the next one. */
export interface RunSettings {
  judge: Judge;
  mode: Mode;
  tellFacts: boolean;
}

/** How long judging may hold the main thread before the page gets a turn. */
const turnMilliseconds = 12;

/** The run that is on, and every judgement of this visit. */
export class Judging {
  readonly #shelf: RubricShelf;
  readonly #loadEngine: LoadEngine;
  readonly #world: World;
  #run = $state.raw<RunState>({ kind: 'idle' });
  /** Oldest first, and written in place: a copy per judgement would cost more with every judgement. */
  readonly #log: HistoryEntry[] = [];
  #logged = $state(0);
  readonly #history = $derived(this.#log.slice(0, this.#logged).reverse());
  #cancel: AbortController | null = null;

  constructor(shelf: RubricShelf, loadEngine: LoadEngine, world: World) {
    this.#shelf = shelf;
    this.#loadEngine = loadEngine;
    this.#world = world;
  }

  get run(): RunState {
    return this.#run;
  }
  /** The newest first. */
  get history(): readonly HistoryEntry[] {
    return this.#history;
  }

  cancel(): void {
    this.#cancel?.abort();
  }
  fail(error: unknown): void {
    this.#run = { kind: 'failed', message: messageOf(error) };
  }
  show(run: RunState): void {
    this.#run = run;
  }
  /** Ends the run, shows another in its place, and gives what is to be shown when it is asked for again. */
  exchange(shown: RunState): RunState {
    this.cancel();
    this.#cancel = null;
    const current = this.#run;
    this.#run = shown;
    if (current.kind !== 'running') return current;
    return { kind: 'cancelled', done: current.done, total: current.total };
  }

  async judge(subjects: readonly Case[], desk: Desk, rubricId: string, settings: RunSettings): Promise<void> {
    if (this.#run.kind === 'running' || subjects.length === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.#cancel = controller;
    const started = this.#world.now().getTime();
    let done = 0;
    const progress = (label: string) =>
      (this.#run = { kind: 'running', done, total: subjects.length, label });
    progress(nameOf(subjects[0]));
    try {
      const [engine, ready] = await Promise.all([this.#loadEngine(), this.#shelf.ready(rubricId)]);
      signal.throwIfAborted();
      let turnEnds = performance.now() + turnMilliseconds;
      for (const subject of subjects) {
        // A person who carries prompts must know which case it is; a program needs no word for each.
        if (settings.judge.kind === 'model') progress(nameOf(subject));
        const judgement = await engine.judgeCase(ready, subject, { ...settings, signal, world: this.#world });
        signal.throwIfAborted();
        desk.keep({ judgement, subject });
        this.#log.push({ judgement, subject, rubricId });
        done += 1;
        if (performance.now() > turnEnds) {
          progress(nameOf(subject));
          this.#logged = this.#log.length;
          await yieldToPage();
          signal.throwIfAborted();
          turnEnds = performance.now() + turnMilliseconds;
        }
      }
      this.#run = { kind: 'finished', done, milliseconds: this.#world.now().getTime() - started };
    } catch (error) {
      // A run that was put aside no longer has the word.
      if (this.#cancel !== controller) return;
      if (signal.aborted) this.#run = { kind: 'cancelled', done, total: subjects.length };
      else this.fail(error);
    } finally {
      desk.judgements.flush();
      this.#logged = this.#log.length;
      if (this.#cancel === controller) this.#cancel = null;
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
