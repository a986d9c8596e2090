import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';
import { z } from '../../../kit/zod';

/** The server that a key belongs to. What is sealed for one place cannot be opened for another. */
export interface KeyPlace {
  provider: string;
  origin: string;
}

/** Guessing a passphrase costs this many rounds of SHA-256 for each guess. */
const rounds = 1_000_000;
const fewestRounds = 600_000;
/** More would keep the page busy for as long as whoever wrote them likes. */
const mostRounds = 10_000_000;
const saltBytes = 16;
const ivBytes = 12;

const bytes = z.instanceof(Uint8Array).transform((array) => new Uint8Array(array));

/** Raise the version when a part changes its meaning, and teach `openKey` to open the older one. */
export const sealedKeySchema = z.strictObject({
  version: z.literal(1),
  rounds: z.int().min(fewestRounds).max(mostRounds),
  salt: bytes.refine(({ length }) => length === saltBytes),
  iv: bytes.refine(({ length }) => length === ivBytes),
  sealed: bytes,
});
type SealedKey = z.infer<typeof sealedKeySchema>;

export async function sealKey(key: string, passphrase: string, place: KeyPlace): Promise<SealedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const lock = await lockFrom(passphrase, salt, rounds, 'encrypt');
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: boundTo(place) },
    lock,
    new TextEncoder().encode(key),
  );
  return { version: 1, rounds, salt, iv, sealed: new Uint8Array(sealed) };
}

/** Null where the passphrase is another, or the key was sealed for another place. The two cannot be told apart. */
export async function openKey(
  { rounds: count, salt, iv, sealed }: SealedKey,
  passphrase: string,
  place: KeyPlace,
): Promise<string | null> {
  const lock = await lockFrom(passphrase, salt, count, 'decrypt');
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: boundTo(place) },
      lock,
      sealed,
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

async function lockFrom(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  // The same words typed on another keyboard may come as other code points.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    [use],
  );
}

function boundTo({ provider, origin }: KeyPlace): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(['assay-key', 1, origin, provider]));
}

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
        return (await get<unknown>(storageKey(place), store())) !== undefined;
      } catch {
        return false;
      }
    },
    async keep(place, key, passphrase) {
      if (!isSecureContext) return { ok: false, fault: 'insecure' };
      const sealed = await sealKey(key, passphrase, place);
      try {
        await set(storageKey(place), sealed, store());
        return { ok: true };
      } catch {
        return { ok: false, fault: 'storage' };
      }
    },
    async unlock(place, passphrase) {
      if (!isSecureContext) return { ok: false, fault: 'insecure' };
      let stored: unknown;
      try {
        stored = await get<unknown>(storageKey(place), store());
      } catch {
        return { ok: false, fault: 'storage' };
      }
      if (stored === undefined) return { ok: false, fault: 'missing' };
      const sealed = sealedKeySchema.safeParse(stored);
      if (!sealed.success) return { ok: false, fault: 'damaged' };
      const key = await openKey(sealed.data, passphrase, place);
      return key === null ? { ok: false, fault: 'passphrase' } : { ok: true, key };
    },
    forget: (place) => done(() => del(storageKey(place), store())),
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

function storageKey({ provider, origin }: KeyPlace): string {
  return JSON.stringify([origin, provider]);
}
