import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem, KeptModel, LoadStep } from '../device';
import type { ModelFiles } from '../files/model-files';

export class KeptModels {
  readonly #files: Pick<ModelFiles, 'list' | 'remove' | 'verify'>;
  models = $state.raw<readonly KeptModel[]>([]);
  verifying = $state.raw<{ id: string; step: LoadStep | null } | null>(null);
  /** By id, what came of reading a model's files again: what is wrong with them, null where all are right. */
  verified = $state.raw<ReadonlyMap<string, DeviceProblem | null>>(new Map());
  #cancelling: AbortController | null = null;

  constructor(files: Pick<ModelFiles, 'list' | 'remove' | 'verify'>) {
    this.#files = files;
  }

  async look(): Promise<void> {
    // A browser without private files keeps none.
    this.models = await this.#files.list().catch(() => []);
  }

  /** What was found of its files holds no longer: they are fetched or changed now. */
  forget({ id }: KeptModel): void {
    this.verified = new Map([...this.verified].filter(([each]) => each !== id));
  }

  async remove(model: KeptModel): Promise<void> {
    await this.#files.remove(model.id);
    this.forget(model);
    await this.look();
  }

  async verify(model: KeptModel): Promise<void> {
    if (this.verifying) return;
    const { id } = model;
    const cancelling = new AbortController();
    const { signal } = cancelling;
    this.#cancelling = cancelling;
    this.verifying = { id, step: null };
    this.forget(model);
    const onStep = (step: LoadStep) => {
      if (this.#cancelling === cancelling) this.verifying = { id, step };
    };
    const found = await this.#files
      .verify(id, { onStep, signal })
      .catch((error: unknown) => ({ fault: 'storage' as const, said: errorMessage(error) }));
    if (!signal.aborted) this.verified = new Map([...this.verified, [id, found]]);
    this.#cancelling = null;
    this.verifying = null;
    await this.look();
  }
  readonly cancelVerify = (): void => {
    this.#cancelling?.abort();
  };
}
