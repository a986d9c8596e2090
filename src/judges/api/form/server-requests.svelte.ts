import type {
  ConnectionFault,
  ConnectionReport,
  ListedModel,
  ModelList,
} from '../../../judgement/connection';
import type { FormFault } from './api-judge-form.svelte';

/** One request at a time: starting another, or cancelling, drops what the earlier one finds. */
class LatestRequest {
  #controller: AbortController | null = null;

  cancel(): void {
    this.#controller?.abort();
    this.#controller = null;
  }
  /** Null where it was cancelled. */
  async send<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    try {
      const found = await request(signal);
      return signal.aborted ? null : found;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }
}

type TestState =
  | { kind: 'idle' }
  | { kind: 'testing' }
  | { kind: 'done'; report: ConnectionReport; host: string }
  | { kind: 'incomplete'; fault: FormFault };

/** The test of the connection. */
export class ConnectionTest {
  readonly #request = new LatestRequest();
  #state = $state.raw<TestState>({ kind: 'idle' });

  get state(): TestState {
    return this.#state;
  }
  /** The form is not filled in well enough to ask anyone. */
  refuse(fault: FormFault): void {
    this.forget();
    this.#state = { kind: 'incomplete', fault };
  }
  async run(host: string, test: (signal: AbortSignal) => Promise<ConnectionReport>): Promise<void> {
    this.#state = { kind: 'testing' };
    try {
      const report = await this.#request.send(test);
      if (report) this.#state = { kind: 'done', report, host };
    } catch (error) {
      // A bug must not leave the form waiting.
      this.forget();
      throw error;
    }
  }
  forget(): void {
    this.#request.cancel();
    this.#state = { kind: 'idle' };
  }
}

type ListingState =
  | { kind: 'idle' }
  | { kind: 'listing' }
  | { kind: 'listed' }
  | { kind: 'failed'; fault: ConnectionFault; host: string };

/** The models that a server lists. */
export class ListedModels {
  readonly #request = new LatestRequest();
  #models = $state.raw<readonly ListedModel[]>([]);
  #state = $state.raw<ListingState>({ kind: 'idle' });

  get models(): readonly ListedModel[] {
    return this.#models;
  }
  get state(): ListingState {
    return this.#state;
  }
  find(id: string): ListedModel | undefined {
    return this.#models.find((model) => model.id === id);
  }
  async list(host: string, fetchList: (signal: AbortSignal) => Promise<ModelList>): Promise<void> {
    this.forget();
    this.#state = { kind: 'listing' };
    try {
      const list = await this.#request.send(fetchList);
      if (!list) return;
      if (list.ok) this.#models = list.models;
      this.#state = list.ok ? { kind: 'listed' } : { kind: 'failed', fault: list.fault, host };
    } catch (error) {
      this.forget();
      throw error;
    }
  }
  forget(): void {
    this.#request.cancel();
    this.#models = [];
    this.#state = { kind: 'idle' };
  }
}
