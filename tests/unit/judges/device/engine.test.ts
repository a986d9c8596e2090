// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Engine, EngineBroken } from '../../../../src/judges/device/engine';
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
    const { engine, worker } = engineOf(({ kind }) => {
      if (kind === 'open') return [opened(2048)];
      if (kind === 'count') return [{ kind: 'counted', tokens: 77 }];
      return [
        { kind: 'alive' },
        { kind: 'text', soFar: '{' },
        { kind: 'text', soFar: '{}' },
        generated('{}'),
      ];
    });
    expect(await engine.open('the model', { context: 2048, threads: 1 })).toMatchObject({
      context: 2048,
    });
    expect(await engine.count(generation.messages, 2048)).toBe(77);
    const words: string[] = [];
    const outcome = await engine.generate(generation, {
      onText: (soFar) => words.push(soFar),
      signal: never,
    });
    expect(outcome).toMatchObject({ kind: 'generated', generated: { text: '{}' } });
    expect(words).toEqual(['{', '{}']);
    expect(worker.orders.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it.each([
    ['a crash that is told', { kind: 'broken', fault: 'crash', message: 'unreachable' } as const, 'crash'],
    ['memory that does not suffice', { kind: 'broken', fault: 'memory', message: 'OOM' } as const, 'memory'],
    ['a crash of the worker', new Error('gone'), 'crash'],
  ])('%s ends it for good', async (_, said, fault) => {
    const { engine, worker } = engineOf(() => [said]);
    const outcome = await engine.generate(generation, { signal: never }).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(EngineBroken);
    expect(outcome).toMatchObject({ problem: { fault } });
    expect(engine.broken).toBe(true);
    expect(worker.ended).toBe(true);
    await expect(engine.count(generation.messages, 100)).rejects.toBe(outcome);
  });

  it('that gives no sign for five minutes hangs, however long a whole answer takes', async () => {
    const { engine, worker, clock } = engineOf(() => []);
    let failed: unknown = null;
    void engine.generate(generation, { signal: never }).catch((error: unknown) => (failed = error));
    for (let minute = 0; minute < 20; minute += 4) {
      await clock.advance(240_000);
      worker.say(1, { kind: 'alive' });
    }
    expect(failed).toBeNull();
    await clock.advance(299_000);
    expect(failed).toBeNull();
    await clock.advance(2_000);
    expect(failed).toMatchObject({ problem: { fault: 'hang' } });
    expect(worker.ended).toBe(true);
  });

  it('is given less time for the grammar of a reply', async () => {
    const { engine, worker, clock } = engineOf(() => [{ kind: 'alive', compiling: true }]);
    let failed: unknown = null;
    void engine.generate(generation, { signal: never }).catch((error: unknown) => (failed = error));
    await clock.advance(30_000);
    worker.say(1, { kind: 'alive', compiling: true });
    await clock.advance(59_000);
    expect(failed).toBeNull();
    worker.say(1, { kind: 'alive' });
    await clock.advance(299_000);
    expect(failed, 'it is ready').toBeNull();
    worker.say(1, { kind: 'alive', compiling: true });
    await clock.advance(120_000);
    expect(failed).toMatchObject({ problem: { fault: 'grammar' } });
    expect(worker.ended).toBe(true);
  });

  it('stops when cancelled, and can be asked again', async () => {
    const { engine, worker } = engineOf(({ id, kind }) =>
      kind === 'generate' && id > 1 ? [generated('{}')] : [],
    );
    const controller = new AbortController();
    const asked = engine.generate(generation, { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await settled();
    expect(worker.orders.at(-1)).toEqual({ id: 1, kind: 'stop' });
    worker.say(1, { kind: 'stopped' });
    await expect(asked).rejects.toBe(reason);
    expect(await engine.generate(generation, { signal: never })).toMatchObject({ kind: 'generated' });
  });

  it('that is silent hangs, also where several wait for it', async () => {
    const { engine, worker, clock } = engineOf(() => []);
    const failed: unknown[] = [];
    const note = (error: unknown) => failed.push(error);
    void engine.generate(generation, { signal: never }).catch(note);
    await clock.advance(200_000);
    void engine.count(generation.messages, 100).catch(note);
    worker.say(1, { kind: 'alive' });
    await clock.advance(200_000);
    worker.say(1, generated('{}'));
    await clock.advance(299_000);
    expect(failed, 'who waits in turn is not silent').toEqual([]);
    await clock.advance(2_000);
    expect(failed).toMatchObject([{ problem: { fault: 'hang' } }]);
    expect(worker.ended).toBe(true);
  });

  it('is watched again after it had nothing to do', async () => {
    const { engine, clock } = engineOf(({ id }) => (id === 1 ? [generated('{}')] : []));
    await engine.generate(generation, { signal: never });
    await clock.advance(1_000_000);
    let failed: unknown = null;
    void engine.generate(generation, { signal: never }).catch((error: unknown) => (failed = error));
    await clock.advance(299_000);
    expect(failed).toBeNull();
    await clock.advance(2_000);
    expect(failed).toMatchObject({ problem: { fault: 'hang' } });
  });
});
