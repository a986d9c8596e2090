import { describe, expect, it } from 'vitest';
import type { Space } from '../../../src/kit/storage/storage-space';
import { StorageFailure, type SheetStore } from '../../../src/sheet/sheet-store';
import { StorageState } from '../../../src/sheet/storage-state.svelte';
import { asStorageFailure, newerVersion } from '../../../src/sheet/store/database';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';

function stateWith(persistence: Space['persistence'] = 'unknown', agrees = false) {
  let emit: (event: string) => void = () => {};
  const room = { used: 10, allowed: 100 };
  const state = new StorageState({
    database: { listen: (listener) => (emit = listener) },
    space: {
      look: () => Promise.resolve({ persistence, ...room }),
      askToKeep: () => Promise.resolve({ persistence: agrees ? 'kept' : persistence, ...room }),
    },
  });
  return { state, emit: (event: string) => emit(event) };
}

/** What the browser says, as the store words it. */
function failureOf(name: string): Error {
  const failure = asStorageFailure(new DOMException('Internal error opening backing store.', name));
  if (failure instanceof StorageFailure) return failure;
  throw new Error(`Expected a failure of the storage for ${name}.`);
}
const broken = () => failureOf('UnknownError');

/** Its first tries to read fail as given, and all others succeed. */
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
  let waited = 0;
  const { state } = stateWith();
  const wait = (milliseconds: number) => Promise.resolve(void (waited += milliseconds));
  const usable = await state.open(store, { wait, now: () => new Date() });
  const { durable, outdated } = state;
  return { durable, outdated, kept: usable === store, tries, waited };
}
const refused = { durable: false, outdated: false, kept: false };
const newer = { durable: false, outdated: true, kept: false };
const kept = { durable: true, outdated: false, kept: true };

describe('opening the stored sheets', () => {
  it.each<[string, Error[], object]>([
    ['waits for nothing where it succeeds', [], { ...kept, tries: 1, waited: 0 }],
    ['is tried again where the browser fails for a moment', [broken(), broken()], { ...kept, tries: 3 }],
    ['ends where a later try says something else', [broken(), newerVersion()], { ...newer, tries: 2 }],
    ['ends where a newer Assay has stored', [newerVersion()], { ...newer, tries: 1, waited: 0 }],
    ['ends where storage is forbidden', [failureOf('SecurityError')], { ...refused, tries: 1, waited: 0 }],
  ])('%s', async (_, failures, expected) => {
    const outcome = await opened(failures);
    expect(outcome).toMatchObject(expected);
    expect(outcome.waited).toBeLessThanOrEqual(2_000);
  });
});

describe('the storage', () => {
  it('belongs to a newer Assay once that upgrades it; waiting for an older one changes nothing', () => {
    const { state, emit } = stateWith('kept');
    emit('blocked');
    expect(state.outdated).toBe(false);
    emit('outdated');
    expect(state.outdated).toBe(true);
  });

  it.each([
    [true, 'kept', false],
    [false, 'at-risk', true],
  ] as const)(
    'of a browser that is asked to keep it and agrees: %s',
    async (agrees, persistence, refused) => {
      const { state } = stateWith('at-risk', agrees);
      expect(state.room).toBeNull();
      await state.look();
      expect(state.room?.persistence).toBe('at-risk');
      await state.askToKeep();
      expect([state.room?.persistence, state.refused]).toEqual([persistence, refused]);
    },
  );
});
