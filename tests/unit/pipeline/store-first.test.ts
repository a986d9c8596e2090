import { expect, it } from 'vitest';
import { storeFirst } from '../../../src/pipeline/store-first';
import { sampleRun } from '../storage/runs/sample-run';

/** Keeps a record of what it is told, and refuses as long as it is full. */
function recordingStore() {
  const calls: string[] = [];
  const store = {
    calls,
    full: false,
    create: () => take('create'),
    append: () => take('append').then(() => calls.filter((call) => call === 'append').length - 1),
  };
  const take = (call: string): Promise<void> => {
    if (store.full) return Promise.reject(new Error(`no room to ${call}`));
    calls.push(call);
    return Promise.resolve();
  };
  return store;
}

it('stores the run before its first results, and once', async () => {
  const runs = recordingStore();
  const told: string[] = [];
  const store = storeFirst(
    runs,
    () => sampleRun('a'),
    () => told.push([...runs.calls].join()),
  );
  expect(await store.append('a', [])).toBe(0);
  expect(await store.append('a', [])).toBe(1);
  expect(runs.calls).toEqual(['create', 'append', 'append']);
  expect(told, 'told when it is stored, and no sooner').toEqual(['create']);
});

it('tries again what could not be stored, with cases from the beginning', async () => {
  const runs = recordingStore();
  let made = 0;
  let told = 0;
  const store = storeFirst(
    runs,
    () => ((made += 1), sampleRun('a')),
    () => (told += 1),
  );
  runs.full = true;
  await expect(store.append('a', [])).rejects.toThrow('no room to create');
  expect(told).toBe(0);
  runs.full = false;
  await store.append('a', []);
  expect(made).toBe(2);
  expect(runs.calls).toEqual(['create', 'append']);
});
