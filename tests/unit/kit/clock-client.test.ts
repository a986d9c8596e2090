import { describe, expect, it, vi } from 'vitest';
import { workerSleep, type Alarm, type ClockWorker } from '../../../src/kit/clock/clock-client.browser';

function handWorker(): { worker: ClockWorker; asked: Alarm[]; breakDown: () => void } {
  const asked: Alarm[] = [];
  const listeners: (() => void)[] = [];
  return {
    asked,
    breakDown: () => {
      for (const listener of listeners) listener();
    },
    worker: {
      onmessage: null,
      addEventListener: (_, listener) => listeners.push(listener),
      postMessage: (request) => asked.push(request),
    },
  };
}

const never = () => new AbortController().signal;

describe('workerSleep', () => {
  it('starts its worker with the first sleep and wakes the one whose alarm rings', async () => {
    const { worker, asked } = handWorker();
    const start = vi.fn(() => worker);
    const sleep = workerSleep(start);
    expect(start).not.toHaveBeenCalled();
    const woken: string[] = [];
    const first = sleep(10, never()).then(() => woken.push('first'));
    const second = sleep(20, never()).then(() => woken.push('second'));
    expect(start).toHaveBeenCalledOnce();
    const [one, two] = asked;
    worker.onmessage?.(new MessageEvent('message', { data: two?.id ?? -1 }));
    await second;
    expect(woken).toEqual(['second']);
    worker.onmessage?.(new MessageEvent('message', { data: one?.id ?? -1 }));
    await first;
    expect(woken).toEqual(['second', 'first']);
  });

  it('rejects at once when it is aborted', async () => {
    const sleep = workerSleep(() => handWorker().worker);
    const controller = new AbortController();
    const sleeping = sleep(60_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });

  it('sets no timer that is too long for a browser', () => {
    const { worker, asked } = handWorker();
    void workerSleep(() => worker)(1e13, never());
    expect(asked).toEqual([{ id: 1, milliseconds: 2 ** 31 - 1 }]);
  });

  it('does not start when it is aborted already', async () => {
    const { worker, asked } = handWorker();
    const sleep = workerSleep(() => worker);
    await expect(sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect(asked).toEqual([]);
  });

  it('keeps time by itself when its worker breaks', async () => {
    vi.useFakeTimers();
    try {
      const { worker, breakDown } = handWorker();
      const sleep = workerSleep(() => worker);
      let awake = false;
      const sleeping = sleep(5_000, never()).then(() => (awake = true));
      breakDown();
      await vi.advanceTimersByTimeAsync(4_000);
      expect(awake).toBe(false);
      await vi.advanceTimersByTimeAsync(1_000);
      await sleeping;
      expect(awake).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
