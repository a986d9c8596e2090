import { describe, expect, it } from 'vitest';
import type { SheetHead } from '../../../../src/sheet/sheet';
import { sha256Hex } from '../../../../src/kit/hash';
import { readBatchResults, type BatchReadTools } from '../../../../src/export/batch/batch-read';
import { openUnit, questionHash } from '../../../../src/export/batch/batch-questions';
import { rubricToStore } from '../../../../src/sheet/run/new-run';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { answered, BatchBench, casesOf, expired } from './batch-bench';

async function stored(bench: BatchBench) {
  const store = memorySheetStore();
  const { head, ready } = bench.run;
  await store.createSheet({ head: sheetHead(head.sheet), cases: [bench.cases] });
  await store.createRun(head, rubricToStore(ready.rubric));
  return store;
}

function sheetHead(id: string): SheetHead {
  const time = '2026-01-02T03:04:05.000Z';
  return {
    id,
    title: '',
    note: '',
    pinned: false,
    rubric: { id: 'small', title: 'Small' },
    sources: [],
    firstCase: '',
    cases: 0,
    nextKey: 0,
    revision: 0,
    focus: null,
    view: null,
    created: time,
    changed: time,
    removed: null,
  };
}

function reading(bench: BatchBench, store: BatchReadTools['store'], lines: readonly string[]) {
  const stop = new AbortController();
  const groups: number[] = [];
  const heard: string[] = [];
  const read = (maybeYield: BatchReadTools['maybeYield'] = () => null) =>
    readBatchResults(
      bench.run.head.id,
      [new File([lines.join('\n')], 'results.jsonl')],
      {
        store: {
          run: (id) => store.run(id),
          cases: (id) => store.cases(id),
          entries: (id) => store.entries(id),
          append: (id, results, head) => {
            groups.push(results.length);
            return store.append(id, results, head);
          },
        },
        ready: () => Promise.resolve(bench.run.ready),
        world: bench.run.world,
        maybeYield,
        groupLength: 4,
      },
      {
        signal: stop.signal,
        onProgress: (share, count) => heard.push(`${count} lines, ${share === 1 ? 'all' : 'a part'}`),
        onStored: (upTo) => heard.push(`stored up to ${upTo}`),
      },
    );
  return { read, stop, groups, heard };
}

describe('result files of a stored run', () => {
  it('are stored in groups, each with the head that goes with it, and name the cases that the report lists', async () => {
    const bench = new BatchBench({ cases: casesOf(11) });
    const store = await stored(bench);
    const [first = '', , ...rest] = bench.requests().lines;
    const { read, groups, heard } = reading(bench, store, [
      expired(first),
      ...rest.map((line) => answered(line)),
    ]);
    const { report, names, head, stopped } = await read();
    expect(groups).toEqual([4, 4, 2]);
    expect(heard).toEqual(['stored up to 4', 'stored up to 8', 'stored up to 10']);
    expect(report).toMatchObject({ scored: 9, failed: 1, missing: 1 });
    expect([...names]).toEqual([
      [0, { id: 'c0' }],
      [1, { id: 'c1' }],
    ]);
    expect(stopped).toBe(false);
    expect(await store.run(head.id)).toEqual(head);
    expect(head.counts.done).toBe(10);
  });

  it('that are stopped leave what was read', async () => {
    const bench = new BatchBench({ cases: casesOf(9) });
    const store = await stored(bench);
    const lines = bench.requests().lines.map((line) => answered(line));
    const { read, stop, heard } = reading(bench, store, lines);
    const { stopped, head } = await read(() => {
      // Asked for a turn while the run is read as well, so only lines count.
      if (heard.some((one) => one.startsWith('6 lines'))) stop.abort();
      return Promise.resolve();
    });
    expect(stopped).toBe(true);
    expect((await store.run(head.id))?.counts.done).toBe(head.counts.done);
    expect(head.counts.done).toBe(7);
  });

  it('that break after the order to stop say so, and leave what was read', async () => {
    const bench = new BatchBench({ cases: casesOf(9) });
    const store = await stored(bench);
    const lines = bench.requests().lines.map((line) => answered(line));
    const { read, stop, heard } = reading(bench, store, lines);
    const broken = new Error('The disk is gone.');
    const outcome = read(() => {
      if (!heard.some((one) => one.startsWith('6 lines'))) return Promise.resolve();
      stop.abort();
      return Promise.reject(broken);
    });
    await expect(outcome).rejects.toBe(broken);
    expect((await store.run(bench.run.head.id))?.counts.done).toBe(7);
  });

  it('that are stopped after the last line were read whole', async () => {
    const bench = new BatchBench({ cases: casesOf(2) });
    const store = await stored(bench);
    const stopping: BatchReadTools['store'] = {
      ...bound(store),
      append: (id, results, head) => {
        stop.abort();
        return store.append(id, results, head);
      },
    };
    const lines = bench.requests().lines.map((line) => answered(line));
    const { read, stop } = reading(bench, stopping, lines);
    expect(await read()).toMatchObject({ stopped: false, report: { scored: 2 } });
  });

  it('fail with the store', async () => {
    const bench = new BatchBench({ cases: casesOf(9) });
    const store = await stored(bench);
    const full = { ...bound(store), append: () => Promise.reject(new Error('No space.')) };
    const { read, groups } = reading(
      bench,
      full,
      bench.requests().lines.map((line) => answered(line)),
    );
    await expect(read()).rejects.toThrow('No space.');
    expect(groups).toEqual([4]);
  });
});

function bound(store: BatchReadTools['store']): BatchReadTools['store'] {
  return {
    run: (id) => store.run(id),
    cases: (id) => store.cases(id),
    entries: (id) => store.entries(id),
    append: (id, results, head) => store.append(id, results, head),
  };
}

describe('the hash of a question', () => {
  it('is that of all it says as one JSON text, so that files of every version join', () => {
    for (const mode of ['model-alone', 'assisted'] as const) {
      const { run, cases } = new BatchBench({ mode });
      for (const { case: subject } of cases) {
        const { question } = openUnit(run, subject, 0).opened;
        if (!question) throw new Error('Expected a question.');
        const { prompt, portable } = question;
        expect(questionHash(question)).toBe(sha256Hex(JSON.stringify([prompt.shared, prompt.own, portable])));
      }
    }
  });
});
