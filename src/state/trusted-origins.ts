interface Destination {
  origin: string;
  host: string;
}

/**
 * Servers that cases may be sent to: those that the person typed or picked from the list in this browser, and those that they agreed
 * to when they were asked. An address from anywhere else, such as a stored run, is asked about before anything goes there.
 */
export class TrustedOrigins {
  readonly #ask: (destination: Destination) => Promise<boolean>;
  #origins = new Set<string>();

  constructor(ask: (destination: Destination) => Promise<boolean>) {
    this.#ask = ask;
  }

  get kept(): readonly string[] {
    return [...this.#origins];
  }
  load(origins: readonly string[]): void {
    this.#origins = new Set(origins);
  }
  trust(origin: string): void {
    this.#origins.add(origin);
  }
  /** Whether cases may be sent there; asks where that is not known. A refusal is not remembered. */
  async confirm(destination: Destination): Promise<boolean> {
    if (this.#origins.has(destination.origin)) return true;
    if (!(await this.#ask(destination))) return false;
    this.trust(destination.origin);
    return true;
  }
}
