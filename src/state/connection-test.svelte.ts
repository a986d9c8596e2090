import type { ConnectionReport } from '../core/model/connection';
import type { FormFault } from './api-judge.svelte';

export type TestState =
  | { kind: 'idle' }
  | { kind: 'testing' }
  | { kind: 'done'; report: ConnectionReport; host: string }
  | { kind: 'incomplete'; fault: FormFault };

/** One test of the connection at a time. What it finds after the form was changed is dropped. */
export class ConnectionTest {
  #state = $state.raw<TestState>({ kind: 'idle' });
  #testing: AbortController | null = null;

  get state(): TestState {
    return this.#state;
  }

  /** Nobody can be asked as the form stands. */
  refuse(fault: FormFault): void {
    this.forget();
    this.#state = { kind: 'incomplete', fault };
  }
  async run(host: string, test: (signal: AbortSignal) => Promise<ConnectionReport>): Promise<void> {
    this.forget();
    const controller = new AbortController();
    this.#testing = controller;
    this.#state = { kind: 'testing' };
    try {
      const report = await test(controller.signal);
      if (!controller.signal.aborted) this.#state = { kind: 'done', report, host };
    } catch (error) {
      if (controller.signal.aborted) return;
      // A bug must not leave the form waiting.
      this.forget();
      throw error;
    }
  }
  forget(): void {
    this.#testing?.abort();
    this.#testing = null;
    this.#state = { kind: 'idle' };
  }
}
