import type { RunPause } from '../core/model/run';
import type { RunChannel, RunMessage } from '../storage/runs/run-channel';

/** Why runs of other tabs wait, where their owners could not store that: a storage that is full takes no word of it either. */
export class OwnersWord {
  readonly #channel: Pick<RunChannel, 'send'>;
  #pauses = $state.raw<ReadonlyMap<string, RunPause>>(new Map());

  constructor(channel: Pick<RunChannel, 'send'>) {
    this.#channel = channel;
  }

  /** Null where the run is as it is stored. */
  on(run: string): RunPause | null {
    return this.#pauses.get(run) ?? null;
  }
  /**
   * An owner says it by itself when it begins to wait, and nobody may have listened then. What was said before may be the word of
   * another one, who is gone.
   */
  ask(run: string): void {
    this.forget(run);
    this.#channel.send({ kind: 'how', run });
  }
  hear(message: RunMessage): void {
    if (message.kind === 'waits') this.#note(message.run, message.pause);
  }
  /** The owner is gone, and its word with it. */
  forget(run: string): void {
    this.#note(run, null);
  }

  #note(run: string, pause: RunPause | null): void {
    if (pause === null && !this.#pauses.has(run)) return;
    const pauses = new Map(this.#pauses);
    if (pause) pauses.set(run, pause);
    else pauses.delete(run);
    this.#pauses = pauses;
  }
}
