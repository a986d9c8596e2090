import type { RunJudge, ModelJudge } from '../../../judgement/judge';
import type { DeviceJudge } from './device-judge.svelte';

/** The judge on this device before anyone has chosen it: all of it is loaded only then. */
export class DeviceOffer {
  readonly kind = 'model' as const;
  readonly id = 'device';
  readonly #load: () => Promise<DeviceJudge>;
  form = $state.raw<DeviceJudge | null>(null);

  constructor(load: () => Promise<DeviceJudge>) {
    this.#load = load;
  }

  async load(): Promise<DeviceJudge> {
    if (this.form) return this.form;
    const form = await this.#load();
    return (this.form ??= form);
  }
  /** Forgets which runtime was chosen, and the mirror. Models stay. */
  async forgetChoices(): Promise<void> {
    await (await this.load()).choices.forget();
  }
  async forRun(): Promise<ModelJudge | { problem: string }> {
    return (await this.load()).forRun();
  }
  restore(asked: RunJudge): void {
    void this.load().then((form) => form.restore(asked));
  }
}
