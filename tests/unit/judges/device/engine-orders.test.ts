// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Engine, EngineBroken, type EngineWorker } from '../../../../src/judges/device/engine';
import type { Order } from '../../../../src/judges/device/messages';
import { OrderQueue } from '../../../../src/judges/device/session';
import { FakeClock, settled } from '../../sheet/run/fake-clock';
import { generation } from './scripted-worker';

/** A worker with a line of orders, whose work goes on when it is told to. */
class LinedWorker implements EngineWorker<null> {
  onmessage: EngineWorker<null>['onmessage'] = null;
  onerror: EngineWorker<null>['onerror'] = null;
  onmessageerror: EngineWorker<null>['onmessageerror'] = null;
  ended = false;
  goOn = () => {};
  readonly #line = new OrderQueue<null>(
    (data) => {
      queueMicrotask(() => {
        if (!this.ended) this.onmessage?.(new MessageEvent('message', { data }));
      });
    },
    async ({ id, kind }, { signal }) => {
      await new Promise<void>((resolve) => (this.goOn = resolve));
      if (signal.aborted) return { kind: 'stopped' };
      if (kind === 'count') return { kind: 'counted', tokens: id };
      const usage = { promptTokens: 1, cachedTokens: 0, replyTokens: 1 };
      return { kind: 'generated', generated: { text: String(id), stop: 'complete', ...usage } };
    },
    () => ({ fault: 'crash', message: '' }),
  );

  postMessage(order: Order<null>): void {
    queueMicrotask(() => {
      if (!this.ended) void this.#line.take(order);
    });
  }
  terminate(): void {
    this.ended = true;
  }
}

type Step = 'count' | 'generate' | 'go on' | 'unload' | { cancel: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>('count', 'generate') },
  { weight: 4, arbitrary: fc.constant<Step>('go on') },
  { weight: 3, arbitrary: fc.record({ cancel: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>('unload') },
);

it('whoever asks is answered once: with the answer to that question, as cancelled by that person, or as unloaded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, inOneGo) => {
      const worker = new LinedWorker();
      const engine = new Engine({ startWorker: () => worker, clock: new FakeClock() });
      const answers: string[][] = [];
      const cancels: AbortController[] = [];
      let unloaded = false;
      const ask = (kind: 'count' | 'generate') => {
        const id = cancels.length + 1;
        const own: string[] = [];
        const cancel = new AbortController();
        answers.push(own);
        cancels.push(cancel);
        const asked =
          kind === 'count'
            ? engine.count(generation.messages, 100).then(String)
            : engine
                .generate(generation, { signal: cancel.signal })
                .then((outcome) => (outcome.kind === 'generated' ? outcome.generated.text : outcome.kind));
        void asked.then(
          (text) => own.push(text === String(id) ? 'answer' : `answer to ${text}`),
          (error: unknown) => own.push(error instanceof EngineBroken ? 'unloaded' : String(error)),
        );
      };
      for (const each of steps) {
        if (typeof each === 'object') cancels[each.cancel - 1]?.abort(new Error(`by ${each.cancel}`));
        else if (each === 'go on') worker.goOn();
        else if (each === 'unload') {
          unloaded = true;
          engine.close();
        } else ask(each);
        if (!inOneGo) await settled();
      }
      for (let left = 0; left <= answers.length; left += 1) {
        await settled();
        worker.goOn();
      }
      await settled();
      answers.forEach((own, index) => {
        const allowed = ['answer', ...(unloaded ? ['unloaded'] : [])];
        if (cancels[index]?.signal.aborted) allowed.push(`Error: by ${index + 1}`);
        expect(own).toHaveLength(1);
        expect(allowed).toContain(own[0]);
      });
    }),
  );
});
