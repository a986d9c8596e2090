import type { KeepFault, KeyPlace, KeyVault, UnlockFault } from '../storage/key-vault';

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
  /** Providers whose key in memory is the stored one, with its server. */
  #same = $state.raw<Readonly<Record<string, string>>>({});
  #keeping = $state.raw<KeepingKey>({ kind: 'idle' });
  /** Counts changes of what the form points to: what was begun for an earlier one is dropped. */
  #turn = 0;
  /** Places for which a key is just being stored. */
  readonly #storing = new Set<KeyPlace>();
  /** Changes of what is stored come one after the other: a wish to forget has the last word over a storing before it. */
  #changing: Promise<unknown> = Promise.resolve();

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
    const place = this.#place();
    return this.isStored && place !== null && this.#same[place.provider] === place.origin;
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
    this.#take(this.#tools.provider(), text.trim(), this.#tools.origin());
  }
  /** From memory and from the device; one for another server from memory alone, since what is stored for this one is another. */
  async forget(): Promise<void> {
    const provider = this.#tools.provider();
    const begun = [...this.#storing].filter((place) => place.provider === provider);
    const here = this.isFor === null ? this.#place() : null;
    this.enter('');
    await this.#forgetAt(here === null ? begun : [here, ...begun]);
  }

  /** To be called whenever the form points elsewhere. */
  async look(): Promise<void> {
    const turn = this.#next();
    const place = this.#place();
    if (samePlace(place, this.#stored)) return;
    const holds = place !== null && (await this.#tools.vault.holds(place));
    if (turn !== this.#turn) return;
    this.#stored = holds ? place : null;
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
    const kept = await this.#keep(place, key, passphrase);
    if (turn === this.#turn)
      this.#keeping = kept.ok ? { kind: 'idle' } : { kind: 'failed', fault: kept.fault };
    if (!kept.ok) return;
    if (this.#keys.get(place.provider) === key)
      this.#same = { ...this.#same, [place.provider]: place.origin };
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
    // It belongs to the server it was stored for, and must not take the place of what was typed meanwhile.
    if (!samePlace(place, this.#place()) || this.#keys.get(place.provider) !== before) return;
    if (!opened.ok) {
      this.#keeping = { kind: 'failed', fault: opened.fault };
      return;
    }
    this.#take(place.provider, opened.key, place.origin);
    this.#same = { ...this.#same, [place.provider]: place.origin };
  }
  /** From the device; what is in memory stays until the tab closes. */
  async forgetStored(): Promise<void> {
    const place = this.#place();
    if (place !== null) await this.#forgetAt([place]);
  }
  /** Of all servers. Whether all are gone from the device. */
  async forgetAll(): Promise<boolean> {
    this.#keys.clear();
    this.#origins = {};
    this.#same = {};
    this.#next();
    const gone = await this.#inTurn(() => this.#tools.vault.forgetAll());
    if (gone) this.#stored = null;
    return gone;
  }

  #take(provider: string, key: string, origin: string | null): void {
    const others = Object.entries(this.#origins).filter(([name]) => name !== provider);
    if (key === '') this.#keys.delete(provider);
    else {
      this.#keys.set(provider, key);
      others.push([provider, origin]);
    }
    this.#origins = Object.fromEntries(others);
    this.#same = Object.fromEntries(Object.entries(this.#same).filter(([name]) => name !== provider));
    this.#keeping = { kind: 'idle' };
  }
  async #keep(place: KeyPlace, key: string, passphrase: string): ReturnType<KeyVault['keep']> {
    this.#storing.add(place);
    try {
      return await this.#inTurn(() => this.#tools.vault.keep(place, key, passphrase));
    } finally {
      this.#storing.delete(place);
    }
  }
  async #forgetAt(places: readonly KeyPlace[]): Promise<void> {
    if (places.length === 0) return;
    const turn = this.#next();
    const { vault } = this.#tools;
    const gone = await this.#inTurn(() => Promise.all(places.map((place) => vault.forget(place))));
    if (!gone.every(Boolean)) {
      if (turn === this.#turn) this.#keeping = { kind: 'failed', fault: 'not-forgotten' };
      return;
    }
    const isGone = ([provider, origin]: [string, string]) =>
      places.some((place) => samePlace(place, { provider, origin }));
    this.#same = Object.fromEntries(Object.entries(this.#same).filter((entry) => !isGone(entry)));
    if (places.some((place) => samePlace(place, this.#stored))) this.#stored = null;
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
