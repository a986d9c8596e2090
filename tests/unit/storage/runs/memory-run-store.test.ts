import { describe, expect, it } from 'vitest';
import { memoryRunStore } from '../../../../src/storage/runs/memory-run-store';
import { runStoreContract } from './run-store-contract';

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
});
