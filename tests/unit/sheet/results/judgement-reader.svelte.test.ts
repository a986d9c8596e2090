import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { JudgementReader } from '../../../../src/sheet/results/judgement-reader.svelte';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { sampleResult, sampleRubric, sampleRunHead, sampleSheet } from '../store/sample-sheet';

async function readerOf(results: number) {
  const store = memorySheetStore();
  await store.createSheet(sampleSheet('sheet', results));
  for (const id of ['a', 'b']) {
    await store.createRun(sampleRunHead(id, 'sheet'), sampleRubric);
    await store.append(
      id,
      Array.from({ length: results }, (_, row) => sampleResult(row)),
    );
  }
  const reads: string[] = [];
  const [one, many] = [store.judgement.bind(store), store.judgements.bind(store)];
  store.judgement = (run, place) => {
    reads.push(`${run}/${place}`);
    return one(run, place);
  };
  store.judgements = (run, places) => {
    reads.push(`${run}/${places.join('+')}`);
    return many(run, places);
  };
  const reader = new JudgementReader(store);
  return { reader, reads };
}
const at = (place: number, run = 'a') => ({ run, place });

describe('judgements', () => {
  it('are read once, and are then at hand', async () => {
    const { reader, reads } = await readerOf(3);
    expect(reader.peek(at(1))).toBeUndefined();
    expect((await reader.read(at(1))).caseId).toBe('case-1');
    expect((await reader.read(at(1))).caseId).toBe('case-1');
    expect(reader.peek(at(1))?.caseId).toBe('case-1');
    expect(reader.peek(at(1, 'b'))).toBeUndefined();
    expect(reads).toEqual(['a/1']);
  });

  it('that were read first make room', async () => {
    const { reader } = await readerOf(201);
    for (let place = 0; place < 201; place += 1) await reader.read(at(place));
    expect([0, 1, 200].filter((place) => reader.peek(at(place)))).toEqual([1, 200]);
  });

  it('for a file come in the order asked for, a few with each read and neighbours together, and are not kept', async () => {
    const { reader, reads } = await readerOf(14);
    const places = [
      at(2),
      at(0, 'b'),
      at(0),
      at(2),
      ...Array.from({ length: 11 }, (_, n) => at(13 - n, 'b')),
    ];
    const found = await reader.readAll(places);
    expect(found.map((judgement) => judgement?.caseId)).toEqual(places.map(({ place }) => `case-${place}`));
    expect(reads).toEqual(['a/0+2', 'b/0+3+4+5+6+7+8+9+10+11', 'b/12+13']);
    expect(places.filter((place) => reader.peek(place))).toEqual([]);
  });

  it('that are glanced at show once they are read, and are asked for once', async () => {
    const { reader, reads } = await readerOf(2);
    const shown: (string | undefined)[] = [];
    const stop = $effect.root(() => {
      $effect(() => {
        shown.push(reader.glance(at(1))?.caseId);
        reader.glance(at(1));
      });
    });
    flushSync();
    expect(shown).toEqual([undefined]);
    await expect.poll(() => (flushSync(), shown)).toEqual([undefined, 'case-1']);
    expect(reads).toEqual(['a/1']);
    stop();
  });

  it('that cannot be read leave a glance empty and fail a reading, again and again', async () => {
    const { reader, reads } = await readerOf(1);
    expect(reader.glance(at(7))).toBeUndefined();
    await expect(reader.read(at(7))).rejects.toThrow();
    expect(reader.glance(at(7))).toBeUndefined();
    expect(reads.length).toBeGreaterThanOrEqual(2);
    await expect(reader.readAll([at(7)])).rejects.toThrow();
  });
});
