import { describe, expect, it, vi } from 'vitest';
import { groupLength } from '../../../../src/export/batch/batch-plan';
import { readBatchResults, type BatchReadTools } from '../../../../src/export/batch/read-batch-files';
import { rubricToStore } from '../../../../src/sheet/run/new-run';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { sampleSheetHead } from '../../sheet/store/sample-sheet';
import { answered, BatchBench, casesOf, expired } from './batch-bench';

async function stored(cases: number) {
  const bench = new BatchBench({ cases: casesOf(cases) });
  const store = memorySheetStore();
  const { head, ready, world } = bench.run;
  await store.createSheet({ head: sampleSheetHead(head.sheet), cases: [bench.cases] });
  await store.createRun(head, rubricToStore(ready.rubric));
  const stop = new AbortController();
  const append = vi.spyOn(store, 'append');
  const heard: string[] = [];
  const lines = bench.requests().lines.map((line) => answered(line));
  const read = (given: readonly string[] = lines, maybeYield: BatchReadTools['maybeYield'] = () => null) =>
    readBatchResults(head.id, [new File([given.join('\n')], 'results.jsonl')], {
      store,
      ready: () => Promise.resolve(ready),
      world,
      maybeYield,
      signal: stop.signal,
      onProgress: (_, count) => heard.push(`${count} lines`),
      onStored: (upTo) => heard.push(`stored up to ${upTo}`),
    });
  return { bench, store, append, read, lines, stop, heard, id: head.id };
}

describe('result files of a stored run', () => {
  it('are stored in groups, each with the head that goes with it, and name their cases', async () => {
    const { bench, store, append, read, lines, heard } = await stored(2 * groupLength + 2);
    const { report, names, head, stopped } = await read([
      expired(bench.requests().lines[0] ?? ''),
      ...lines.slice(2),
    ]);
    expect(append.mock.calls.map(([, results]) => results.length)).toEqual([groupLength, groupLength, 1]);
    expect(heard).toEqual([100, 200, 201].map((upTo) => `stored up to ${upTo}`));
    expect(report).toMatchObject({ scored: 200, failed: 1, missing: 1 });
    expect([names.get(0), names.get(1)]).toEqual(['c0', 'c1']);
    expect(stopped).toBe(false);
    expect(await store.run(head.id)).toEqual(head);
    expect(head.counts.done).toBe(201);
  });

  it('that are stopped leave what was read', async () => {
    const { store, read, lines, stop, heard } = await stored(9);
    const { stopped, head } = await read(lines, () => {
      // Asked for a turn while the run is read as well, so only lines count.
      if (heard.includes('6 lines')) stop.abort();
      return Promise.resolve();
    });
    expect(stopped).toBe(true);
    expect((await store.run(head.id))?.counts.done).toBe(head.counts.done);
    expect(head.counts.done).toBe(7);
  });

  it('that break after the order to stop say so, and leave what was read', async () => {
    const { store, read, lines, stop, heard, id } = await stored(9);
    const broken = new Error('The disk is gone.');
    const outcome = read(lines, () => {
      if (!heard.includes('6 lines')) return Promise.resolve();
      stop.abort();
      return Promise.reject(broken);
    });
    await expect(outcome).rejects.toBe(broken);
    expect((await store.run(id))?.counts.done).toBe(7);
  });

  it('fail with the store, which is not asked to keep a head of results that it refused', async () => {
    const { append, read } = await stored(groupLength + 1);
    append.mockRejectedValue(new Error('No space.'));
    await expect(read()).rejects.toThrow('No space.');
    expect(append).toHaveBeenCalledOnce();
  });
});
