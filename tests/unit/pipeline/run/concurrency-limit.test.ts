import { describe, expect, it } from 'vitest';
import { Turnstile } from '../../../../src/pipeline/turnstile';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('Turnstile', () => {
  it('lets through as many as may pass, in their order, and the next when one leaves', async () => {
    const turnstile = new Turnstile((asking) => asking < 2);
    const entered: number[] = [];
    const { signal } = new AbortController();
    for (const one of [1, 2, 3, 4]) void turnstile.enter(signal).then(() => entered.push(one));
    await settled();
    expect(entered).toEqual([1, 2]);
    turnstile.leave();
    await settled();
    expect(entered).toEqual([1, 2, 3]);
    expect(turnstile.asking).toBe(2);
  });

  it('lets those who come again go first, in their order', async () => {
    let open = true;
    const turnstile = new Turnstile(() => open);
    const entered: string[] = [];
    const { signal } = new AbortController();
    await turnstile.enter(signal);
    open = false;
    void turnstile.enter(signal).then(() => entered.push('new'));
    void turnstile.enter(signal, true).then(() => entered.push('again'));
    void turnstile.enterAgain(signal).then(() => entered.push('once more'));
    expect([turnstile.waiting, turnstile.asking]).toEqual([3, 0]);
    open = true;
    turnstile.turn();
    await settled();
    expect(entered).toEqual(['again', 'once more', 'new']);
    expect([turnstile.waiting, turnstile.asking]).toEqual([0, 3]);
  });

  it('forgets who gave up while waiting', async () => {
    let open = false;
    const turnstile = new Turnstile(() => open);
    const controller = new AbortController();
    const gone = turnstile.enter(controller.signal);
    const stays = turnstile.enter(new AbortController().signal);
    controller.abort(new Error('called off'));
    open = true;
    turnstile.turn();
    await expect(gone).rejects.toThrow('called off');
    await stays;
    expect(turnstile.asking).toBe(1);
  });
});
