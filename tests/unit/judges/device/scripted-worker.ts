import type { JudgeRequest } from '../../../../src/judgement/judge';
import type { EngineWorker } from '../../../../src/judges/device/engine';
import type { Answer, Generation, Order } from '../../../../src/judges/device/messages';

export const shape: JudgeRequest['shape'] = { type: 'object', properties: { score: { type: 'integer' } } };

/** A question about a case of this length. */
export function requestOf(length = 10, shared = 'The rubric.', language = 'en'): JudgeRequest {
  const own = 'x'.repeat(length);
  const rest = { boundary: 'b', neutralised: [], estimate: { shared: 1, own: 1 } };
  return { prompt: { shared, own, language, ...rest }, shape, signal: new AbortController().signal };
}

/** Any question. */
export const generation: Generation = {
  messages: [{ role: 'user', content: 'Judge this.' }],
  shape: { type: 'object', properties: {} },
  mostTokens: 100,
  temperature: 0,
  seed: null,
};

/** What a worker says to an order, one after the other. An error is one of the worker itself. */
export type Script = (order: Order<unknown>) => (Answer | Error)[];

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
      for (const one of said) this.say(one);
    });
  }
  say(said: Answer | Error): void {
    if (said instanceof Error) this.onerror?.(new ErrorEvent('error', { message: said.message }));
    else this.onmessage?.(new MessageEvent('message', { data: said }));
  }
  terminate(): void {
    this.ended = true;
  }
}

export const opened = (context: number, gpu?: 'used' | 'refused'): Answer => ({
  kind: 'opened',
  opened: { context, trainedContext: 8192, threads: 1, parameters: null, ...(gpu && { gpu }) },
});

const usage = { promptTokens: 900, cachedTokens: 700, replyTokens: 40 };
export const generated = (text: string, stop: 'complete' | 'length' = 'complete'): Answer => ({
  kind: 'generated',
  generated: { text, stop, ...usage, sent: {}, choices: [] },
});
