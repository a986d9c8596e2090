interface Destination {
  origin: string;
  host: string;
}

/** Asks the person whether cases may be sent to a server. One question at a time. */
export class DestinationQuestion {
  #asked = $state.raw<(Destination & { answer: Promise<boolean>; settle: (send: boolean) => void }) | null>(
    null,
  );

  get host(): string | null {
    return this.#asked?.host ?? null;
  }

  ask({ origin, host }: Destination): Promise<boolean> {
    if (this.#asked?.origin === origin) return this.#asked.answer;
    // An earlier question that stays unanswered is a no.
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
