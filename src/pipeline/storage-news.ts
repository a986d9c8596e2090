import type { RunHead, RunResult } from '../core/model/run';
import type { RunListeners, RunPlan } from './run-plan';
import type { RunProgress } from './run-progress';
import type { RunWriter } from './run-writer';
import { tell } from './tell';

interface Tools {
  plan: Pick<RunPlan, 'head' | 'unstored' | 'unwritten'>;
  writer: Pick<RunWriter, 'unwritten' | 'sound'>;
  progress: Pick<RunProgress, 'add'>;
  listeners: Pick<RunListeners, 'written' | 'changeStored' | 'unwritten'>;
}

/** Tells whoever listens what of a run is stored by now, and what the storage refuses. */
export class StorageNews {
  readonly #tools: Tools;
  /** As it was stored last. */
  #stored: Pick<RunHead, 'state' | 'pause'>;
  #isStored: boolean;
  /** The storage has refused results, and has not taken them since. */
  #refused: boolean;

  constructor(tools: Tools) {
    const { head, unstored, unwritten = [] } = tools.plan;
    this.#tools = tools;
    this.#stored = head;
    this.#isStored = unstored !== true;
    this.#refused = unwritten.length > 0;
  }

  /** Whether the run itself is. */
  get isStored(): boolean {
    return this.#isStored;
  }

  written(results: readonly RunResult[], first: number, head: RunHead): void {
    const { progress, listeners } = this.#tools;
    progress.add(results, { tokens: head.counts.tokens, cost: head.counts.cost });
    if (results.length > 0) tell(listeners.written, results, first, head);
    if (head.state !== this.#stored.state || head.pause !== this.#stored.pause) tell(listeners.changeStored);
    this.#stored = head;
    this.#isStored = true;
    if (this.#refused) this.tellUnwritten();
  }

  /** When a write has failed, or more results came while none can be stored. */
  tellUnwritten(): void {
    const { unwritten, sound } = this.#tools.writer;
    this.#refused = !sound;
    tell(this.#tools.listeners.unwritten, sound ? [] : unwritten);
  }
}
