import { describe, expect, it } from 'vitest';
import type { JudgeRequest } from '../../../../src/judgement/judge';
import { describeCause } from '../../../../src/i18n/en/causes';
import { pastedJudge } from '../../../../src/judges/pasted/pasted-judge';

function request(signal = new AbortController().signal): JudgeRequest {
  const prompt = {
    shared: 's',
    own: 'o',
    boundary: 'b',
    language: 'en',
    neutralised: [],
    estimate: { shared: 1, own: 1 },
  };
  return { prompt, shape: { type: 'object', properties: {} }, signal };
}

describe('the pasted judge', () => {
  it('hands the reply on without claiming to know why it stopped', async () => {
    const judge = pastedJudge(() => Promise.resolve({ text: '{}', model: 'some chat' }));
    expect(await judge.ask(request())).toEqual({
      text: '{}',
      stop: 'unknown',
      model: 'some chat',
      parameters: {},
    });
  });

  it('says so when nobody named the model', async () => {
    const judge = pastedJudge(() => Promise.resolve({ text: '{}', model: '' }));
    expect(await judge.ask(request())).toMatchObject({ model: 'unnamed' });
    expect(judge.describe()).toEqual({ model: 'unnamed', parameters: {} });
  });

  it('fails as a value when the person gives up on the case', async () => {
    expect(await pastedJudge(() => Promise.resolve(null)).ask(request())).toEqual({
      reason: 'failed',
      ...describeCause({ code: 'no-reply' }),
    });
  });

  it('drops a reply that comes after the run was cancelled', async () => {
    const controller = new AbortController();
    const judge = pastedJudge(() => {
      controller.abort(new Error('cancelled'));
      return Promise.resolve({ text: '{}', model: '' });
    });
    await expect(judge.ask(request(controller.signal))).rejects.toThrow('cancelled');
  });

  it('may be asked again for a reply that was copied in part', () => {
    expect(pastedJudge(() => Promise.resolve(null)).retriesCutOff).toBe(true);
  });
});
