/** Work on files that a person can stop, and what came of it. One at a time. */
export abstract class FileWork<State extends { kind: string }> {
  state = $state.raw<State | { kind: 'idle' }>({ kind: 'idle' });
  /** `asking`: the person decides whether the file is saved. */
  readonly busy = $derived(['writing', 'reading', 'asking'].includes(this.state.kind));
  #stop = new AbortController();

  cancel(): void {
    this.#stop.abort();
  }
  dismiss(): void {
    if (!this.busy) this.state = { kind: 'idle' };
  }
  protected begin(state: State): AbortSignal {
    this.state = state;
    this.#stop = new AbortController();
    return this.#stop.signal;
  }
}
