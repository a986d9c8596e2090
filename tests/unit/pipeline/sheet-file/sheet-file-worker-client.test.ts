import { describe, expect, it } from 'vitest';
import type { OpenedSheetFile } from '../../../../src/pipeline/sheet-file-open';
import {
  sheetFileOpener,
  type SheetFileNews,
  type SheetFileOrder,
  type SheetFileWorker,
} from '../../../../src/pipeline/sheet-file-worker-client';
import { FakeClock } from '../run/fake-clock';

/** A worker that does what the test says. */
class ScriptedWorker implements SheetFileWorker {
  onmessage: SheetFileWorker['onmessage'] = null;
  onerror: SheetFileWorker['onerror'] = null;
  onmessageerror: SheetFileWorker['onmessageerror'] = null;
  readonly orders: SheetFileOrder[] = [];
  ended = false;

  postMessage(order: SheetFileOrder): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  tell(news: SheetFileNews): void {
    this.onmessage?.(new MessageEvent('message', { data: news }));
  }
  /** Node has no ErrorEvent. */
  break(message: string): void {
    const place = { filename: '', lineno: 0, colno: 0, error: null };
    this.onerror?.(Object.assign(new Event('error'), { message, ...place }));
  }
}

const file = new File(['x'], 'a.jsonl.gz');
const refused: OpenedSheetFile = { ok: false, problem: { kind: 'not-a-sheet-file' } };

function opening(addTo?: string) {
  const worker = new ScriptedWorker();
  const stop = new AbortController();
  const shares: number[] = [];
  const clock = new FakeClock();
  const outcome = sheetFileOpener(() => worker, clock.sleep)(file, {
    ...(addTo !== undefined && { addTo }),
    signal: stop.signal,
    onProgress: (share) => shares.push(share),
  });
  return { worker, stop, shares, clock, outcome };
}

describe('a sheet file that is opened beside the page', () => {
  it('is handed over once, and tells how far it is', async () => {
    const { worker, shares, outcome } = opening('here');
    worker.tell({ kind: 'started' });
    worker.tell({ kind: 'progress', share: 0.5 });
    worker.tell({ kind: 'done', opened: refused });
    expect(await outcome).toEqual(refused);
    expect(worker.orders).toEqual([{ kind: 'open', file, addTo: 'here' }]);
    expect([shares, worker.ended]).toEqual([[0.5], true]);
  });

  it('is nobody’s where the worker cannot start', async () => {
    const { worker, outcome } = opening();
    worker.break('');
    expect([await outcome, worker.ended]).toEqual([null, true]);
  });

  it('fails where the worker breaks later', async () => {
    const { worker, outcome } = opening();
    worker.tell({ kind: 'started' });
    worker.break('out of memory');
    await expect(outcome).rejects.toThrow('out of memory');
  });

  it.each<[Extract<SheetFileNews, { kind: 'failed' }>['because'], object]>([
    ['quota', { name: 'StorageFailure', kind: 'quota', message: 'why' }],
    ['file', { name: 'NotReadableError', message: 'why' }],
    [null, { name: 'Error', message: 'why' }],
  ])('that fails because of %s says so', async (because, error) => {
    const { worker, outcome } = opening();
    worker.tell({ kind: 'failed', because, message: 'why' });
    await expect(outcome).rejects.toMatchObject(error);
  });

  it('is stopped by asking, so that the worker takes back what it wrote', async () => {
    const { worker, stop, outcome } = opening();
    const enough = new Error('enough');
    stop.abort(enough);
    expect([worker.orders.at(-1), worker.ended]).toEqual([{ kind: 'cancel' }, false]);
    worker.tell({ kind: 'failed', because: 'cancelled', message: 'aborted' });
    await expect(outcome).rejects.toBe(enough);
    expect(worker.ended).toBe(true);
  });

  it('is ended where the worker does not stop', async () => {
    const { worker, stop, clock, outcome } = opening();
    const enough = new Error('enough');
    outcome.catch(() => undefined);
    stop.abort(enough);
    await clock.advance(10_000);
    await expect(outcome).rejects.toBe(enough);
    expect(worker.ended).toBe(true);
  });
});
