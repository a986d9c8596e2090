import type { RunEstimate } from '../estimate/estimate-run';
import { errorMessage } from '../../kit/error-message';
import type { RunPreview } from './run-preview';
import type { RunSetup } from './run-setup.svelte';
import { SlicedWork, type Slices } from '../../kit/sliced-work';
import type { Workbench } from '../workbench.svelte';

export { costRange } from '../../judgement/spending';

export type DryRunState =
  | { kind: 'idle' }
  | { kind: 'counting'; done: number; total: number }
  | { kind: 'told'; estimate: RunEstimate }
  | { kind: 'failed'; message: string };

interface Asked extends Pick<Workbench, 'cases'> {
  setup: Pick<RunSetup, 'mode' | 'tellFacts' | 'choices' | 'asking'>;
  preview: Pick<RunPreview, 'estimate'>;
}

/** What judging all cases would take, told without asking anyone. */
export class DryRun {
  readonly #workbench: Asked;
  readonly #work = new SlicedWork();
  #state = $state.raw<DryRunState>({ kind: 'idle' });
  /** What the figures are of. */
  #of = $state.raw<readonly unknown[]>([]);
  /** What was begun earlier than the last is dropped. */
  #turn = 0;

  constructor(workbench: Asked) {
    this.#workbench = workbench;
  }

  /** Figures of other cases or of another question are not shown. */
  get state(): DryRunState {
    const now = this.#subject();
    return this.#of.every((part, index) => part === now[index]) ? this.#state : { kind: 'idle' };
  }

  async count(): Promise<void> {
    const total = this.#workbench.cases.length;
    const turn = (this.#turn += 1);
    this.#of = this.#subject();
    this.#state = { kind: 'counting', done: 0, total };
    try {
      const work = await this.#workbench.preview.estimate();
      if (turn !== this.#turn) return;
      const estimate = await this.#work.run(this.#watched(work, total));
      // Null: called off, or begun anew.
      if (estimate && turn === this.#turn) this.#state = { kind: 'told', estimate };
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#state = { kind: 'failed', message: errorMessage(error) };
    }
  }
  cancel(): void {
    this.#turn += 1;
    this.#work.cancel();
    this.#state = { kind: 'idle' };
  }

  #subject(): readonly unknown[] {
    const { mode, tellFacts, choices, asking } = this.#workbench.setup;
    return [this.#workbench.cases, mode, tellFacts, choices.samples, asking];
  }
  *#watched(work: Generator<number, RunEstimate, void>, total: number): Slices<RunEstimate> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      // Each of thousands would be one change of the screen.
      if (step.value % 25 === 0) this.#state = { kind: 'counting', done: step.value, total };
      yield;
    }
  }
}
