import { describe, expect, it } from 'vitest';
import { StorageFailure, type SheetStore } from '../../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { asStorageFailure, newerVersion } from '../../../../src/sheet/store/database';
import { usableSheetStore } from '../../../../src/sheet/store/usable-sheet-store';

/** What the browser says, as the store tells it. */
function failureOf(name: string): Error {
  const failure = asStorageFailure(new DOMException('Internal error opening backing store.', name));
  if (failure instanceof StorageFailure) return failure;
  throw new Error(`Expected a failure of the storage for ${name}.`);
}
const broken = () => failureOf('UnknownError');

/** Its first tries to read fail as told, and all others succeed. */
async function opened(failures: readonly Error[]) {
  const store: SheetStore = memorySheetStore();
  const read = store.list.bind(store);
  const left = [...failures];
  let tries = 0;
  store.list = () => {
    tries += 1;
    const failure = left.shift();
    return failure ? Promise.reject(failure) : read();
  };
  const waited: number[] = [];
  const { store: usable, outcome } = await usableSheetStore(store, {
    wait: (milliseconds) => {
      waited.push(milliseconds);
      return Promise.resolve();
    },
    now: () => new Date(),
    inMemory: () => {},
  });
  return { outcome, kept: usable === store, tries, waited: waited.reduce((sum, one) => sum + one, 0) };
}

describe('opening the stored sheets', () => {
  it('waits for nothing where it succeeds', async () => {
    expect(await opened([])).toEqual({ outcome: 'kept', kept: true, tries: 1, waited: 0 });
  });

  it('is tried again where the browser fails for a moment', async () => {
    expect(await opened([broken(), broken()])).toMatchObject({ outcome: 'kept', kept: true, tries: 3 });
  });

  it('is given up after a second or two', async () => {
    const { waited, ...rest } = await opened(Array.from({ length: 20 }, broken));
    expect(rest).toEqual({ outcome: 'refused', kept: false, tries: 5 });
    expect(waited).toBeGreaterThanOrEqual(1_000);
    expect(waited).toBeLessThanOrEqual(2_000);
  });

  it.each<[string, Error, string]>([
    ['a newer Assay has stored', newerVersion(), 'newer'],
    [
      'the browser has no IndexedDB',
      new StorageFailure('unavailable', 'This browser has no IndexedDB.'),
      'refused',
    ],
    ['storage is forbidden', failureOf('SecurityError'), 'refused'],
    ['a private window has none', failureOf('InvalidStateError'), 'refused'],
    ['there is no space at all', failureOf('QuotaExceededError'), 'refused'],
    ['of a bug', new TypeError('x is undefined'), 'refused'],
  ])('is not tried again because %s', async (_, failure, outcome) => {
    expect(await opened([failure])).toEqual({ outcome, kept: false, tries: 1, waited: 0 });
  });

  it('ends where a later try says something else', async () => {
    expect(await opened([broken(), newerVersion()])).toMatchObject({ outcome: 'newer', tries: 2 });
  });
});
