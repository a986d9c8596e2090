import type { DeviceAbilities, RuntimeId } from '../device';
import type { Mirror } from '../files/mlc-model';
import type { DeviceChoice } from './device-choice';

/** What is remembered from one visit to the next. */
export interface ChoicesMemory {
  load(): Promise<DeviceChoice | null>;
  save(choice: DeviceChoice): Promise<void>;
  forget(): Promise<void>;
}

export const contextLimits = { least: 512, most: 131_072 };

/** How a model inside this browser is to run: by which runtime, from where, with how much. */
export class DeviceChoices {
  readonly runtimes: readonly RuntimeId[];
  readonly #memory: ChoicesMemory;
  #chosen = $state<RuntimeId | null>(null);
  #suited = $state<RuntimeId | null>(null);
  #mirror = $state.raw<Mirror>({ models: null, libs: null });
  #refused = $state.raw({ models: false, libs: false });
  #context = $state<number | null>(null);
  #threads = $state<number | null>(null);
  #usualThreads = $state(1);
  #temperature = $state(0);
  #gpu = $state(false);
  #loaded = false;

  constructor(runtimes: readonly RuntimeId[], memory: ChoicesMemory) {
    this.runtimes = runtimes;
    this.#memory = memory;
  }

  get runtime(): RuntimeId {
    return this.#chosen ?? this.#suited ?? 'llama.cpp';
  }
  get mirror(): Mirror {
    return this.#mirror;
  }
  /** Tokens that are to fit; null: as many as the cases take. */
  get context(): number | null {
    return this.#context;
  }
  get threads(): number {
    return this.#threads ?? this.#usualThreads;
  }
  /** Whether llama.cpp is to compute on the graphics card. */
  get gpu(): boolean {
    return this.#gpu;
  }
  set gpu(wanted: boolean) {
    this.#gpu = wanted;
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
    const kept = await this.#memory.load();
    if (!kept) return;
    this.#mirror = kept.mirror;
    if (kept.runtime !== null && this.runtimes.includes(kept.runtime)) this.#chosen ??= kept.runtime;
  }

  /** Until the person chooses: a graphics card where there is a real one, the processor otherwise. */
  suit({ gpu, threads }: DeviceAbilities): void {
    this.#usualThreads = threads;
    const card = gpu.state === 'there' && !gpu.software;
    const suited: RuntimeId = card ? 'webllm' : 'llama.cpp';
    this.#suited = this.runtimes.includes(suited) ? suited : null;
  }

  setRuntime(id: RuntimeId): void {
    this.#chosen = id;
    this.#save();
  }
  /** Which of its fields hold what is no address: nothing is fetched then, least of all from the publisher. */
  get refusedMirror(): Record<keyof Mirror, boolean> {
    return this.#refused;
  }
  /** Whether it is an address that can be fetched from; nothing at all means the publisher. */
  setMirror(which: keyof Mirror, text: string): boolean {
    const address = text.trim() === '' ? null : readFolder(text.trim());
    this.#refused = { ...this.#refused, [which]: address === 'wrong' };
    if (address === 'wrong') return false;
    this.#mirror = { ...this.#mirror, [which]: address };
    this.#save();
    return true;
  }
  async forget(): Promise<void> {
    this.#chosen = null;
    this.#mirror = { models: null, libs: null };
    await this.#memory.forget();
  }
  /** Whether it changed. */
  setContext(tokens: number | null): boolean {
    const context =
      tokens === null || !Number.isFinite(tokens)
        ? null
        : Math.min(contextLimits.most, Math.max(contextLimits.least, Math.round(tokens)));
    if (context === this.#context) return false;
    this.#context = context;
    return true;
  }
  /** Whether it changed. */
  setThreads(count: number, abilities: DeviceAbilities | null): boolean {
    const most = abilities?.isolated ? abilities.processors : 1;
    const threads = Math.min(most, Math.max(1, Math.round(count) || 1));
    if (threads === this.threads) return false;
    this.#threads = threads;
    return true;
  }

  #save(): void {
    void this.#memory.save({ runtime: this.#chosen, mirror: this.#mirror });
  }
}

/** A full address of a folder: https, or http on this machine. */
function readFolder(text: string): string {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '') return 'wrong';
  const here = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && here)) return 'wrong';
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
