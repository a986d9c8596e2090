import { describe, expect, it, onTestFinished } from 'vitest';
import {
  callWorker,
  serveCall,
  type CalledWorker,
  type CallMessage,
  type CallAnswer,
} from '../../../src/privacy/worker-call';
import { FakeClock, settled } from '../sheet/run/fake-clock';

type Worker = CalledWorker<string, number, string>;

/** A worker that does what the test says. */
class ScriptedWorker implements Worker {
  onmessage: Worker['onmessage'] = null;
  onerror: Worker['onerror'] = null;
  onmessageerror: Worker['onmessageerror'] = null;
  readonly received: CallMessage<string>[] = [];
  ended = false;

  postMessage(message: CallMessage<string>): void {
    this.received.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(answer: CallAnswer<number, string>): void {
    this.onmessage?.(new MessageEvent('message', { data: answer }));
  }
  /** Node has no ErrorEvent. */
  break(message: string): void {
    const place = { filename: '', lineno: 0, colno: 0, error: null };
    this.onerror?.(Object.assign(new Event('error'), { message, ...place }));
  }
}

function calling({ graceful = false } = {}) {
  const worker = new ScriptedWorker();
  const stop = new AbortController();
  const clock = new FakeClock();
  const progress: number[] = [];
  const result = callWorker<string, number, string>(() => worker, 'job', {
    signal: stop.signal,
    onProgress: (share) => progress.push(share),
    ...(graceful && { grace: { milliseconds: 5_000, sleep: clock.sleep } }),
  });
  result.catch(() => undefined);
  return { worker, stop, clock, progress, result };
}

describe('a job in a worker', () => {
  it('gets its order once, tells how far it is, and ends with its result', async () => {
    const { worker, progress, result } = calling();
    worker.say({ kind: 'progress', progress: 0.5 });
    expect(worker.ended).toBe(false);
    worker.say({ kind: 'done', result: 'read' });
    expect(await result).toBe('read');
    expect([worker.received, progress, worker.ended]).toEqual([
      [{ kind: 'order', order: 'job' }],
      [0.5],
      true,
    ]);
  });

  it('without grace ends at once when cancelled, and takes no late answer', async () => {
    const { worker, stop, progress, result } = calling();
    stop.abort();
    worker.say({ kind: 'progress', progress: 1 });
    await expect(result).rejects.toBe(stop.signal.reason);
    expect([worker.ended, progress]).toEqual([true, []]);
  });

  it('starts no worker when it is cancelled already', async () => {
    const start = () => {
      throw new Error('Expected no worker.');
    };
    await expect(callWorker(start, 'job', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('with grace is asked to stop, and may still end in its own way', async () => {
    const { worker, stop, clock, result } = calling({ graceful: true });
    stop.abort();
    expect([worker.received.at(-1), worker.ended]).toEqual([{ kind: 'cancel' }, false]);
    worker.say({ kind: 'done', result: 'as far as it came' });
    expect(await result).toBe('as far as it came');
    await settled();
    expect(clock.waiting).toBe(0);
  });

  it('is ended where it says nothing for the time of grace', async () => {
    const { worker, stop, clock, result } = calling({ graceful: true });
    await clock.advance(60_000);
    stop.abort();
    await clock.advance(4_900);
    worker.say({ kind: 'progress', progress: 0.9 });
    await clock.advance(4_900);
    expect(worker.ended).toBe(false);
    await clock.advance(100);
    await expect(result).rejects.toMatchObject({ message: 'The worker did not stop and was ended.' });
    expect([worker.ended, clock.waiting]).toEqual([true, 0]);
  });

  it.each<[string, (worker: ScriptedWorker) => void, object]>([
    [
      'does not start',
      (worker) => worker.break(''),
      { name: 'WorkerFailure', message: 'The worker stopped: it could not start.' },
    ],
    [
      'breaks',
      (worker) => worker.break('out of memory'),
      { name: 'WorkerFailure', message: 'The worker stopped: out of memory.' },
    ],
    [
      'cannot be understood',
      (worker) => worker.onmessageerror?.(new MessageEvent('messageerror')),
      { name: 'WorkerFailure', message: 'The worker sent something that could not be received.' },
    ],
    [
      'fails',
      (worker) => worker.say({ kind: 'failed', name: 'Error', message: 'No space.' }),
      { name: 'Error', message: 'No space.' },
    ],
    [
      'cannot read a file',
      (worker) => worker.say({ kind: 'failed', name: 'NotReadableError', message: 'moved' }),
      { name: 'NotReadableError', message: 'moved' },
    ],
  ])('whose worker %s says so', async (_, act, error) => {
    const { worker, result } = calling();
    act(worker);
    await expect(result).rejects.toMatchObject(error);
    expect(worker.ended).toBe(true);
  });
});

describe('both sides of a call', () => {
  function channel(job: Parameters<typeof serveCall<string, number, string>>[1]): () => Worker {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    port2.start();
    serveCall(port2, job);
    return () => Object.assign(port1, { onerror: null, terminate: () => port1.close() });
  }

  it('carry what the job throws, and a wish to stop', async () => {
    const stop = new AbortController();
    const start = channel(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
          stop.abort(new Error('enough'));
        }),
    );
    const grace = { milliseconds: 5_000, sleep: new FakeClock().sleep };
    await expect(callWorker(start, 'job', { signal: stop.signal, grace })).rejects.toThrow('enough');
  });
});
