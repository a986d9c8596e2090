import { storedSettings, type StoredSettings, type Wait } from '../../../kit/storage/stored-settings';
import { z } from '../../../kit/zod';
import { runtimeIds, type DeviceAbilities, type RuntimeId } from '../device';
import { isModelAddress } from '../files/gguf-model';
import type { Mirror } from '../files/mlc-model';

const choiceSchema = z.object({
  /** Null: as the machine suggests. */
  runtime: z.enum(runtimeIds).nullable(),
  mirror: z.object({ models: z.string().nullable(), libs: z.string().nullable() }),
});
export type DeviceChoice = z.infer<typeof choiceSchema>;

export function storedDeviceChoice(wait: Wait): StoredSettings<DeviceChoice> {
  const place = { database: 'assay-settings', key: 'device', version: 1, schema: choiceSchema };
  return storedSettings(place, wait);
}

export const contextLimits = { least: 512, most: 131_072 };

export class DeviceChoices {
  readonly #stored: StoredSettings<DeviceChoice>;
  #chosen = $state<RuntimeId | null>(null);
  #suited = $state<RuntimeId>('llama.cpp');
  mirror = $state.raw<Mirror>({ models: null, libs: null });
  /** Which of its fields hold what is no address: nothing is fetched then, least of all from the publisher. */
  refusedMirror = $state.raw<Record<keyof Mirror, boolean>>({ models: false, libs: false });
  context = $state<number | null>(null);
  #threads = $state<number | null>(null);
  #usualThreads = $state(1);
  #temperature = $state(0);
  gpu = $state(false);
  #loaded = false;

  constructor(stored: StoredSettings<DeviceChoice>) {
    this.#stored = stored;
  }

  get runtime(): RuntimeId {
    return this.#chosen ?? this.#suited;
  }
  get threads(): number {
    return this.#threads ?? this.#usualThreads;
  }
  get temperature(): number {
    return this.#temperature;
  }
  set temperature(value: number) {
    if (Number.isFinite(value)) this.#temperature = Math.min(2, Math.max(0, value));
  }

  async load(): Promise<void> {
    if (this.#loaded) return;
    this.#loaded = true;
    const kept = await this.#stored.load();
    if (kept === null || kept === 'unavailable') return;
    this.mirror = kept.mirror;
    this.#chosen ??= kept.runtime;
  }

  /** Until the person chooses: a graphics card where there is a real one, the processor otherwise. */
  suit({ gpu, threads }: DeviceAbilities): void {
    this.#usualThreads = threads;
    this.#suited = gpu.state === 'there' && !gpu.software ? 'webllm' : 'llama.cpp';
  }

  setRuntime(id: RuntimeId): void {
    this.#chosen = id;
    this.#save();
  }
  /** Empty text means the publisher. What is no address is refused. */
  setMirror(which: keyof Mirror, text: string): void {
    const address = text.trim() === '' ? null : folderAddress(text.trim());
    this.refusedMirror = { ...this.refusedMirror, [which]: address === 'refused' };
    if (address === 'refused') return;
    this.mirror = { ...this.mirror, [which]: address };
    this.#save();
  }
  async forget(): Promise<void> {
    this.#chosen = null;
    this.mirror = { models: null, libs: null };
    await this.#stored.forget();
  }
  setContext(tokens: number | null): boolean {
    const { least, most } = contextLimits;
    const before = this.context;
    const isNumber = tokens !== null && Number.isFinite(tokens);
    this.context = isNumber ? Math.min(most, Math.max(least, Math.round(tokens))) : null;
    return this.context !== before;
  }
  setThreads(count: number, abilities: DeviceAbilities | null): boolean {
    const before = this.threads;
    const most = abilities?.isolated ? abilities.processors : 1;
    this.#threads = Math.min(most, Math.max(1, Math.round(count) || 1));
    return this.#threads !== before;
  }

  #save(): void {
    void this.#stored.save({ runtime: this.#chosen, mirror: this.mirror });
  }
}

function folderAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !isModelAddress(text) || url.search !== '' || url.hash !== '') return 'refused';
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
