import { describe, expect, it } from 'vitest';
import { describeCause } from '../../../../src/i18n/en/causes';
import { pastedJudge } from '../../../../src/judges/pasted/pasted-judge';
import { PastedReplies } from '../../../../src/judges/pasted/pasted-replies.svelte';
import { sampleRequest } from '../api/sample-request';

describe('the pasted judge', () => {
  it.each([
    ['some chat', 'some chat'],
    ['', 'unnamed'],
  ])('passes the reply of "%s" on without claiming to know why it stopped', async (model, named) => {
    const judge = pastedJudge(() => Promise.resolve({ text: '{}', model }));
    const reply = { text: '{}', stop: 'unknown', model: named, parameters: {} };
    expect(await judge.ask(sampleRequest())).toEqual(reply);
    expect(judge.describe()).toEqual({ model: 'unnamed', parameters: {} });
  });

  it('fails as a value when the person gives up on the case', async () => {
    const reason = { reason: 'skipped', ...describeCause({ code: 'no-reply' }) };
    expect(await pastedJudge(() => Promise.resolve(null)).ask(sampleRequest())).toEqual(reason);
  });

  it('drops a reply that comes after the run was cancelled', async () => {
    const controller = new AbortController();
    const judge = pastedJudge(() => {
      controller.abort(new Error('cancelled'));
      return Promise.resolve({ text: '{}', model: '' });
    });
    await expect(judge.ask(sampleRequest({ signal: controller.signal }))).rejects.toThrow('cancelled');
  });
});

describe('replies pasted by hand', () => {
  it('offers the prompt and takes the reply with the model’s name', async () => {
    const pasted = new PastedReplies();
    const reply = pasted.fetchReply(sampleRequest());
    expect(pasted.promptText).toBe('Judge the text.\n\ncase-7: 글\n');
    pasted.draft = '{}';
    pasted.model = '  some chat ';
    pasted.answer();
    expect(await reply).toEqual({ text: '{}', model: 'some chat' });
    expect([pasted.request, pasted.promptText]).toEqual([null, '']);
  });

  it('keeps a refused reply to be mended, says why, and starts the next case empty', async () => {
    const pasted = new PastedReplies();
    const first = pasted.fetchReply(sampleRequest());
    pasted.draft = '{"score": 9}';
    pasted.answer();
    await first;
    const previous = { text: '{"score": 9}', problem: 'The score is too high.' };
    void pasted.fetchReply(sampleRequest({ previous }));
    expect([pasted.draft, pasted.correction]).toEqual(['{"score": 9}', 'The score is too high.']);
    expect(pasted.isRefused).toBe(true);
    pasted.draft = '{"score": 5}';
    expect(pasted.isRefused).toBe(false);
    pasted.answer();
    void pasted.fetchReply(sampleRequest());
    expect([pasted.draft, pasted.correction]).toEqual(['', null]);
  });

  it('lets a person give up on a case', async () => {
    const pasted = new PastedReplies();
    const reply = pasted.fetchReply(sampleRequest());
    pasted.decline();
    expect(await reply).toBeNull();
  });

  it('is cleared when the run is cancelled', async () => {
    const pasted = new PastedReplies();
    const controller = new AbortController();
    const reply = pasted.fetchReply(sampleRequest({ signal: controller.signal }));
    pasted.draft = 'half a reply';
    controller.abort();
    await expect(reply).rejects.toThrow('cancelled');
    expect([pasted.request, pasted.draft]).toEqual([null, '']);
  });
});
