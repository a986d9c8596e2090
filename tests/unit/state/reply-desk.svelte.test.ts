import { describe, expect, it } from 'vitest';
import type { JudgeRequest } from '../../../src/judges/judge';
import { ReplyDesk } from '../../../src/state/reply-desk.svelte';

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

describe('the desk where replies are left', () => {
  it('offers the prompt and takes the reply with the model’s name', async () => {
    const desk = new ReplyDesk();
    const reply = desk.fetchReply(request());
    expect(desk.promptText).toBe('rubric\n\ncase\n');
    desk.draft = '{}';
    desk.model = '  some chat ';
    desk.answer();
    expect(await reply).toEqual({ text: '{}', model: 'some chat' });
    expect([desk.request, desk.promptText]).toEqual([null, '']);
  });

  it('keeps a refused reply to be mended, says why, and starts the next case empty', async () => {
    const desk = new ReplyDesk();
    const first = desk.fetchReply(request());
    desk.draft = '{"score": 9}';
    desk.answer();
    await first;
    void desk.fetchReply(request({ previous: { text: '{"score": 9}', problem: 'The score is too high.' } }));
    expect([desk.draft, desk.correction]).toEqual(['{"score": 9}', 'The score is too high.']);
    desk.answer();
    void desk.fetchReply(request());
    expect([desk.draft, desk.correction]).toEqual(['', null]);
  });

  it('lets a person give up on a case', async () => {
    const desk = new ReplyDesk();
    const reply = desk.fetchReply(request());
    desk.decline();
    expect(await reply).toBeNull();
  });

  it('is cleared when the run is cancelled', async () => {
    const desk = new ReplyDesk();
    const controller = new AbortController();
    const reply = desk.fetchReply(request({ signal: controller.signal }));
    desk.draft = 'half a reply';
    controller.abort();
    await expect(reply).rejects.toThrow('cancelled');
    expect([desk.request, desk.draft]).toEqual([null, '']);
  });
});
