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
/** A tampered record could keep the page busy with more. */
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

/** Null where the passphrase is another, or the key was sealed for another place. Nothing tells the two apart. */
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

/** `insecure`: an unencrypted page has no cryptography. `damaged`: no passphrase can open what is stored. */
export type VaultFault = 'insecure' | 'storage' | 'passphrase' | 'missing' | 'damaged';

export type KeyVault = ReturnType<typeof indexedDbKeyVault>;

/** Keys that a person wanted remembered, encrypted under a passphrase that is kept nowhere. */
export function indexedDbKeyVault() {
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore('assay-keys', 'keys'));
  return {
    async holds(place: KeyPlace): Promise<boolean> {
      const found = await stored(() => get<unknown>(storageKey(place), store()));
      return found !== undefined && found !== 'storage';
    },
    async keep(place: KeyPlace, key: string, passphrase: string): Promise<VaultFault | null> {
      if (!isSecureContext) return 'insecure';
      const sealed = await sealKey(key, passphrase, place);
      return stored(() => set(storageKey(place), sealed, store()).then(() => null));
    },
    async unlock(place: KeyPlace, passphrase: string): Promise<{ key: string } | { fault: VaultFault }> {
      if (!isSecureContext) return { fault: 'insecure' };
      const found = await stored(() => get<unknown>(storageKey(place), store()));
      if (found === 'storage') return { fault: 'storage' };
      if (found === undefined) return { fault: 'missing' };
      const sealed = sealedKeySchema.safeParse(found);
      if (!sealed.success) return { fault: 'damaged' };
      const key = await openKey(sealed.data, passphrase, place);
      return key === null ? { fault: 'passphrase' } : { key };
    },
    /** Whether the key is gone. */
    forget: (place: KeyPlace) =>
      stored(() => del(storageKey(place), store())).then((fault) => fault !== 'storage'),
    forgetAll: () => stored(() => clear(store())).then((fault) => fault !== 'storage'),
  };
}

async function stored<T>(work: () => Promise<T>): Promise<T | 'storage'> {
  try {
    return await work();
  } catch {
    return 'storage';
  }
}

function storageKey({ provider, origin }: KeyPlace): string {
  return JSON.stringify([origin, provider]);
}
