import type { KeyPlace, KeepFault, KeyVault, UnlockFault } from './key-vault.browser';

/** What the last wish about keeping a key came to. */
export type KeepingKey =
  | { kind: 'idle' }
  /** Making a passphrase hard to guess takes a moment. */
  | { kind: 'working' }
  /** `not-forgotten`: the browser does not delete what is stored. */
  | { kind: 'failed'; fault: KeepFault | UnlockFault | 'short' | 'not-forgotten' };

export const shortestPassphrase = 8;

interface Tools {
  vault: KeyVault;
  /** Which provider the form names. */
  provider: () => string;
  /** Where its server is; null while the address cannot be read. */
  origin: () => string | null;
}

/** A key in memory: its server (null until it meets an address), and whether it is the one stored on the device. */
interface HeldKey {
  origin: string | null;
  remembered: boolean;
}

/**
 * The keys that were entered, one for each provider. They are in this tab's memory alone, unless the person wants one remembered
 * on the device: then it is stored encrypted. Each goes only to the server it was entered for.
 */
export class KeyRing {
  readonly #tools: Tools;
  /** Not reactive: nothing on the page may show them. */
  readonly #keys = new Map<string, string>();
  /** By provider. */
  #held = $state.raw<Readonly<Record<string, HeldKey>>>({});
  /** The place for which a key is stored, as far as that was looked up. */
  #stored = $state.raw<KeyPlace | null>(null);
  #keeping = $state.raw<KeepingKey>({ kind: 'idle' });
  /** Counts what was begun: the outcome of an earlier one is not shown. */
  #turn = 0;
  /** Changes of what is stored run one after the other, so that forgetting wins over a storing before it. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get hasKey(): boolean {
    return this.#current !== undefined;
  }
  /** The host that a key was entered for, where the address now names another: it is not sent there. */
  get isFor(): string | null {
    const bound = this.#current?.origin ?? null;
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
    return this.isStored && this.isFor === null && this.#current?.remembered === true;
  }
  get keeping(): KeepingKey {
    return this.#keeping;
  }

  /** The key for the server that the form names, and for no other. Empty: none. */
  forServer(): string {
    const [provider, origin] = [this.#tools.provider(), this.#tools.origin()];
    const key = this.#keys.get(provider) ?? '';
    if (key === '' || origin === null || this.isFor !== null) return '';
    this.#update(provider, { origin });
    return key;
  }
  enter(text: string): void {
    this.#take(this.#tools.provider(), text.trim(), { origin: this.#tools.origin(), remembered: false });
  }
  /** From memory and from the device. A key for another server leaves memory only: what is stored for this one is another. */
  async forget(): Promise<void> {
    const provider = this.#tools.provider();
    const origin = this.isFor === null ? (this.#tools.origin() ?? this.#current?.origin ?? null) : null;
    this.enter('');
    if (origin !== null) await this.#forgetAt({ provider, origin });
  }

  /** To be called whenever the form points to another server. */
  async look(): Promise<void> {
    const turn = this.#next();
    const place = this.#place();
    if (samePlace(place, this.#stored)) return;
    const holds = place !== null && (await this.#tools.vault.holds(place));
    if (turn === this.#turn) this.#stored = holds ? place : null;
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
    const kept = await this.#inTurn(() => this.#tools.vault.keep(place, key, passphrase));
    if (turn === this.#turn)
      this.#keeping = kept.ok ? { kind: 'idle' } : { kind: 'failed', fault: kept.fault };
    if (!kept.ok) return;
    if (this.#keys.get(place.provider) === key) this.#update(place.provider, { remembered: true });
    if (samePlace(place, this.#place())) this.#stored = place;
  }
  async unlock(passphrase: string): Promise<void> {
    const place = this.#place();
    if (place === null) return;
    const before = this.#keys.get(place.provider);
    const turn = this.#next({ kind: 'working' });
    const opened = await this.#tools.vault.unlock(place, passphrase);
    if (turn !== this.#turn) return;
    this.#keeping = { kind: 'idle' };
    // It belongs to the server it was stored for, and must not replace what was typed meanwhile.
    if (!samePlace(place, this.#place()) || this.#keys.get(place.provider) !== before) return;
    if (opened.ok) this.#take(place.provider, opened.key, { origin: place.origin, remembered: true });
    else this.#keeping = { kind: 'failed', fault: opened.fault };
  }
  /** From the device; what is in memory stays until the tab closes. */
  async forgetStored(): Promise<void> {
    const place = this.#place();
    if (place !== null) await this.#forgetAt(place);
  }
  /** Of all servers. Whether all are gone from the device. */
  async forgetAll(): Promise<boolean> {
    this.#keys.clear();
    this.#held = {};
    this.#next();
    const gone = await this.#inTurn(() => this.#tools.vault.forgetAll());
    if (gone) this.#stored = null;
    return gone;
  }

  get #current(): HeldKey | undefined {
    return this.#held[this.#tools.provider()];
  }
  #take(provider: string, key: string, held: HeldKey): void {
    const { [provider]: _, ...others } = this.#held;
    this.#held = key === '' ? others : { ...others, [provider]: held };
    if (key === '') this.#keys.delete(provider);
    else this.#keys.set(provider, key);
    this.#keeping = { kind: 'idle' };
  }
  #update(provider: string, change: Partial<HeldKey>): void {
    const held = this.#held[provider];
    if (held) this.#held = { ...this.#held, [provider]: { ...held, ...change } };
  }
  async #forgetAt(place: KeyPlace): Promise<void> {
    const turn = this.#next();
    if (!(await this.#inTurn(() => this.#tools.vault.forget(place)))) {
      if (turn === this.#turn) this.#keeping = { kind: 'failed', fault: 'not-forgotten' };
      return;
    }
    if (this.#held[place.provider]?.origin === place.origin)
      this.#update(place.provider, { remembered: false });
    if (samePlace(place, this.#stored)) this.#stored = null;
  }
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(change);
    this.#changing = done.catch(() => undefined);
    return done;
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
