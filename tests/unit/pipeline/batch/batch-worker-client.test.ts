import { describe, expect, it } from 'vitest';
import type { BatchOutcome } from '../../../../src/pipeline/batch-read';
import {
  batchReader,
  type BatchNews,
  type BatchOrder,
  type BatchWorker,
} from '../../../../src/pipeline/batch-worker-client';
import { FakeClock, settled } from '../run/fake-clock';
import { BatchBench } from './batch-bench';

/** A worker that does what the test says. */
class ScriptedWorker implements BatchWorker {
  onmessage: BatchWorker['onmessage'] = null;
  onerror: BatchWorker['onerror'] = null;
  onmessageerror: BatchWorker['onmessageerror'] = null;
  readonly orders: BatchOrder[] = [];
  ended = false;

  postMessage(order: BatchOrder): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  tell(news: BatchNews): void {
    this.onmessage?.(new MessageEvent('message', { data: news }));
  }
  /** Node has no ErrorEvent. */
  break(message: string): void {
    const place = { filename: '', lineno: 0, colno: 0, error: null };
    this.onerror?.(Object.assign(new Event('error'), { message, ...place }));
  }
}

function reading() {
  const worker = new ScriptedWorker();
  const stop = new AbortController();
  const heard: unknown[] = [];
  const files = [new File(['x'], 'a.jsonl')];
  const clock = new FakeClock();
  const outcome = batchReader(() => worker, clock.sleep)('run-1', files, {
    signal: stop.signal,
    onProgress: (share, lines) => heard.push([share, lines]),
    onStored: (upTo) => heard.push(`stored up to ${upTo}`),
  });
  return { worker, stop, heard, files, outcome, clock };
}

const done: BatchOutcome = {
  head: new BatchBench().run.head,
  report: new BatchBench().importing().report(),
  names: new Map([[0, { id: 'c0' }]]),
  stopped: false,
};

describe('results that are read beside the page', () => {
  it('are asked for once, and tell how far they are', async () => {
    const { worker, heard, files, outcome } = reading();
    worker.tell({ kind: 'started' });
    worker.tell({ kind: 'progress', share: 0.5, lines: 7 });
    worker.tell({ kind: 'stored', upTo: 4 });
    worker.tell({ kind: 'done', outcome: done });
    expect(await outcome).toEqual(done);
    expect(worker.orders).toEqual([{ kind: 'read', run: 'run-1', files }]);
    expect(heard).toEqual([[0.5, 7], 'stored up to 4']);
    expect(worker.ended).toBe(true);
  });

  it('are stopped by asking, so that what was read is stored first', async () => {
    const { worker, stop, outcome } = reading();
    worker.tell({ kind: 'started' });
    stop.abort();
    expect(worker.orders.at(-1)).toEqual({ kind: 'cancel' });
    expect(worker.ended).toBe(false);
    worker.tell({ kind: 'done', outcome: { ...done, stopped: true } });
    expect(await outcome).toMatchObject({ stopped: true });
  });

  it('are broken off where the worker says nothing for five seconds after that', async () => {
    const { worker, stop, outcome, clock } = reading();
    worker.tell({ kind: 'started' });
    await clock.advance(60_000);
    stop.abort();
    await clock.advance(4_900);
    worker.tell({ kind: 'stored', upTo: 4 });
    await clock.advance(4_900);
    expect(worker.ended).toBe(false);
    await clock.advance(100);
    expect(worker.ended).toBe(true);
    expect(await outcome).toBe('silent');
    expect(clock.waiting).toBe(0);
  });

  it('leave nobody waiting once they have ended', async () => {
    const { worker, stop, outcome, clock } = reading();
    worker.tell({ kind: 'started' });
    stop.abort();
    worker.tell({ kind: 'failed', message: 'Cancelled.', cancelled: true });
    await expect(outcome).rejects.toBe(stop.signal.reason);
    await settled();
    expect(clock.waiting).toBe(0);
  });

  it('say what broke after the order to stop', async () => {
    const { worker, stop, outcome } = reading();
    worker.tell({ kind: 'started' });
    stop.abort();
    worker.tell({ kind: 'failed', message: 'No space.', cancelled: false });
    await expect(outcome).rejects.toThrow('No space.');
  });

  it('are left to the page where the worker does not start', async () => {
    const { worker, outcome } = reading();
    worker.break('');
    expect(await outcome).toBeNull();
    expect(worker.ended).toBe(true);
  });

  it.each([
    ['breaks', (worker: ScriptedWorker) => worker.break('out of memory'), /stopped: out of memory/],
    [
      'says what failed',
      (worker: ScriptedWorker) => worker.tell({ kind: 'failed', message: 'No space.', cancelled: false }),
      /^No space\.$/,
    ],
    [
      'cannot be understood',
      (worker: ScriptedWorker) => worker.onmessageerror?.(new MessageEvent('messageerror')),
      /could not be received/,
    ],
  ])('fail where a worker that has begun %s', async (_, act, message) => {
    const { worker, outcome } = reading();
    worker.tell({ kind: 'started' });
    act(worker);
    await expect(outcome).rejects.toThrow(message);
    expect(worker.ended).toBe(true);
  });
});
