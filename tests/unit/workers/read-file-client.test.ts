import { describe, expect, it } from 'vitest';
import { readFile } from '../../../src/workers/read-file';
import { casesReader, type ReadingWorker } from '../../../src/workers/read-file-client';
import type { ReadReply, ReadRequest } from '../../../src/workers/read-file-messages';

/** A worker that runs here, each answer in a turn of its own as if it had crossed a thread. */
class WorkerHere implements ReadingWorker {
  onmessage: ReadingWorker['onmessage'] = null;
  onerror: ReadingWorker['onerror'] = null;
  onmessageerror: ReadingWorker['onmessageerror'] = null;
  ended = false;

  postMessage(request: ReadRequest): void {
    void this.#answer(request);
  }
  terminate(): void {
    this.ended = true;
  }
  deliver(reply: ReadReply): void {
    this.onmessage?.(new MessageEvent('message', { data: structuredClone(reply) }));
  }
  async #answer(request: ReadRequest): Promise<void> {
    for await (const reply of readFile(request)) {
      await new Promise(setImmediate);
      // Even after its end: a message may already have been on its way.
      this.deliver(reply);
    }
  }
}

function reader() {
  const workers: WorkerHere[] = [];
  const read = casesReader(() => {
    const worker = new WorkerHere();
    workers.push(worker);
    return worker;
  });
  return { read, workers };
}

const manyLines = Array.from({ length: 10_000 }, (_, at) => `${at},${'나'.repeat(60)}`);

describe('casesReader', () => {
  it('gives the table, what was made of the file, and its notes; then ends the worker', async () => {
    const { read, workers } = reader();
    expect(await read('a,b\n1\n1,2,3\n2,3\n', { delimiter: ',' })).toMatchObject({
      table: {
        columns: ['a', 'b', 'Column 3'],
        rows: [
          ['1', '', ''],
          ['1', '2', '3'],
          ['2', '3', ''],
        ],
      },
      report: { kind: 'csv', delimiter: ',' },
      notes: [
        { row: 1, kind: 'short-row' },
        { row: 2, kind: 'long-row' },
      ],
    });
    expect(workers.map(({ ended }) => ended)).toEqual([true]);
  });

  it('hands over rows as they come, and how far it is', async () => {
    const { read } = reader();
    const seen: string[][] = [];
    const shares: number[] = [];
    await read(
      `id,text\n${manyLines.join('\n')}`,
      {},
      {
        onRows: (rows, { columns }) => {
          expect(columns).toEqual(['id', 'text']);
          seen.push(...rows);
        },
        onProgress: (share) => shares.push(share),
      },
    );
    expect(seen).toHaveLength(manyLines.length);
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('reads the same file again with other choices', async () => {
    const { read } = reader();
    const file = new File(['a;b,c\n1;2,3\n'], 'cases.csv');
    expect(await read(file, { delimiter: ';' })).toMatchObject({ table: { columns: ['a', 'b,c'] } });
    expect(await read(file, { delimiter: ',' })).toMatchObject({ table: { columns: ['a;b', 'c'] } });
  });

  it('gives a failure as a value', async () => {
    const { read, workers } = reader();
    expect(await read('', {})).toMatchObject({ code: 'empty' });
    expect(workers[0]?.ended).toBe(true);
  });

  it('stops at once when cancelled, and takes no late answer', async () => {
    const { read, workers } = reader();
    const controller = new AbortController();
    let parts = 0;
    const reading = read(
      `id,text\n${manyLines.join('\n')}`,
      {},
      {
        signal: controller.signal,
        onRows: () => {
          parts += 1;
          controller.abort();
        },
      },
    );
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(workers[0]?.ended).toBe(true);
    workers[0]?.deliver({ kind: 'rows', columns: ['id'], rows: [['late']], notes: [], share: 1 });
    expect(parts).toBe(1);
  });

  it('starts no worker when it is cancelled already', async () => {
    const { read, workers } = reader();
    await expect(read('a', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(workers).toEqual([]);
  });

  it('says so when the worker breaks', async () => {
    const { read, workers } = reader();
    const reading = read('a,b\n1,2\n', {});
    const [worker] = workers;
    worker?.onerror?.(
      Object.assign(new Event('error'), {
        message: 'out of memory',
        filename: '',
        lineno: 0,
        colno: 0,
        error: null,
      }),
    );
    await expect(reading).rejects.toThrow('out of memory');
    expect(worker?.ended).toBe(true);
  });
});
