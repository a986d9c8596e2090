export interface PromptSplit {
  /** Tokens at the beginning that are there already. */
  reused: number;
  /** Tokens behind them that have to go first. */
  dropped: number;
  /** What has to be read. */
  rest: number[];
}

/** Which tokens a model has read and not forgotten, one after the other. */
export class KeptPrefix {
  #tokens: number[] = [];

  get length(): number {
    return this.#tokens.length;
  }

  /**
   * Splits a prompt into what is there and what has to be read, and lets go of what does not belong to it. The last token is
   * always read, even where it is there: the reply begins with what the model says to it.
   */
  take(prompt: readonly number[]): PromptSplit {
    const most = Math.min(this.#tokens.length, prompt.length - 1);
    let reused = 0;
    while (reused < most && this.#tokens[reused] === prompt[reused]) reused += 1;
    const dropped = this.#tokens.length - reused;
    this.#tokens.length = reused;
    return { reused, dropped, rest: prompt.slice(reused) };
  }

  /** These were read, after all that is there. */
  add(tokens: readonly number[]): void {
    for (const token of tokens) this.#tokens.push(token);
  }

  forget(): void {
    this.#tokens = [];
  }
}
