import type { ConnectionFault, ListedModel, ModelList } from '../core/model/connection';

export type ListingState =
  | { kind: 'idle' }
  | { kind: 'listing' }
  | { kind: 'listed'; at: Date }
  | { kind: 'failed'; fault: ConnectionFault; said: string; host: string };

/** The models that a server offers, as it lists them itself. */
export class ListedModels {
  readonly #now: () => Date;
  #models = $state.raw<readonly ListedModel[]>([]);
  #state = $state.raw<ListingState>({ kind: 'idle' });
  #listing: AbortController | null = null;

  constructor(now: () => Date) {
    this.#now = now;
  }

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
    const controller = new AbortController();
    this.#listing = controller;
    this.#state = { kind: 'listing' };
    try {
      const list = await fetchList(controller.signal);
      if (controller.signal.aborted) return;
      if (list.ok) this.#models = list.models;
      this.#state = list.ok
        ? { kind: 'listed', at: this.#now() }
        : { kind: 'failed', fault: list.fault, said: list.said, host };
    } catch (error) {
      if (controller.signal.aborted) return;
      // A bug must not leave the form waiting.
      this.forget();
      throw error;
    }
  }
  /** Another server has another list. */
  forget(): void {
    this.#listing?.abort();
    this.#listing = null;
    this.#models = [];
    this.#state = { kind: 'idle' };
  }
}
