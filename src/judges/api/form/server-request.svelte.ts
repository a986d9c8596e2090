/** A request to the server. Starting another, or cancelling, drops what the earlier one finds. */
export class ServerRequest<Result, Fault extends string> {
  state = $state.raw<
    | { kind: 'idle' }
    | { kind: 'running' }
    | { kind: 'done'; result: Result; host: string }
    /** The form is not filled in well enough to ask. */
    | { kind: 'incomplete'; fault: Fault }
  >({ kind: 'idle' });
  #controller: AbortController | null = null;

  async run(host: string, request: (signal: AbortSignal) => Promise<Result>): Promise<void> {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    this.state = { kind: 'running' };
    try {
      const result = await request(signal);
      if (!signal.aborted) this.state = { kind: 'done', result, host };
    } catch (error) {
      if (signal.aborted) return;
      // A bug must not leave the form waiting.
      this.cancel();
      throw error;
    }
  }
  refuse(fault: Fault): void {
    this.cancel();
    this.state = { kind: 'incomplete', fault };
  }
  cancel(): void {
    this.#controller?.abort();
    this.state = { kind: 'idle' };
  }
}
