import { afterEach, describe, expect, it, vi } from 'vitest';
import { indexedDbKeyVault } from '../../../../../src/judges/api/form/key-vault.browser';

const place = { provider: 'openai', origin: 'https://api.openai.com' };
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
