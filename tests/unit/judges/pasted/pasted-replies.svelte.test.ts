import { describe, expect, it } from 'vitest';
import type { JudgeRequest } from '../../../../src/judgement/judge';
import { PastedReplies } from '../../../../src/judges/pasted/pasted-replies.svelte';

function request(changes: Partial<JudgeRequest> = {}): JudgeRequest {
  const prompt = {
    shared: 'rubric',
    own: 'case',
    boundary: 'b',
    language: 'en',
    neutralised: [],
    estimate: { shared: 1, own: 1 },
  };
  const signal = new AbortController().signal;
  return { prompt, shape: { type: 'object', properties: {} }, signal, ...changes };
}

describe('replies pasted by hand', () => {
  it('offers the prompt and takes the reply with the model’s name', async () => {
    const pasted = new PastedReplies();
    const reply = pasted.fetchReply(request());
    expect(pasted.promptText).toBe('rubric\n\ncase\n');
    pasted.draft = '{}';
    pasted.model = '  some chat ';
    pasted.answer();
    expect(await reply).toEqual({ text: '{}', model: 'some chat' });
    expect([pasted.request, pasted.promptText]).toEqual([null, '']);
  });

  it('keeps a refused reply to be mended, says why, and starts the next case empty', async () => {
    const pasted = new PastedReplies();
    const first = pasted.fetchReply(request());
    pasted.draft = '{"score": 9}';
    pasted.answer();
    await first;
    void pasted.fetchReply(
      request({ previous: { text: '{"score": 9}', problem: 'The score is too high.' } }),
    );
    expect([pasted.draft, pasted.correction]).toEqual(['{"score": 9}', 'The score is too high.']);
    pasted.answer();
    void pasted.fetchReply(request());
    expect([pasted.draft, pasted.correction]).toEqual(['', null]);
  });

  it('lets a person give up on a case', async () => {
    const pasted = new PastedReplies();
    const reply = pasted.fetchReply(request());
    pasted.decline();
    expect(await reply).toBeNull();
  });

  it('is cleared when the run is cancelled', async () => {
    const pasted = new PastedReplies();
    const controller = new AbortController();
    const reply = pasted.fetchReply(request({ signal: controller.signal }));
    pasted.draft = 'half a reply';
    controller.abort();
    await expect(reply).rejects.toThrow('cancelled');
    expect([pasted.request, pasted.draft]).toEqual([null, '']);
  });
});
