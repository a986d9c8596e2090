import { deferred } from '../pipeline/deferred';

interface Asked {
  origin: string;
  host: string;
  answer: Promise<boolean>;
  settle: (send: boolean) => void;
}

/** Puts to the person whether cases may be sent to a server. One question at a time. */
export class DestinationQuestion {
  #asked = $state.raw<Asked | null>(null);

  /** The host that the page asks about; null while it asks about none. */
  get host(): string | null {
    return this.#asked?.host ?? null;
  }

  ask({ origin, host }: { origin: string; host: string }): Promise<boolean> {
    if (this.#asked?.origin === origin) return this.#asked.answer;
    // Nobody has agreed to what is no longer asked.
    this.answer(false);
    const { promise: answer, resolve: settle } = deferred<boolean>();
    this.#asked = { origin, host, answer, settle };
    return answer;
  }
  answer(send: boolean): void {
    const asked = this.#asked;
    this.#asked = null;
    asked?.settle(send);
  }
}
