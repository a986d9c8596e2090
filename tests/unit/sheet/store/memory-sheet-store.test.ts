import { describe, expect, it } from 'vitest';
import { memorySheetStore } from '../../../../src/sheet/store/memory-sheet-store';
import { sampleResult, sampleRubric, sampleRunHead, sampleSheet } from './sample-sheet';
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

  it('tells how many results are gone with it, without those of runs and sheets that are deleted', async () => {
    const told: number[] = [];
    const store = memorySheetStore({ inMemory: (results) => told.push(results) });
    const held = async (change: Promise<unknown>) => {
      await change;
      return told.at(-1) ?? 0;
    };
    const markRun = (removed: string | null) => store.changeRun('a', (head) => ({ ...head, removed }));
    const markSheet = (removed: string | null) => store.changeSheet('s', (head) => ({ ...head, removed }));
    await store.createSheet(sampleSheet('s'));
    for (const id of ['a', 'b']) await store.createRun(sampleRunHead(id, 's'), sampleRubric);
    expect([
      await held(store.append('a', [sampleResult(0), sampleResult(1)])),
      await held(store.append('b', [sampleResult(0)])),
      await held(markRun('2026-03-01T10:00:00.000Z')),
      await held(markRun(null)),
      await held(markSheet('2026-03-01T10:00:00.000Z')),
      await held(markSheet(null)),
      await held(store.hideCases('s', [1], true).then(() => store.purgeHidden('s'))),
      await held(store.removeRun('b')),
      await held(store.removeSheet('s')),
    ]).toEqual([2, 3, 1, 3, 0, 3, 2, 1, 0]);
  });
});
