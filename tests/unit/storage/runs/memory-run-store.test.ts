import { describe, expect, it } from 'vitest';
import { memoryRunStore } from '../../../../src/storage/runs/memory-run-store';
import { runStoreContract } from './run-store-contract';
import { sampleResult, sampleRun } from './sample-run';

describe('the run store in memory', () => {
  it.each(Object.entries(runStoreContract))('%s', async (_, check) => {
    await check(() => {
      const store = memoryRunStore();
      return Promise.resolve({ store, reopen: () => store });
    });
  });

  it('says that it keeps nothing beyond the visit', () => {
    expect(memoryRunStore().durable).toBe(false);
  });

  it('tells how many results are gone with it, without those of runs that are deleted', async () => {
    const told: number[] = [];
    const store = memoryRunStore((results) => told.push(results));
    const held = async (change: Promise<unknown>) => {
      await change;
      return told.at(-1) ?? 0;
    };
    const mark = (removed: string | null) => store.changeHead('a', (head) => ({ ...head, removed }));
    expect([
      await held(store.create(sampleRun('a'))),
      await held(store.append('a', [sampleResult(0), sampleResult(1)])),
      await held(store.create(sampleRun('b'))),
      await held(store.append('b', [sampleResult(0)])),
      await held(mark('2026-03-01T10:00:00.000Z')),
      await held(mark(null)),
      await held(store.remove('b')),
      await held(store.remove('a')),
    ]).toEqual([0, 2, 2, 3, 1, 3, 2, 0]);
  });
});
