import type { EngineWorker } from '../../../../src/judges/device/engine';
import type { Answer, Generation, Order } from '../../../../src/judges/device/messages';

/** Any question. */
export const generation: Generation = {
  messages: [{ role: 'user', content: 'Judge this.' }],
  shape: { type: 'object', properties: {} },
  mostTokens: 100,
  temperature: 0,
  seed: null,
};

export type Saying = Answer extends infer One ? (One extends unknown ? Omit<One, 'id'> : never) : never;
/** What a worker says to an order, one after the other. An error is one of the worker itself. */
export type Script = (order: Order<unknown>) => (Saying | Error)[];

/** The worker of an engine, played by a script. */
export class ScriptedWorker implements EngineWorker<unknown> {
  onmessage: EngineWorker<unknown>['onmessage'] = null;
  onerror: EngineWorker<unknown>['onerror'] = null;
  onmessageerror: EngineWorker<unknown>['onmessageerror'] = null;
  readonly orders: Order<unknown>[] = [];
  ended = false;
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  postMessage(order: Order<unknown>): void {
    this.orders.push(order);
    const said = this.#script(order);
    queueMicrotask(() => {
      for (const one of said) this.say(order.id, one);
    });
  }
  say(id: number, said: Saying | Error): void {
    if (said instanceof Error) this.onerror?.(new ErrorEvent('error', { message: said.message }));
    else this.onmessage?.(new MessageEvent('message', { data: { id, ...said } }));
  }
  terminate(): void {
    this.ended = true;
  }
}

export const opened = (context: number): Saying => ({
  kind: 'opened',
  opened: { context, trainedContext: 8192, threads: 1, parameters: null },
});

export const generated = (text: string, changes: { stop?: 'complete' | 'length' } = {}): Saying => ({
  kind: 'generated',
  generated: { text, stop: 'complete', promptTokens: 900, cachedTokens: 700, replyTokens: 40, ...changes },
});
