// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Engine, EngineBroken } from '../../../../src/judges/device/engine';
import type { Order } from '../../../../src/judges/device/messages';
import { FakeClock, settled } from '../../sheet/run/fake-clock';
import { generated, generation, opened, ScriptedWorker, type Script } from './scripted-worker';

const never = new AbortController().signal;

function engineOf(script: Script) {
  const clock = new FakeClock();
  const worker = new ScriptedWorker(script);
  return { clock, worker, engine: new Engine({ startWorker: () => worker, clock }) };
}

describe('an engine', () => {
  it('opens, counts and says words as they come', async () => {
    const { engine } = engineOf(({ kind }) => {
      if (kind === 'open') return [opened(2048)];
      if (kind === 'count') return [{ kind: 'counted', tokens: 77 }];
      return [
        { kind: 'alive' },
        { kind: 'text', soFar: '{' },
        { kind: 'text', soFar: '{}' },
        generated('{}'),
      ];
    });
    expect(await engine.open('the model', { context: 2048, threads: 1 })).toMatchObject({ context: 2048 });
    expect(await engine.count(generation.messages, 2048)).toBe(77);
    const words: string[] = [];
    const onText = (soFar: string) => words.push(soFar);
    const outcome = await engine.generate(generation, { onText, signal: never });
    expect(outcome).toMatchObject({ kind: 'generated', generated: { text: '{}' } });
    expect(words).toEqual(['{', '{}']);
  });

  it.each([
    ['memory that does not suffice', { kind: 'broken', fault: 'memory', message: 'OOM' } as const, 'memory'],
    ['a crash of the worker', new Error('gone'), 'crash'],
  ])('%s ends it for good', async (_, said, fault) => {
    const { engine, worker } = engineOf(() => [said]);
    const waiting = engine.count(generation.messages, 100).catch((error: unknown) => error);
    const outcome = await engine.generate(generation, { signal: never }).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(EngineBroken);
    expect(outcome).toMatchObject({ problem: { fault } });
    expect(await waiting).toBe(outcome);
    expect([engine.broken, worker.ended]).toEqual([true, true]);
    await expect(engine.count(generation.messages, 100)).rejects.toBe(outcome);
  });

  it('that gives no sign for five minutes hangs, however long a whole answer takes or it rested before', async () => {
    let silent = false;
    const { engine, worker, clock } = engineOf(() => (silent ? [] : [generated('{}')]));
    await engine.generate(generation, { signal: never });
    await clock.advance(1_000_000);
    silent = true;
    let failed: unknown = null;
    void engine.generate(generation, { signal: never }).catch((error: unknown) => (failed = error));
    for (let minute = 0; minute < 20; minute += 4) {
      await clock.advance(240_000);
      worker.say({ kind: 'alive' });
    }
    await clock.advance(299_000);
    expect(failed).toBeNull();
    await clock.advance(2_000);
    expect(failed).toMatchObject({ problem: { fault: 'hang' } });
    expect(worker.ended).toBe(true);
  });

  it('stops when cancelled, and can be asked again', async () => {
    let replies = false;
    const { engine, worker } = engineOf(({ kind }) =>
      kind === 'generate' && replies ? [generated('{}')] : [],
    );
    const controller = new AbortController();
    const asked = engine.generate(generation, { signal: controller.signal });
    await settled();
    const reason = new Error('enough');
    controller.abort(reason);
    await settled();
    expect(worker.orders.at(-1)).toEqual({ kind: 'stop' });
    worker.say({ kind: 'stopped' });
    await expect(asked).rejects.toBe(reason);
    replies = true;
    expect(await engine.generate(generation, { signal: never })).toMatchObject({ kind: 'generated' });
  });
});

type Step = 'ask' | 'go on' | 'unload' | { cancel: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>('ask', 'go on') },
  { weight: 2, arbitrary: fc.record({ cancel: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>('unload') },
);

it('each question is answered once: with its own answer, as cancelled by its own asker, or as unloaded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, inOneGo) => {
      /** The question that is worked on, and whether it is to stop. A second one beside it would be an error. */
      let current: { text: string; stopped: boolean } | null = null;
      const { engine, worker } = engineOf((order: Order<unknown>) => {
        if (order.kind === 'stop') {
          if (current) current.stopped = true;
        } else if (order.kind === 'generate') {
          expect(current, 'one at a time').toBeNull();
          current = { text: order.generation.messages[0]?.content ?? '', stopped: false };
        }
        return [];
      });
      const goOn = () => {
        const done = current;
        current = null;
        if (done) worker.say(done.stopped ? { kind: 'stopped' } : generated(done.text));
      };
      const answers: string[][] = [];
      const cancels: AbortController[] = [];
      let unloaded = false;
      const ask = () => {
        const content = String(cancels.length + 1);
        const own: string[] = [];
        const cancel = new AbortController();
        answers.push(own);
        cancels.push(cancel);
        const messages = [{ role: 'user' as const, content }];
        engine.generate({ ...generation, messages }, { signal: cancel.signal }).then(
          (outcome) => own.push(outcome.kind === 'generated' ? outcome.generated.text : outcome.kind),
          (error: unknown) => own.push(error instanceof EngineBroken ? 'unloaded' : String(error)),
        );
      };
      for (const each of steps) {
        if (typeof each === 'object') cancels[each.cancel - 1]?.abort(new Error(`by ${each.cancel}`));
        else if (each === 'go on') goOn();
        else if (each === 'ask') ask();
        else {
          unloaded = true;
          engine.close();
        }
        if (!inOneGo) await settled();
      }
      for (let left = 0; left <= answers.length; left += 1) {
        await settled();
        goOn();
      }
      await settled();
      answers.forEach((own, index) => {
        const allowed = [String(index + 1), ...(unloaded ? ['unloaded'] : [])];
        if (cancels[index]?.signal.aborted) allowed.push(`Error: by ${index + 1}`);
        expect(own).toHaveLength(1);
        expect(allowed).toContain(own[0]);
      });
    }),
  );
});
