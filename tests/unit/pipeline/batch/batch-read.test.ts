import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../../src/core/receipt/hash';
import { readBatchResults, type BatchReadTools } from '../../../../src/pipeline/batch-read';
import { openUnit, questionHash } from '../../../../src/pipeline/batch-unit';
import { rubricToStore } from '../../../../src/pipeline/new-run';
import { memoryRunStore } from '../../../../src/storage/runs/memory-run-store';
import { answered, BatchBench, casesOf, expired, wires } from './batch-bench';

async function stored(bench: BatchBench) {
  const runs = memoryRunStore();
  const { head, ready } = bench.run;
  const cases = [bench.cases.map((subject) => ({ case: subject, original: null }))];
  await runs.create({ head, rubric: rubricToStore(ready.rubric), sources: [], cases });
  return runs;
}

function reading(bench: BatchBench, runs: BatchReadTools['runs'], lines: readonly string[]) {
  const stop = new AbortController();
  const groups: number[] = [];
  const heard: string[] = [];
  const read = (breathe: BatchReadTools['breathe'] = () => null) =>
    readBatchResults(
      bench.run.head.id,
      [new File([lines.join('\n')], 'results.jsonl')],
      {
        runs: {
          head: (id) => runs.head(id),
          cases: (id) => runs.cases(id),
          entries: (id) => runs.entries(id),
          append: (id, results, head) => {
            groups.push(results.length);
            return runs.append(id, results, head);
          },
        },
        ready: () => Promise.resolve(bench.run.ready),
        wires,
        world: bench.run.world,
        breathe,
        groupLength: 4,
      },
      {
        signal: stop.signal,
        onProgress: (share, count) => heard.push(`${count} lines, ${share === 1 ? 'all' : 'a part'}`),
        onStored: () => heard.push('stored'),
      },
    );
  return { read, stop, groups, heard };
}

describe('result files of a stored run', () => {
  it('are stored in groups, each with the head that goes with it, and name the cases that the report lists', async () => {
    const bench = new BatchBench({ cases: casesOf(11) });
    const runs = await stored(bench);
    const [first = '', , ...rest] = bench.requests().lines;
    const { read, groups, heard } = reading(bench, runs, [
      expired(first),
      ...rest.map((line) => answered(line)),
    ]);
    const { report, names, head, stopped } = await read();
    expect(groups).toEqual([4, 4, 2]);
    expect(heard).toEqual(['stored', 'stored', 'stored']);
    expect(report).toMatchObject({ scored: 9, failed: 1, missing: 1 });
    expect([...names]).toEqual([
      [0, { id: 'c0' }],
      [1, { id: 'c1' }],
    ]);
    expect(stopped).toBe(false);
    expect(await runs.head(head.id)).toEqual(head);
    expect(head.counts.done).toBe(10);
  });

  it('that are stopped leave what was read', async () => {
    const bench = new BatchBench({ cases: casesOf(9) });
    const runs = await stored(bench);
    const lines = bench.requests().lines.map((line) => answered(line));
    const { read, stop, heard } = reading(bench, runs, lines);
    const { stopped, head } = await read(() => {
      // Asked for a turn while the run is read as well, so only lines count.
      if (heard.some((one) => one.startsWith('6 lines'))) stop.abort();
      return Promise.resolve();
    });
    expect(stopped).toBe(true);
    expect((await runs.head(head.id))?.counts.done).toBe(head.counts.done);
    expect(head.counts.done).toBe(7);
  });

  it('that break after the order to stop say so, and leave what was read', async () => {
    const bench = new BatchBench({ cases: casesOf(9) });
    const runs = await stored(bench);
    const lines = bench.requests().lines.map((line) => answered(line));
    const { read, stop, heard } = reading(bench, runs, lines);
    const broken = new Error('The disk is gone.');
    const outcome = read(() => {
      if (!heard.some((one) => one.startsWith('6 lines'))) return Promise.resolve();
      stop.abort();
      return Promise.reject(broken);
    });
    await expect(outcome).rejects.toBe(broken);
    expect((await runs.head(bench.run.head.id))?.counts.done).toBe(7);
  });

  it('that are stopped after the last line were read whole', async () => {
    const bench = new BatchBench({ cases: casesOf(2) });
    const runs = await stored(bench);
    const stopping: BatchReadTools['runs'] = {
      ...bound(runs),
      append: (id, results, head) => {
        stop.abort();
        return runs.append(id, results, head);
      },
    };
    const lines = bench.requests().lines.map((line) => answered(line));
    const { read, stop } = reading(bench, stopping, lines);
    expect(await read()).toMatchObject({ stopped: false, report: { scored: 2 } });
  });

  it('fail with the store', async () => {
    const bench = new BatchBench({ cases: casesOf(9) });
    const runs = await stored(bench);
    const full = { ...bound(runs), append: () => Promise.reject(new Error('No space.')) };
    const { read, groups } = reading(
      bench,
      full,
      bench.requests().lines.map((line) => answered(line)),
    );
    await expect(read()).rejects.toThrow('No space.');
    expect(groups).toEqual([4]);
  });
});

function bound(runs: BatchReadTools['runs']): BatchReadTools['runs'] {
  return {
    head: (id) => runs.head(id),
    cases: (id) => runs.cases(id),
    entries: (id) => runs.entries(id),
    append: (id, results, head) => runs.append(id, results, head),
  };
}

describe('the hash of a question', () => {
  it('is that of all it says as one JSON text, so that files of every version join', () => {
    for (const mode of ['model-alone', 'assisted'] as const) {
      const { run, cases } = new BatchBench({ mode });
      for (const [row, subject] of cases.entries()) {
        const { question } = openUnit(run, subject, { row, sample: 0 }).opened;
        if (!question) throw new Error('Expected a question.');
        const { prompt, portable } = question;
        expect(questionHash(question)).toBe(sha256Hex(JSON.stringify([prompt.shared, prompt.own, portable])));
      }
    }
  });
});
