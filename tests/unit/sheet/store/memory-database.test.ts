import { describe, expect, it } from 'vitest';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { sampleRubric, sampleRunHead, sampleSheet } from './sample-sheet';
import { sheetStoreContract } from './sheet-store-contract';

describe('the sheet store in memory', () => {
  it.each(Object.entries(sheetStoreContract))('%s', async (_, check) => {
    await check((now) => {
      const store = memorySheetStore({ now });
      return Promise.resolve({ store, reopen: () => store });
    });
  });

  it('says that it keeps nothing beyond the visit', () => {
    expect(memorySheetStore().durable).toBe(false);
  });

  it('tells how many judged cases are lost with the tab, without those of deleted runs and sheets', async () => {
    const told: number[] = [];
    const store = memorySheetStore({ inMemory: (results) => told.push(results) });
    const lost = async (change: Promise<unknown>) => {
      await change;
      await store.list();
      return told.at(-1);
    };
    const removed = '2026-03-01T10:00:00.000Z';
    const run = (id: string, done: number) => {
      const head = sampleRunHead(id, 's');
      return store.createRun({ ...head, counts: { ...head.counts, done } }, sampleRubric);
    };
    await store.createSheet(sampleSheet('s'));
    expect([
      await lost(run('a', 2)),
      await lost(run('b', 1)),
      await lost(store.changeRun('a', (head) => ({ ...head, removed }))),
      await lost(store.changeSheet('s', (head) => ({ ...head, removed }))),
      await lost(store.removeSheet('s')),
    ]).toEqual([2, 3, 1, 0, 0]);
  });
});
