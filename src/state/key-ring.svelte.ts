import type { KeepFault, KeyPlace, KeyVault, UnlockFault } from '../storage/key-vault';

/** What the last wish about keeping a key came to. */
export type KeepingKey =
  | { kind: 'idle' }
  /** Making a passphrase hard to guess takes a moment. */
  | { kind: 'working' }
  | { kind: 'failed'; fault: KeepFault | UnlockFault | 'short' };

export const shortestPassphrase = 8;

interface Tools {
  vault: KeyVault;
  /** Which provider the form names. */
  provider: () => string;
  /** Where its server is; null while the address cannot be read. */
  origin: () => string | null;
}

/**
 * The keys that were entered, one for each provider. They are in this tab's memory alone, unless the person wants one remembered
 * on the device: then it is stored encrypted. Each goes to the server it was entered for.
 */
export class KeyRing {
  readonly #tools: Tools;
  /** Not reactive: nothing on the page may show them. */
  readonly #keys = new Map<string, string>();
  /** Providers that have a key, with the server it was entered for: null until it meets an address. */
  #origins = $state.raw<Readonly<Record<string, string | null>>>({});
  /** The place for which a key is stored, as far as that was looked up. */
  #stored = $state.raw<KeyPlace | null>(null);
  /** Whether the stored key is the one in memory. */
  #same = $state(false);
  #keeping = $state.raw<KeepingKey>({ kind: 'idle' });
  /** Counts changes of what the form points to: what was begun for an earlier one is dropped. */
  #turn = 0;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get hasKey(): boolean {
    return Object.hasOwn(this.#origins, this.#tools.provider());
  }
  /** The host that a key was entered for, where the address now names another: it is not sent there. */
  get isFor(): string | null {
    const bound = this.#origins[this.#tools.provider()] ?? null;
    const origin = this.#tools.origin();
    return bound === null || origin === null || origin === bound ? null : new URL(bound).host;
  }
  /** Whether a key for this server is stored on the device. */
  get isStored(): boolean {
    const place = this.#place();
    return place !== null && samePlace(place, this.#stored);
  }
  /** Whether the key in memory is the stored one. */
  get isRemembered(): boolean {
    return this.isStored && this.hasKey && this.#same;
  }
  get keeping(): KeepingKey {
    return this.#keeping;
  }

  /** The key for the server that the form names, and for no other. Empty: none. */
  forServer(): string {
    const [provider, origin] = [this.#tools.provider(), this.#tools.origin()];
    const key = this.#keys.get(provider) ?? '';
    if (key === '' || origin === null || this.isFor !== null) return '';
    this.#origins = { ...this.#origins, [provider]: origin };
    return key;
  }
  enter(text: string): void {
    const key = text.trim();
    const provider = this.#tools.provider();
    const others = Object.entries(this.#origins).filter(([name]) => name !== provider);
    if (key === '') this.#keys.delete(provider);
    else {
      this.#keys.set(provider, key);
      others.push([provider, this.#tools.origin()]);
    }
    this.#origins = Object.fromEntries(others);
    this.#same = false;
    this.#keeping = { kind: 'idle' };
  }
  /** From memory and from the device. */
  async forget(): Promise<void> {
    this.enter('');
    await this.forgetStored();
  }

  /** To be called whenever the form points elsewhere. */
  async look(): Promise<void> {
    const turn = this.#next();
    const place = this.#place();
    if (samePlace(place, this.#stored)) return;
    const holds = place !== null && (await this.#tools.vault.holds(place));
    if (turn !== this.#turn) return;
    this.#stored = holds ? place : null;
    this.#same = false;
  }
  async remember(passphrase: string): Promise<void> {
    const key = this.forServer();
    const place = this.#place();
    if (key === '' || place === null) return;
    if (passphrase.length < shortestPassphrase) {
      this.#keeping = { kind: 'failed', fault: 'short' };
      return;
    }
    const turn = this.#next({ kind: 'working' });
    const kept = await this.#tools.vault.keep(place, key, passphrase);
    if (turn !== this.#turn) return;
    this.#keeping = kept.ok ? { kind: 'idle' } : { kind: 'failed', fault: kept.fault };
    if (!kept.ok) return;
    this.#stored = place;
    this.#same = true;
  }
  async unlock(passphrase: string): Promise<void> {
    const place = this.#place();
    if (place === null) return;
    const turn = this.#next({ kind: 'working' });
    const opened = await this.#tools.vault.unlock(place, passphrase);
    if (turn !== this.#turn) return;
    if (!opened.ok) {
      this.#keeping = { kind: 'failed', fault: opened.fault };
      return;
    }
    this.enter(opened.key);
    this.#same = true;
  }
  /** From the device; what is in memory stays until the tab closes. */
  async forgetStored(): Promise<void> {
    const place = this.#place();
    if (place === null) return;
    const turn = this.#next();
    const gone = await this.#tools.vault.forget(place);
    if (turn !== this.#turn) return;
    if (!gone) this.#keeping = { kind: 'failed', fault: 'storage' };
    else this.#stored = null;
  }
  /** Of all servers. */
  async forgetAll(): Promise<void> {
    this.#keys.clear();
    this.#origins = {};
    this.#next();
    if (await this.#tools.vault.forgetAll()) this.#stored = null;
  }

  #place(): KeyPlace | null {
    const origin = this.#tools.origin();
    return origin === null ? null : { provider: this.#tools.provider(), origin };
  }
  #next(keeping: KeepingKey = { kind: 'idle' }): number {
    this.#keeping = keeping;
    return (this.#turn += 1);
  }
}

function samePlace(one: KeyPlace | null, other: KeyPlace | null): boolean {
  return one?.provider === other?.provider && one?.origin === other?.origin;
}
