import type { RunHead } from '../core/model/run';
import type { RunChannel, RunMessage } from '../storage/runs/run-channel';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { Desk } from './desk.svelte';
import { catchUp } from './open-run';
import { OwnersWord } from './owners-word.svelte';
import { stateOf, type RunState } from './run-state';
import { SeenSpeeds } from './seen-speeds';
import { Turns } from './turns';

interface Tools {
  runs: RunStore;
  ownership: RunOwnership;
  channel: Pick<RunChannel, 'send'>;
  /** The desk that stands for a run now: it may be another by the time that something is known. */
  deskOf: (run: string) => Desk | undefined;
  /** The desk whose run this tab drives: it knows more than what is stored. */
  driven: () => Desk | null;
}

/** Keeps desks of stored runs true to what other tabs do with them. */
export class RunFollower {
  readonly #tools: Tools;
  readonly #awaited = new Set<string>();
  readonly #turns = new Turns();
  readonly #word: OwnersWord;
  readonly #speeds = new SeenSpeeds();

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#word = new OwnersWord(tools.channel);
  }

  /** Of a run that this tab does not drive. */
  stateOf(head: RunHead, elsewhere: boolean): RunState {
    const { id, milliseconds } = head;
    const state = stateOf(head, elsewhere, this.#word.on(id));
    if (state.kind !== 'elsewhere' || state.doing === 'batch') {
      this.#speeds.forget(id);
      return state;
    }
    const { done, total } = state;
    const speed = this.#speeds.see(id, { done, total, milliseconds });
    return speed && state.doing === 'judging' ? { ...state, speed } : state;
  }

  /** What another tab says about a run. */
  async hear(message: RunMessage): Promise<void> {
    this.#word.hear(message);
    await this.follow(message.run);
  }

  follow(id: string): Promise<void> {
    return this.#turns.take(id, async () => {
      const { ownership, deskOf, driven } = this.#tools;
      const desk = deskOf(id);
      if (!desk || driven() === desk) return;
      // First of all: what is stored after the owner let go is its last word.
      const elsewhere = (await ownership.ownedElsewhere()).has(id);
      const head = await this.#caughtUp(desk, id);
      if (!head) return;
      // Meanwhile it may be driven here, or another desk may stand for the run: that one is followed on its own account.
      if (driven() === desk || desk.stored?.head.id !== id) return;
      desk.stored = { ...desk.stored, head };
      desk.runId = id;
      desk.run = this.stateOf(head, elsewhere);
      if (elsewhere) void this.awaitOwner(id);
    });
  }

  /** Null where there is nothing more to follow: deleted meanwhile, most likely, or not to be read any more. */
  async #caughtUp(desk: Desk, id: string): Promise<RunHead | null> {
    const { runs } = this.#tools;
    try {
      const head = await runs.head(id);
      if (head) await catchUp(desk, runs);
      return head;
    } catch (error) {
      if (error instanceof Error && error.name === 'StorageFailure') return null;
      throw error;
    }
  }

  /** The owner may end or die without a word: whoever follows may then go on. */
  async awaitOwner(id: string): Promise<void> {
    if (this.#awaited.has(id)) return;
    this.#awaited.add(id);
    this.#word.ask(id);
    await this.#tools.ownership.whenFree(id, new AbortController().signal);
    this.#awaited.delete(id);
    this.#word.forget(id);
    await this.follow(id);
  }
}
