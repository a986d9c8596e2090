import { describe, expect, it } from 'vitest';
import { retryStorage } from '../../../src/kit/storage/stored-settings';

/** Its first tries to read fail as told, and all others succeed. */
async function readAfter(failures: readonly Error[]) {
  const left = [...failures];
  let waits = 0;
  const read = () => {
    const failure = left.shift();
    return failure ? Promise.reject(failure) : Promise.resolve('stored');
  };
  const given = await retryStorage(read, () => {
    waits += 1;
    return Promise.resolve();
  }).catch((error: unknown) => error);
  return { given, waits };
}
const said = (name: string) => new DOMException('Internal error opening backing store.', name);

describe('reading from a storage as the browser opens it', () => {
  it.each(['UnknownError', 'AbortError', 'TimeoutError'])('is tried again after %s', async (name) => {
    expect(await readAfter([said(name), said(name)])).toEqual({ given: 'stored', waits: 2 });
  });

  it.each([
    said('SecurityError'),
    said('InvalidStateError'),
    said('VersionError'),
    said('QuotaExceededError'),
    said('DataError'),
    new TypeError('x is undefined'),
  ])('is not after %s', async (failure) => {
    expect(await readAfter([failure])).toEqual({ given: failure, waits: 0 });
  });

  it('is given up with what the browser said', async () => {
    const failures = Array.from({ length: 20 }, () => said('UnknownError'));
    expect(await readAfter(failures)).toMatchObject({ given: failures[4], waits: 4 });
  });
});
