import { describe, expect, it } from 'vitest';
import type { AppendOrder } from '../../../../src/storage/runs/append-results';
import type { LogReply, LogRequest } from '../../../../src/storage/runs/log-worker-messages';
import { StorageFailure } from '../../../../src/storage/runs/run-store';
import { writeAway, type LogWorker } from '../../../../src/storage/runs/write-away';

const order = (run: string): AppendOrder => ({ run, packed: [], known: 0, added: [] });

function bench() {
  const asked: LogRequest[] = [];
  const here: string[] = [];
  let started = 0;
  let ended = 0;
  const worker: LogWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => asked.push(request),
    terminate: () => (ended += 1),
  };
  const write = writeAway(
    () => {
      started += 1;
      return worker;
    },
    ({ run }) => {
      here.push(run);
      return Promise.resolve({ first: 100 });
    },
  );
  return {
    write,
    asked,
    here,
    started: () => started,
    ended: () => ended,
    say: (reply: LogReply) => worker.onmessage?.(new MessageEvent('message', { data: reply })),
    crash: (message: string) => {
      const event = Object.assign(new Event('error'), {
        message,
        filename: '',
        lineno: 0,
        colno: 0,
        error: null,
      });
      worker.onerror?.(event);
    },
  };
}

describe('writing in a worker', () => {
  it('begins with the first results, which are written here, as are all until the worker is ready', async () => {
    const { write, here, asked, started, say } = bench();
    expect(started()).toBe(0);
    expect(await write(order('a'))).toEqual({ first: 100 });
    expect(await write(order('b'))).toEqual({ first: 100 });
    expect({ here, asked, started: started() }).toEqual({ here: ['a', 'b'], asked: [], started: 1 });
    say({ kind: 'ready' });
    const away = write(order('c'));
    expect(asked).toEqual([{ id: 1, order: order('c') }]);
    say({ kind: 'done', id: 1, appended: { first: 7 } });
    expect(await away).toEqual({ first: 7 });
    expect(here).toEqual(['a', 'b']);
  });

  it('gives each answer to whoever asked for it', async () => {
    const { write, say } = bench();
    await write(order('a'));
    say({ kind: 'ready' });
    const [one, other] = [write(order('b')), write(order('c'))];
    say({ kind: 'done', id: 2, appended: { texts: ['x'] } });
    say({ kind: 'done', id: 1, appended: { first: 1 } });
    expect(await Promise.all([one, other])).toEqual([{ first: 1 }, { texts: ['x'] }]);
  });

  it('tells what the browser refused, and a bug as one', async () => {
    const { write, say } = bench();
    await write(order('a'));
    say({ kind: 'ready' });
    const refused = write(order('b'));
    say({ kind: 'failed', id: 1, fault: 'quota', message: 'full' });
    await expect(refused).rejects.toThrow(StorageFailure);
    await expect(refused).rejects.toMatchObject({ kind: 'quota', message: 'full' });
    const broken = write(order('c'));
    say({ kind: 'failed', id: 2, fault: null, message: 'a bug' });
    await expect(broken).rejects.not.toThrow(StorageFailure);
  });

  it('writes here again once the worker broke, after telling those who waited', async () => {
    const { write, here, say, crash, ended } = bench();
    await write(order('a'));
    say({ kind: 'ready' });
    const waiting = write(order('b'));
    crash('out of memory');
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await write(order('c'))).toEqual({ first: 100 });
    expect(here).toEqual(['a', 'c']);
    expect(ended()).toBe(1);
    say({ kind: 'ready' });
    await write(order('d'));
    expect(here).toEqual(['a', 'c', 'd']);
  });

  it('writes here where no worker can be made', async () => {
    const here: string[] = [];
    const write = writeAway(
      () => {
        throw new DOMException('no', 'SecurityError');
      },
      ({ run }) => {
        here.push(run);
        return Promise.resolve({ first: 0 });
      },
    );
    await write(order('a'));
    await write(order('b'));
    expect(here).toEqual(['a', 'b']);
  });

  it('writes here where the worker never starts', async () => {
    const { write, here, crash } = bench();
    await write(order('a'));
    crash('');
    await write(order('b'));
    expect(here).toEqual(['a', 'b']);
  });
});
