import { describe, expect, it } from 'vitest';
import {
  compactAway,
  type CompactedRow,
  type CompactNews,
  type CompactOrder,
  type CompactWorker,
} from '../../../src/pipeline/compact-away';

class FakeWorker implements CompactWorker {
  onmessage: CompactWorker['onmessage'] = null;
  onerror: CompactWorker['onerror'] = null;
  onmessageerror: CompactWorker['onmessageerror'] = null;
  readonly orders: CompactOrder[] = [];
  ended = false;
  postMessage(order: CompactOrder): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  /** Node has no such event, and nothing of it is read. */
  breakDown(): void {
    if (this.onerror) Reflect.apply(this.onerror, null, [new Event('error')]);
  }
  tell(news: CompactNews): void {
    this.onmessage?.(new MessageEvent('message', { data: news }));
  }
}

function started(
  count: number,
  { most = 4, wanted = () => true }: { most?: number; wanted?: () => boolean } = {},
) {
  const workers: FakeWorker[] = [];
  const seen: CompactedRow[] = [];
  const stop = new AbortController();
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const judged = Array.from({ length: count }, (_, row) => ({ row, key: row + 5, place: 2 * row }));
  const outcome = compactAway(start, most)(
    { run: 'run', sheet: 'sheet', rubric: 'hash', judged },
    { signal: stop.signal, onSome: (rows) => (seen.push(...rows), wanted()) },
  );
  const worker = (index: number) => workers[index] ?? expect.fail('Expected a worker.');
  return { workers, worker, seen, stop, outcome, judged };
}
const someRows: CompactNews = { kind: 'some', rows: [{ row: 3, compacted: null }] };

describe('reading beside the page', () => {
  it.each([
    [1, 1],
    [999, 1],
    [1000, 2],
    [1999, 3],
    [50_000, 4],
  ])('%d cases are shared among %d workers, each once and neighbours together', (count, shares) => {
    const { workers, judged } = started(count);
    expect(workers).toHaveLength(shares);
    const orders = workers.flatMap((worker) => worker.orders);
    expect(orders.flatMap((order) => order.judged)).toEqual(judged);
    expect(orders.every(({ run, judged: share }) => run === 'run' && share.length > 0)).toBe(true);
  });

  it('is done once every worker is, and has told all that came', async () => {
    const { workers, worker, seen, outcome } = started(1000);
    worker(1).tell(someRows);
    worker(1).tell({ kind: 'done' });
    expect(workers.map(({ ended }) => ended)).toEqual([false, false]);
    worker(0).tell({ kind: 'done' });
    expect(await outcome).toBe(true);
    expect(seen).toEqual([{ row: 3, compacted: null }]);
    expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it('ends where no more is wanted', async () => {
    const { workers, worker, outcome } = started(1000, { wanted: () => false });
    worker(0).tell(someRows);
    expect(await outcome).toBe(true);
    expect(workers.every(({ ended }) => ended)).toBe(true);
  });

  it.each<[string, (worker: FakeWorker) => void]>([
    ['cannot start', (worker) => worker.breakDown()],
    ['fails', (worker) => worker.tell({ kind: 'failed' })],
    ['cannot be understood', (worker) => worker.onmessageerror?.(new MessageEvent('messageerror'))],
  ])('fails where one of the workers %s, and ends the others', async (_, fail) => {
    const { workers, worker, outcome } = started(1000);
    fail(worker(1));
    expect(await outcome).toBe(false);
    expect(workers.every(({ ended }) => ended)).toBe(true);
  });

  it('fails where the browser starts no worker', async () => {
    const refuse = () => {
      throw new Error('no');
    };
    const hooks = { signal: new AbortController().signal, onSome: () => true };
    const order = { run: 'run', sheet: 'sheet', rubric: 'hash', judged: [{ row: 0, key: 0, place: 0 }] };
    expect(await compactAway(refuse, 2)(order, hooks)).toBe(false);
  });

  it('rejects when it is cancelled, and ends the workers', async () => {
    const { workers, worker, seen, stop, outcome } = started(1000);
    stop.abort();
    await expect(outcome).rejects.toThrow();
    expect(workers.every(({ ended }) => ended)).toBe(true);
    worker(0).tell(someRows);
    expect(seen).toEqual([]);
  });
});
