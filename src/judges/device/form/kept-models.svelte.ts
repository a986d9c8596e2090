import type { DeviceProblem, KeptModel, LoadStep } from '../device';
import type { DeviceRuntime } from '../device-runtime';
import { errorMessage } from '../../../kit/error-message';

/** What came of reading a model's files again. */
export type Verified = { kind: 'right' } | { kind: 'wrong'; problem: DeviceProblem };

/** The models that this browser keeps, of every runtime. */
export class KeptModels {
  readonly #runtimes: readonly DeviceRuntime[];
  #models = $state.raw<readonly KeptModel[]>([]);
  #verifying = $state.raw<{ key: string; step: LoadStep | null } | null>(null);
  #verified = $state.raw<ReadonlyMap<string, Verified>>(new Map());
  #cancelling: AbortController | null = null;

  constructor(runtimes: readonly DeviceRuntime[]) {
    this.#runtimes = runtimes;
  }

  get models(): readonly KeptModel[] {
    return this.#models;
  }
  get bytes(): number {
    return this.#models.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  /** The one whose files are being read again. */
  get verifying(): { key: string; step: LoadStep | null } | null {
    return this.#verifying;
  }
  verifiedOf(model: KeptModel): Verified | null {
    return this.#verified.get(keyOf(model)) ?? null;
  }

  async look(): Promise<void> {
    const found: KeptModel[] = [];
    for (const runtime of this.#runtimes) {
      // A browser without private files keeps none.
      found.push(...(await runtime.kept().catch(() => [])));
    }
    this.#models = found;
  }

  /** What was found of its files holds no longer: they are fetched or changed now. */
  forget(model: KeptModel): void {
    this.#note(model, null);
  }

  async remove(model: KeptModel): Promise<void> {
    await this.#runtimeOf(model).remove(model.id);
    this.#note(model, null);
    await this.look();
  }

  async verify(model: KeptModel): Promise<void> {
    if (this.#verifying) return;
    const cancelling = new AbortController();
    this.#cancelling = cancelling;
    const key = keyOf(model);
    this.#verifying = { key, step: null };
    this.#note(model, null);
    const onStep = (step: LoadStep) => {
      if (this.#cancelling === cancelling) this.#verifying = { key, step };
    };
    try {
      const problem = await this.#runtimeOf(model).verify(model.id, { onStep, signal: cancelling.signal });
      this.#note(model, problem ? { kind: 'wrong', problem } : { kind: 'right' });
    } catch (error) {
      if (!cancelling.signal.aborted) {
        const said = errorMessage(error);
        this.#note(model, { kind: 'wrong', problem: { fault: 'storage', said } });
      }
    }
    this.#cancelling = null;
    this.#verifying = null;
    await this.look();
  }
  cancelVerify(): void {
    this.#cancelling?.abort();
  }

  #note(model: KeptModel, verified: Verified | null): void {
    const all = new Map(this.#verified);
    if (verified) all.set(keyOf(model), verified);
    else all.delete(keyOf(model));
    this.#verified = all;
  }

  #runtimeOf({ runtime }: KeptModel): DeviceRuntime {
    const found = this.#runtimes.find(({ id }) => id === runtime);
    if (!found) throw new Error(`Expected the runtime ${runtime} that keeps this model, got none.`);
    return found;
  }
}

/** Two runtimes may have a model of the same name. */
export function keyOf({ runtime, id }: KeptModel): string {
  return `${runtime} ${id}`;
}
