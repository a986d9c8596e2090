import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';
import { openKey, sealedKeySchema, sealKey, type KeyPlace } from './key-cipher';

export type { KeyPlace };

/** `insecure`: the page came unencrypted, so the browser gives it no cryptography. */
export type KeepFault = 'insecure' | 'storage';
/** `damaged`: something is stored that no passphrase can open. */
export type UnlockFault = KeepFault | 'passphrase' | 'missing' | 'damaged';

/** Keys that a person wanted remembered, encrypted under a passphrase that is kept nowhere. */
export interface KeyVault {
  /** Whether a key is kept for this place. */
  holds(place: KeyPlace): Promise<boolean>;
  keep(
    place: KeyPlace,
    key: string,
    passphrase: string,
  ): Promise<{ ok: true } | { ok: false; fault: KeepFault }>;
  unlock(
    place: KeyPlace,
    passphrase: string,
  ): Promise<{ ok: true; key: string } | { ok: false; fault: UnlockFault }>;
  /** Whether it is gone. */
  forget(place: KeyPlace): Promise<boolean>;
  forgetAll(): Promise<boolean>;
}

export function indexedDbKeyVault(): KeyVault {
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore('assay-keys', 'keys'));
  return {
    async holds(place) {
      try {
        return (await get<unknown>(nameOf(place), store())) !== undefined;
      } catch {
        return false;
      }
    },
    async keep(place, key, passphrase) {
      if (!isSecureContext) return { ok: false, fault: 'insecure' };
      const sealed = await sealKey(key, passphrase, place);
      try {
        await set(nameOf(place), sealed, store());
        return { ok: true };
      } catch {
        return { ok: false, fault: 'storage' };
      }
    },
    async unlock(place, passphrase) {
      if (!isSecureContext) return { ok: false, fault: 'insecure' };
      let stored: unknown;
      try {
        stored = await get<unknown>(nameOf(place), store());
      } catch {
        return { ok: false, fault: 'storage' };
      }
      if (stored === undefined) return { ok: false, fault: 'missing' };
      const sealed = sealedKeySchema.safeParse(stored);
      if (!sealed.success) return { ok: false, fault: 'damaged' };
      const key = await openKey(sealed.data, passphrase, place);
      return key === null ? { ok: false, fault: 'passphrase' } : { ok: true, key };
    },
    forget: (place) => done(() => del(nameOf(place), store())),
    forgetAll: () => done(() => clear(store())),
  };
}

async function done(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}

function nameOf({ provider, origin }: KeyPlace): string {
  return JSON.stringify([origin, provider]);
}
