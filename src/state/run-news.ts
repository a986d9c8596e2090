import type { RunChannel, RunMessage } from '../storage/runs/run-channel';

type Listener = (message: RunMessage) => void;

/** What becomes of runs, whether another tab has a hand in it or another screen of this one. */
export class RunNews {
  readonly #channel: Pick<RunChannel, 'send' | 'listen'>;
  readonly #here = new Set<Listener>();

  constructor(channel: Pick<RunChannel, 'send' | 'listen'>) {
    this.#channel = channel;
  }

  tell(message: RunMessage): void {
    this.#channel.send(message);
    for (const listener of [...this.#here]) listener(message);
  }
  /** Gives a function that ends the listening. */
  listen(listener: Listener): () => void {
    const deafen = this.#channel.listen(listener);
    this.#here.add(listener);
    return () => {
      deafen();
      this.#here.delete(listener);
    };
  }
}
