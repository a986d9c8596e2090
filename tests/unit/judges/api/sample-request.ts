import type { JudgeRequest } from '../../../../src/judgement/judge';
import { afterEndMilliseconds } from '../../../../src/judges/api/http/read-stream';

/** Notes each wait and goes on at once. Only the end of a stream is waited for. */
export function impatientSleep(waits: number[]) {
  return (milliseconds: number, signal: AbortSignal) => {
    if (milliseconds === afterEndMilliseconds)
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    waits.push(milliseconds);
    signal.throwIfAborted();
    return Promise.resolve();
  };
}

/** A question about a case with one letter that takes three bytes. */
export function sampleRequest(changes: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    prompt: {
      shared: 'Judge the text.',
      own: 'case-7: 글',
      boundary: 'b',
      language: 'en',
      neutralised: [],
      estimate: { shared: 1, own: 1 },
    },
    shape: {
      type: 'object',
      properties: { score: { type: 'integer', enum: [3, 4] }, why: { type: 'string' } },
      required: ['score', 'why'],
      additionalProperties: false,
    },
    signal: new AbortController().signal,
    ...changes,
  };
}
