import type { ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { z } from '../../../../src/kit/zod';

type Send = (method: string, params?: object, session?: string) => Promise<unknown>;

const answerSchema = z.object({
  id: z.int().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** DevTools' protocol over the pipe of a browser that was started with `--remote-debugging-pipe`: only what it is asked for is told. */
export function devtoolsOver({ stdio }: ChildProcess): Send {
  const [, , , orders, news] = stdio;
  if (!(orders instanceof Writable) || !(news instanceof Readable))
    throw new Error('Expected a browser with a pipe for DevTools.');
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let unread = '';
  news.setEncoding('utf8').on('data', (text: string) => {
    const messages = (unread + text).split('\0');
    unread = messages.pop() ?? '';
    for (const message of messages) settle(answerSchema.parse(JSON.parse(message)));
  });
  function settle({ id, result, error }: z.infer<typeof answerSchema>): void {
    const asked = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !asked) return;
    waiting.delete(id);
    if (error) asked.reject(new Error(error.message));
    else asked.resolve(result);
  }
  return (method, params = {}, session) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      orders.write(`${JSON.stringify({ id: last, method, params, sessionId: session })}\0`);
    });
}
