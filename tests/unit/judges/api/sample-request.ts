import type { JudgeRequest } from '../../../../src/judges/judge';

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
