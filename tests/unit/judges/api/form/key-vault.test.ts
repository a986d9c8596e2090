import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  indexedDbKeyVault,
  openKey,
  sealedKeySchema,
  sealKey,
} from '../../../../../src/judges/api/form/key-vault.browser';

const place = { provider: 'openai', origin: 'https://api.openai.com' };
const key = 'sk-0123456789abcdef';
const passphrase = 'four words and 열쇠';

describe('a sealed key', () => {
  it('opens with its passphrase, for its own place and untouched, and not otherwise', async () => {
    const sealed = await sealKey(key, passphrase, place);
    expect(await openKey(sealed, passphrase, place)).toBe(key);
    expect(await openKey(sealed, passphrase.normalize('NFD'), place)).toBe(key);
    const flipped = new Uint8Array(sealed.sealed);
    flipped[3] = (flipped[3] ?? 0) ^ 1;
    const others = [
      [sealed, `${passphrase} `, place],
      [sealed, passphrase, { ...place, origin: 'https://api.openai.com.example' }],
      [sealed, passphrase, { ...place, provider: 'compatible' }],
      [{ ...sealed, sealed: flipped }, passphrase, place],
    ] as const;
    for (const [given, words, where] of others) expect(await openKey(given, words, where)).toBeNull();
  });

  it('tells nothing of the key or the passphrase, and is another each time', async () => {
    const [first, second] = [await sealKey(key, passphrase, place), await sealKey(key, passphrase, place)];
    for (const part of ['salt', 'iv', 'sealed'] as const) expect(first[part]).not.toEqual(second[part]);
    const text = Object.values(first).map((part) =>
      part instanceof Uint8Array ? new TextDecoder('latin1').decode(part) : String(part),
    );
    expect(text.join()).not.toContain(key);
    expect(text.join()).not.toContain('four words');
    expect(first.rounds).toBeGreaterThanOrEqual(600_000);
  });

  it.each([
    ['fewer rounds', { rounds: 1000 }],
    ['so many rounds that the page would hang', { rounds: 1e12 }],
    ['a short salt', { salt: new Uint8Array(4) }],
    ['a text for bytes', { sealed: 'c2VhbGVk' }],
    ['another version', { version: 2 }],
    ['the key beside it', { key }],
  ])('is not read back with %s', (_, change) => {
    const whole = {
      version: 1,
      rounds: 600_000,
      salt: new Uint8Array(16),
      iv: new Uint8Array(12),
      sealed: new Uint8Array(40),
    };
    expect(sealedKeySchema.safeParse(whole).success).toBe(true);
    expect(sealedKeySchema.safeParse({ ...whole, ...change }).success).toBe(false);
  });
});

const refused = {
  open: () => {
    throw new DOMException('The user denied storage.', 'SecurityError');
  },
};

afterEach(() => vi.unstubAllGlobals());

describe('a key that cannot be remembered', () => {
  it.each([
    // A page that came over http has neither WebCrypto nor the wish to store anything in the clear.
    ['on a page without encryption', false, undefined, 'insecure'],
    ['where the browser refuses to store', true, refused, 'storage'],
    ['where there is no storage at all', true, undefined, 'storage'],
  ] as const)('%s says why, and is stored nowhere', async (_, secure, indexedDB, fault) => {
    vi.stubGlobal('isSecureContext', secure);
    vi.stubGlobal('indexedDB', indexedDB);
    if (!secure) vi.stubGlobal('crypto', { getRandomValues: () => new Uint8Array() });
    const vault = indexedDbKeyVault();
    expect(await vault.keep(place, 'sk-0123456789', 'a long passphrase')).toBe(fault);
    expect(await vault.unlock(place, 'a long passphrase')).toEqual({ fault });
    expect(await vault.holds(place)).toBe(false);
    expect([await vault.forget(place), await vault.forgetAll()]).toEqual([false, false]);
  });
});
