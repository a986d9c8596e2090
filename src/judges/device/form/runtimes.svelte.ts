import type { RuntimeId } from '../device';
import type { DeviceRuntime, ModelSource } from '../device-runtime';

/** Whether a runtime is at hand, so that no network is needed any more. */
export type RuntimeState = 'unknown' | 'fetching' | 'here' | 'missing';

/** The ways to run a model in this browser, and which of them have been fetched. */
export class Runtimes {
  readonly #all: readonly DeviceRuntime[];
  #fetched = $state.raw<Partial<Record<RuntimeId, RuntimeState>>>({});

  constructor(all: readonly DeviceRuntime[]) {
    this.#all = all;
  }

  stateOf(id: RuntimeId): RuntimeState {
    return this.#fetched[id] ?? 'unknown';
  }
  isHere(id: RuntimeId): void {
    this.#note(id, 'here');
  }

  /** The chosen one, where it takes such a source, or another that does. */
  for({ kind }: ModelSource, chosen: RuntimeId): DeviceRuntime {
    const able = this.#all.filter(({ takes }) => takes.includes(kind));
    const runtime = able.find(({ id }) => id === chosen) ?? able[0];
    if (!runtime) throw new Error(`Expected a runtime that takes ${kind}, got none.`);
    return runtime;
  }

  /** Fetches all of it while there is a network. */
  async fetchAhead(id: RuntimeId): Promise<void> {
    const runtime = this.#all.find((each) => each.id === id);
    const state = this.stateOf(id);
    if (!runtime || (state !== 'unknown' && state !== 'missing')) return;
    this.#note(id, 'fetching');
    const came = await runtime.fetchAhead().then(
      () => 'here' as const,
      () => 'missing' as const,
    );
    this.#note(id, came);
  }

  #note(id: RuntimeId, state: RuntimeState): void {
    this.#fetched = { ...this.#fetched, [id]: state };
  }
}
