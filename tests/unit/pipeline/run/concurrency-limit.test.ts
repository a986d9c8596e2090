import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../../../src/pipeline/concurrency-limit';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('ConcurrencyLimit', () => {
  it('lets through as many as may pass, in their order, and the next when one leaves', async () => {
    const limit = new ConcurrencyLimit((asking) => asking < 2);
    const entered: number[] = [];
    const { signal } = new AbortController();
    for (const one of [1, 2, 3, 4]) void limit.enter(signal).then(() => entered.push(one));
    await settled();
    expect(entered).toEqual([1, 2]);
    limit.leave();
    await settled();
    expect(entered).toEqual([1, 2, 3]);
    expect(limit.asking).toBe(2);
  });

  it('lets those who come again go first, in their order', async () => {
    let open = true;
    const limit = new ConcurrencyLimit(() => open);
    const entered: string[] = [];
    const { signal } = new AbortController();
    await limit.enter(signal);
    open = false;
    void limit.enter(signal).then(() => entered.push('new'));
    void limit.enter(signal, true).then(() => entered.push('again'));
    void limit.enterAgain(signal).then(() => entered.push('once more'));
    expect([limit.waiting, limit.asking]).toEqual([3, 0]);
    open = true;
    limit.turn();
    await settled();
    expect(entered).toEqual(['again', 'once more', 'new']);
    expect([limit.waiting, limit.asking]).toEqual([0, 3]);
  });

  it('forgets who gave up while waiting', async () => {
    let open = false;
    const limit = new ConcurrencyLimit(() => open);
    const controller = new AbortController();
    const gone = limit.enter(controller.signal);
    const stays = limit.enter(new AbortController().signal);
    controller.abort(new Error('called off'));
    open = true;
    limit.turn();
    await expect(gone).rejects.toThrow('called off');
    await stays;
    expect(limit.asking).toBe(1);
  });
});
