import type { KeyPlace, KeyVault, VaultFault } from './key-vault.browser';

type KeepingKey =
  | { kind: 'idle' }
  | { kind: 'working' }
  /** `not-forgotten`: the browser does not delete the stored key. */
  | { kind: 'failed'; fault: VaultFault | 'short' | 'not-forgotten' };

const shortestPassphrase = 8;

interface Tools {
  vault: KeyVault;
  /** The provider and server that the form names; the origin is null while the address cannot be read. */
  server: () => { provider: string; origin: string | null };
}

/** A key in memory: its server (null until it meets an address), and whether it is the one stored on the device. */
interface HeldKey {
  key: string;
  origin: string | null;
  remembered: boolean;
}

/** Entered keys, one for each provider, in memory or stored encrypted. Each goes only to the server it was entered for. */
export class KeyRing {
  readonly #tools: Tools;
  #held = $state.raw<Readonly<Record<string, HeldKey>>>({});
  /** The place for which a key is stored, as far as that was looked up. */
  #stored = $state.raw<KeyPlace | null>(null);
  keeping = $state.raw<KeepingKey>({ kind: 'idle' });
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
    const { origin } = this.#tools.server();
    return bound === null || origin === null || origin === bound ? null : new URL(bound).host;
  }
  get isStored(): boolean {
    return this.#place !== null && samePlace(this.#place, this.#stored);
  }
  get isRemembered(): boolean {
    return this.isStored && this.isFor === null && this.#current?.remembered === true;
  }

  holdsFor({ provider, origin }: KeyPlace): boolean {
    const held = this.#held[provider];
    return held !== undefined && (held.origin ?? origin) === origin;
  }
  /** The key for the server that the form names, and for no other. Empty: none. */
  forServer(): string {
    const place = this.#place;
    if (!this.#current || place === null || this.isFor !== null) return '';
    this.#hold(place.provider, { ...this.#current, origin: place.origin });
    return this.#current.key;
  }
  enter(text: string): void {
    const { provider, origin } = this.#tools.server();
    const key = text.trim();
    this.#hold(provider, key === '' ? null : { key, origin, remembered: false });
    this.keeping = { kind: 'idle' };
  }
  /** From memory and from the device. A key for another server leaves memory only: another key is stored for this one. */
  async forget(): Promise<void> {
    const { provider, origin: named } = this.#tools.server();
    const origin = this.isFor === null ? (named ?? this.#current?.origin ?? null) : null;
    this.enter('');
    if (origin !== null) await this.#forgetAt({ provider, origin });
  }

  async look(): Promise<void> {
    const turn = this.#begin();
    const place = this.#place;
    if (samePlace(place, this.#stored)) return;
    const holds = place !== null && (await this.#tools.vault.holds(place));
    if (turn === this.#turn) this.#stored = holds ? place : null;
  }
  async remember(passphrase: string): Promise<void> {
    const key = this.forServer();
    const place = this.#place;
    if (key === '' || place === null) return;
    if (passphrase.length < shortestPassphrase) {
      this.keeping = { kind: 'failed', fault: 'short' };
      return;
    }
    const turn = this.#begin({ kind: 'working' });
    const fault = await this.#inTurn(() => this.#tools.vault.keep(place, key, passphrase));
    if (turn === this.#turn) this.keeping = fault === null ? { kind: 'idle' } : { kind: 'failed', fault };
    if (fault !== null) return;
    const held = this.#held[place.provider];
    if (held?.key === key) this.#hold(place.provider, { ...held, remembered: true });
    if (samePlace(place, this.#place)) this.#stored = place;
  }
  async unlock(passphrase: string): Promise<void> {
    const place = this.#place;
    if (place === null) return;
    const before = this.#current?.key;
    const turn = this.#begin({ kind: 'working' });
    const opened = await this.#tools.vault.unlock(place, passphrase);
    if (turn !== this.#turn) return;
    this.keeping = { kind: 'idle' };
    // The key belongs to the server it was stored for, and must not replace one typed meanwhile.
    if (!samePlace(place, this.#place) || this.#current?.key !== before) return;
    if ('fault' in opened) this.keeping = { kind: 'failed', fault: opened.fault };
    else this.#hold(place.provider, { key: opened.key, origin: place.origin, remembered: true });
  }
  /** From the device; the key in memory stays until the tab closes. */
  async forgetStored(): Promise<void> {
    if (this.#place !== null) await this.#forgetAt(this.#place);
  }
  /** Forgets the keys of all servers. Whether the device has none left. */
  async forgetAll(): Promise<boolean> {
    this.#held = {};
    this.#begin();
    const gone = await this.#inTurn(() => this.#tools.vault.forgetAll());
    if (gone) this.#stored = null;
    return gone;
  }

  get #current(): HeldKey | undefined {
    return this.#held[this.#tools.server().provider];
  }
  get #place(): KeyPlace | null {
    const { provider, origin } = this.#tools.server();
    return origin === null ? null : { provider, origin };
  }
  #hold(provider: string, held: HeldKey | null): void {
    const { [provider]: _, ...others } = this.#held;
    this.#held = held ? { ...others, [provider]: held } : others;
  }
  async #forgetAt(place: KeyPlace): Promise<void> {
    const turn = this.#begin();
    if (!(await this.#inTurn(() => this.#tools.vault.forget(place)))) {
      if (turn === this.#turn) this.keeping = { kind: 'failed', fault: 'not-forgotten' };
      return;
    }
    const held = this.#held[place.provider];
    if (held?.origin === place.origin) this.#hold(place.provider, { ...held, remembered: false });
    if (samePlace(place, this.#stored)) this.#stored = null;
  }
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(change);
    this.#changing = done.catch(() => undefined);
    return done;
  }
  #begin(keeping: KeepingKey = { kind: 'idle' }): number {
    this.keeping = keeping;
    return (this.#turn += 1);
  }
}

function samePlace(one: KeyPlace | null, other: KeyPlace | null): boolean {
  return one?.provider === other?.provider && one?.origin === other?.origin;
}
