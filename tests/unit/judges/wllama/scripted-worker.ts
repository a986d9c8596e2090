import type { EngineWorker } from '../../../../src/judges/wllama/llama-engine';
import type { Answer, Order } from '../../../../src/judges/wllama/messages';

export type Saying = Answer extends infer One ? (One extends unknown ? Omit<One, 'id'> : never) : never;
/** What a worker says to an order, one after the other. An error is one of the worker itself. */
export type Script = (order: Order) => (Saying | Error)[];

/** The worker of an engine, played by a script. */
export class ScriptedWorker implements EngineWorker {
  onmessage: EngineWorker['onmessage'] = null;
  onerror: EngineWorker['onerror'] = null;
  onmessageerror: EngineWorker['onmessageerror'] = null;
  readonly orders: Order[] = [];
  ended = false;
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  postMessage(order: Order): void {
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
