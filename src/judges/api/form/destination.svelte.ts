interface Destination {
  origin: string;
  host: string;
}
interface Asked extends Destination {
  answer: Promise<boolean>;
  settle: (send: boolean) => void;
}

/** Asks the person whether cases may be sent to a server. One question at a time. */
export class DestinationQuestion {
  #asked = $state.raw<Asked | null>(null);

  /** The host in question; null while there is none. */
  get host(): string | null {
    return this.#asked?.host ?? null;
  }

  ask({ origin, host }: Destination): Promise<boolean> {
    if (this.#asked?.origin === origin) return this.#asked.answer;
    // The earlier question goes away without an answer, which is a no.
    this.answer(false);
    let settle: (send: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    this.#asked = { origin, host, answer, settle };
    return answer;
  }
  answer(send: boolean): void {
    const asked = this.#asked;
    this.#asked = null;
    asked?.settle(send);
  }
}

/**
 * Servers that cases may be sent to: those that the person typed or picked in this browser, or agreed to when asked. Any other
 * address, such as that of a stored run, is asked about before anything goes there.
 */
export class TrustedOrigins {
  readonly #ask: (destination: Destination) => Promise<boolean>;
  #origins = new Set<string>();

  constructor(ask: (destination: Destination) => Promise<boolean>) {
    this.#ask = ask;
  }

  get kept(): string[] {
    return [...this.#origins];
  }
  load(origins: readonly string[]): void {
    this.#origins = new Set(origins);
  }
  trust(origin: string): void {
    this.#origins.add(origin);
  }
  /** A refusal is not remembered. */
  async confirm(destination: Destination): Promise<boolean> {
    if (this.#origins.has(destination.origin)) return true;
    if (!(await this.#ask(destination))) return false;
    this.trust(destination.origin);
    return true;
  }
}
