import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, ChatMessage, Generation } from '../../../../src/judges/device/messages';
import { OrderQueue, type WorkTools, type Work } from '../../../../src/judges/device/session';
import { settled } from '../../sheet/run/fake-clock';

const messages: ChatMessage[] = [{ role: 'user', content: 'Judge this.' }];
const generation: Generation = {
  messages,
  shape: { type: 'object', properties: {} },
  mostTokens: 100,
  temperature: 0,
  seed: null,
};
const orderOf = (id: number, kind: 'count' | 'generate'): Work<null> =>
  kind === 'count' ? { id, kind, messages, context: 2048 } : { id, kind, generation };

/** A line whose work takes until it is told to go on, and a note of all that happened. */
function line() {
  const said: Answer[] = [];
  const begun: number[] = [];
  const stopped: number[] = [];
  let running = 0;
  let atOnce = 0;
  let finish: (() => void) | null = null;
  let fail: ((error: Error) => void) | null = null;
  const work = async (order: Work<null>, { say, signal }: WorkTools) => {
    begun.push(order.id);
    running += 1;
    atOnce = Math.max(atOnce, running);
    signal.addEventListener('abort', () => stopped.push(order.id));
    say({ kind: 'alive' });
    try {
      await new Promise<void>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    } finally {
      running -= 1;
    }
    say({ kind: 'alive' });
    return signal.aborted ? { kind: 'stopped' as const } : { kind: 'counted' as const, tokens: order.id };
  };
  const orders = new OrderQueue<null>(
    (answer) => said.push(answer),
    work,
    (error) => ({
      fault: 'crash',
      message: String(error),
    }),
  );
  return {
    orders,
    said,
    begun,
    stopped,
    atOnce: () => atOnce,
    finish: () => finish?.(),
    fail: () => fail?.(new Error('gone')),
  };
}
const isEnd = ({ kind }: Answer) => kind !== 'alive' && kind !== 'text';

type Step = { do: 'count' | 'generate' | 'finish' | 'fail' | 'break' } | { do: 'stop'; id: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('count', 'generate') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('stop'), id: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('finish') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('fail', 'break') }) },
);

describe('the orders of a worker', () => {
  it('are worked on one at a time, in turn, each is answered once, and a stop reaches its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, inOneGo) => {
        const { orders, said, begun, stopped, atOnce, finish, fail } = line();
        const taken: Promise<void>[] = [];
        /** Of each order that was told to stop before its end: whether it had begun. */
        const toStop = new Map<number, boolean>();
        let broken = false;
        for (const each of steps) {
          switch (each.do) {
            case 'count':
            case 'generate':
              taken.push(orders.take(orderOf(taken.length + 1, each.do)));
              break;
            case 'stop': {
              const isOpen = each.id <= taken.length && !said.some((one) => one.id === each.id && isEnd(one));
              if (isOpen && !toStop.has(each.id)) toStop.set(each.id, begun.includes(each.id));
              await orders.take({ id: each.id, kind: 'stop' });
              break;
            }
            case 'finish':
              finish();
              break;
            case 'fail':
              fail();
              break;
            case 'break':
              broken = true;
              orders.break({ fault: 'device-lost', message: '' });
              break;
          }
          if (!inOneGo) await settled();
        }
        for (let left = 0; left <= taken.length; left += 1) {
          finish();
          await settled();
        }
        await Promise.all(taken);

        expect(atOnce()).toBeLessThanOrEqual(1);
        expect(begun, 'in turn').toEqual(begun.toSorted((a, b) => a - b));
        const ends = said.filter(isEnd);
        expect(
          ends.map(({ id }) => id).toSorted((a, b) => a - b),
          'each once',
        ).toEqual(taken.map((_, index) => index + 1));
        for (const { id } of ends) {
          const own = said.filter((one) => one.id === id);
          expect(own.findIndex(isEnd), 'nothing after its end').toBe(own.length - 1);
        }
        for (const id of stopped) expect(toStop.get(id), 'nobody else was stopped').toBe(true);
        for (const [id, hadBegun] of toStop) if (!hadBegun) expect(begun).not.toContain(id);
        const stops = ends.filter(({ kind }) => kind === 'stopped').map(({ id }) => id);
        for (const id of stops) expect([...toStop.keys()]).toContain(id);
        if (broken) {
          await orders.take(orderOf(99, 'count'));
          expect(said.at(-1)).toMatchObject({ id: 99, kind: 'broken' });
        }
      }),
    );
  });

  it('that wait are told what broke, and so is whoever comes after', async () => {
    const { orders, said, begun, fail } = line();
    const waiting = [1, 2].map((id) => orders.take(orderOf(id, 'generate')));
    fail();
    await Promise.all(waiting);
    await orders.take(orderOf(3, 'count'));
    expect(said.filter(isEnd)).toEqual(
      [1, 2, 3].map((id) => ({ id, kind: 'broken', fault: 'crash', message: 'Error: gone' })),
    );
    expect(begun).toEqual([1]);
  });
});
