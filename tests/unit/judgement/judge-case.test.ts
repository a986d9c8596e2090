import { describe, expect, it } from 'vitest';
import type { FindFacts } from '../../../src/rubric/facts';
import { estimateTokens } from '../../../src/judgement/prompt/estimate-tokens';
import { TimeUp } from '../../../src/judgement/ask-model';
import { fullReply, judged, modelSaying, saying, subject } from './small-rubric';

const check = { id: 'c', title: 'C', severity: 'error', message: 'C.', assert: 'true' };
const fieldOf = (judgement: Awaited<ReturnType<typeof judged>>, path: string) =>
  judgement.fields.find((field) => field.path === path);

describe('status', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['nothing is wrong', {}, 'valid'],
    ['a check fails', { checks: [{ ...check, assert: 'output.score > 8' }] }, 'inconsistent'],
    ['a warning fails', { checks: [{ ...check, severity: 'warning', assert: 'output.score > 8' }] }, 'valid'],
    [
      'a warning breaks',
      { checks: [{ ...check, severity: 'warning', assert: 'output.score / 0 > 1.0' }] },
      'inconsistent',
    ],
    ['a derived value fails', { derived: { d: 'output.score / 0' } }, 'inconsistent'],
    [
      'a rule fails',
      { decided: { grade: { value: 'size(input.text) / 0 > 1.0 ? "HIGH" : "LOW"' } } },
      'inconsistent',
    ],
    ['a fact fails', { facts: { f: 'size(input.text) / 0' } }, 'inconsistent'],
    [
      'a failed fact lets a check through',
      { facts: { f: 'size(input.text) / 0' }, checks: [{ ...check, assert: '!has(facts.f)' }] },
      'inconsistent',
    ],
  ])('where %s', async (_, rubric, status) => {
    const judgement = await judged({ rubric, judge: modelSaying(saying(fullReply)) });
    expect(judgement.status).toBe(status);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a failed fact', { facts: { f: 'size(input.text) / 0' } }, /^Rubric error in facts\.f: /],
    ['a failed rule', { decided: { score: 'size(input.text) / 0' } }, /^Rubric error in decided\.score: /],
  ])('%s is named once among the problems', async (_, rubric, words) => {
    const { problems } = await judged({ rubric });
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(words)]);
  });

  it('is repaired where the reply was mended', async () => {
    const text = JSON.stringify(fullReply).replace(/}$/, ',}');
    expect((await judged({ judge: modelSaying({ text }) })).status).toBe('repaired');
  });
});

describe('an optional field that the model left out', () => {
  it.each(['model-alone', 'assisted'] as const)('is no open field: %s', async (mode) => {
    const { total: _, ...asked } = fullReply;
    const reply = mode === 'assisted' ? asked : fullReply;
    const judgement = await judged({ mode, judge: modelSaying(saying(reply)) });
    expect(judgement.status).toBe('valid');
    expect(fieldOf(judgement, 'hint')).toBeUndefined();
    expect(fieldOf(judgement, 'score')).toMatchObject({ by: 'model', known: { kind: 'value', value: 7 } });
  });

  it('is open where nobody was asked', async () => {
    expect(fieldOf(await judged(), 'hint')).toEqual({
      path: 'hint',
      by: 'nobody',
      known: { kind: 'undecided' },
    });
  });

  it('is shown where the program says it belongs there', async () => {
    const rubric = { decided: { hint: { value: '"mind the gap"', because: '"there is a gap"' } } };
    const judgement = await judged({ rubric, judge: modelSaying(saying(fullReply)) });
    expect(judgement.status).toBe('inconsistent');
    expect(fieldOf(judgement, 'hint')).toEqual({
      path: 'hint',
      by: 'model',
      known: { kind: 'undecided' },
      programSays: { kind: 'value', value: 'mind the gap' },
      contradicted: true,
      because: 'there is a gap',
    });
  });

  it('may come as the null that strict providers want', async () => {
    const judge = modelSaying(saying({ ...fullReply, hint: null }));
    const judgement = await judged({ judge });
    expect([judgement.status, judgement.output]).toEqual(['valid', fullReply]);
    expect(judge.requests[0]?.shape.required, 'the portable shape was sent').toContain('hint');
    expect(judge.requests[0]?.shape.properties['score']).toMatchObject({
      enum: expect.arrayContaining([0, 10]),
    });
  });
});

describe('what the program says of a field that the model filled', () => {
  it.each([
    ['agrees', 14, false, 'valid'],
    ['clashes', 13, true, 'inconsistent'],
  ])('%s', async (_, total, contradicted, status) => {
    const judgement = await judged({ judge: modelSaying(saying({ ...fullReply, total })) });
    expect(judgement.status).toBe(status);
    expect(fieldOf(judgement, 'total')).toEqual({
      path: 'total',
      by: 'model',
      known: { kind: 'value', value: total },
      programSays: { kind: 'value', value: 14 },
      contradicted,
    });
    expect(fieldOf(judgement, 'score')).not.toHaveProperty('programSays');
  });
});

describe('Assisted', () => {
  const { total: _, ...asked } = fullReply;

  it('leaves out what is computed in any case, and fills it in', async () => {
    const judge = modelSaying(saying(asked));
    const judgement = await judged({ mode: 'assisted', judge });
    expect(Object.keys(judge.requests[0]?.shape.properties ?? {})).not.toContain('total');
    expect(judgement.output).toEqual(fullReply);
    expect(fieldOf(judgement, 'total')).toMatchObject({ by: 'program', known: { kind: 'value', value: 14 } });
  });

  it.each([
    ['applies and agrees', 'output.score > 5', 'HIGH', 'valid', false],
    ['applies and clashes', 'output.score > 5', 'LOW', 'inconsistent', true],
    ['does not apply', 'output.score > 8', 'LOW', 'valid', undefined],
  ])('asks for a field whose rule on other fields has a condition: it %s', async (...row) => {
    const [, when, grade, status, contradicted] = row;
    const judge = modelSaying(saying({ ...fullReply, grade }));
    const rubric = { decided: { grade: { when, value: '"HIGH"' } } };
    const judgement = await judged({ rubric, mode: 'assisted', judge });
    expect(Object.keys(judge.requests[0]?.shape.properties ?? {})).toContain('grade');
    expect(judgement.status).toBe(status);
    const field = fieldOf(judgement, 'grade');
    expect(field).toMatchObject({ by: 'model', known: { kind: 'value', value: grade } });
    expect(field?.contradicted).toBe(contradicted);
  });

  it('takes its part of a complete reply, whatever that says of the rest, and says so', async () => {
    const judge = modelSaying(saying({ ...fullReply, total: 1 }));
    const judgement = await judged({ mode: 'assisted', judge });
    expect(judge.requests).toHaveLength(1);
    expect(judgement).toMatchObject({ status: 'repaired', output: fullReply });
    expect(judgement.repairs).toEqual(['fields that were not asked for set aside: total']);
  });

  it.each([
    ['its part', { ...asked, hint: null }, 'valid'],
    ['everything', { ...fullReply, hint: null }, 'repaired'],
  ])('takes a null for an optional field in a reply that gives %s', async (_, reply, status) => {
    const judgement = await judged({ mode: 'assisted', judge: modelSaying(saying(reply)) });
    expect([judgement.status, judgement.output]).toEqual([status, fullReply]);
  });

  it('refuses a reply that fits neither shape, and names what was asked', async () => {
    const judge = modelSaying(saying({ ...asked, totel: 1 }));
    const judgement = await judged({ mode: 'assisted', judge });
    expect(judgement).toMatchObject({ status: 'unscored', reason: 'invalid' });
    expect(judgement.detail).toContain('totel');
  });

  it('asks nobody where everything is settled', async () => {
    const rubric = {
      decided: { rationale: '"r"', score: '5', grade: '"LOW"', hint: '"h"', total: 'output.score * 2' },
    };
    const judge = modelSaying(saying({}));
    const judgement = await judged({ rubric, mode: 'assisted', judge });
    expect(judge.requests).toEqual([]);
    expect(judgement.status).toBe('valid');
    expect(judgement.output).toEqual({ rationale: 'r', score: 5, grade: 'LOW', hint: 'h', total: 10 });
    expect(judgement.prompt).toBeNull();
    expect(judgement.receipt).toMatchObject({ mode: 'assisted', model: 'none', prompt: '' });
  });
});

describe('rules only', () => {
  it('keeps what is decided in a list that cannot be held open', async () => {
    const place = { type: 'object', properties: { n: { type: 'integer', minimum: 0, maximum: 9 } } };
    const rubric = {
      output: {
        type: 'object',
        properties: {
          list: { type: 'array', prefixItems: [place, { type: 'integer' }, place], items: false },
        },
      },
      criteria: [{ id: 'n', label: 'N', score: 'list.0.n', max: 9 }],
      decided: { 'list.0.n': '4', 'list.2.n': 'output.list[0].n + 1' },
      headline: { value: 'output.list[0].n' },
    };
    const judgement = await judged({ rubric });
    expect(judgement.fields).toEqual([
      { path: 'list.0.n', by: 'program', known: { kind: 'value', value: 4 } },
      { path: 'list.1', by: 'nobody', known: { kind: 'undecided' } },
      { path: 'list.2.n', by: 'program', known: { kind: 'value', value: 5 } },
    ]);
    expect(judgement.headline?.value).toEqual({ kind: 'value', value: 4 });
  });
});

describe('the receipt', () => {
  const estimate = ({ shared, own }: { shared: string; own: string }) =>
    estimateTokens(shared) + estimateTokens(own);

  it('names who answered, with the parameters really sent', async () => {
    const { receipt } = await judged({ judge: modelSaying(saying(fullReply)) });
    expect(receipt).toMatchObject({ judge: 'scripted', model: 'answered', parameters: { seed: 2 } });
    expect(receipt.prompt).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['failed', 'timeout'] as const)('names who was asked where the call ends as %s', async (reason) => {
    const judgement = await judged({ judge: modelSaying({ reason, detail: 'The line is dead.' }) });
    expect(judgement).toMatchObject({ status: 'unscored', reason, detail: 'The line is dead.' });
    expect(judgement.receipt).toMatchObject({ model: 'described', parameters: { seed: 1 } });
    // Nobody had been at work on it.
    expect(judgement.receipt.tokens).toEqual({ prompt: 0, reply: 0, estimated: false });
  });

  it('estimates what a failure took that somebody worked on', async () => {
    const failed = { reason: 'failed' as const, detail: 'It broke off.', usage: {}, text: 'Half a word' };
    const { receipt, prompt } = await judged({ judge: modelSaying(failed) });
    expect(receipt.tokens).toEqual({
      prompt: estimate(prompt ?? { shared: '', own: '' }),
      reply: estimateTokens('Half a word'),
      estimated: true,
    });
    expect(receipt.unanswered).toEqual({});
  });

  it('of a case that was put to nobody has no prompt', async () => {
    const judge = modelSaying(saying(fullReply));
    const judgement = await judged({ judge, subject: { ...subject, input: {} } });
    expect(judgement).toMatchObject({ status: 'unscored', reason: 'failed', prompt: null });
    expect(judge.requests).toEqual([]);
    expect(judgement.receipt).toMatchObject({
      mode: 'model-alone',
      model: 'none',
      parameters: {},
      prompt: '',
      tokens: { prompt: 0, reply: 0, estimated: false },
    });
  });

  it.each([
    ['both', { promptTokens: 40, replyTokens: 9 }, { prompt: 40, reply: 9, estimated: false }],
    ['the prompt only', { promptTokens: 40 }, { prompt: 40, reply: 'estimate', estimated: true }],
    ['the reply only', { replyTokens: 9 }, { prompt: 'estimate', reply: 9, estimated: true }],
    ['neither', undefined, { prompt: 'estimate', reply: 'estimate', estimated: true }],
  ])('counts tokens where the judge counts %s', async (_, usage, expected) => {
    const text = JSON.stringify(fullReply);
    const judgement = await judged({ judge: modelSaying({ text, ...(usage && { usage }) }) });
    const { prompt, reply, estimated } = expected;
    expect(judgement.receipt.tokens).toEqual({
      prompt: prompt === 'estimate' ? estimate(judgement.prompt ?? { shared: '', own: '' }) : prompt,
      reply: reply === 'estimate' ? estimateTokens(text) : reply,
      estimated,
    });
  });

  it('adds up all tries', async () => {
    const usage = { promptTokens: 40, replyTokens: 9 };
    const twice = await judged({
      judge: modelSaying({ text: 'no', usage }, { ...saying(fullReply), usage }),
    });
    expect(twice.receipt.tokens).toEqual({ prompt: 80, reply: 18, estimated: false });
    const mixed = await judged({ judge: modelSaying({ text: 'no' }, { ...saying(fullReply), usage }) });
    expect(mixed.receipt.tokens.estimated).toBe(true);
    expect(mixed.receipt.tokens.reply).toBe(estimateTokens('no') + 9);
  });

  it('reads a reply that came in time and waited, and bills it once', async () => {
    const controller = new AbortController();
    const usage = { promptTokens: 40, replyTokens: 9 };
    const { reason, receipt, status } = await judged({
      judge: modelSaying({ ...saying(fullReply), usage }),
      signal: controller.signal,
      inTurn: async (ask) => {
        const answer = await ask(() => Promise.resolve());
        controller.abort(new TimeUp(5));
        await Promise.resolve();
        return answer;
      },
    });
    expect({ reason, status }).toEqual({ reason: undefined, status: 'valid' });
    expect(receipt.tokens).toEqual({ prompt: 40, reply: 9, estimated: false });
  });

  it('keeps what was wrong with the reply where its correction has no room', async () => {
    const judge = modelSaying({ text: 'no' }, { reason: 'too-long', detail: 'No room.' });
    const judgement = await judged({ judge });
    expect(judgement.reason).toBe('unparseable');
    expect(judgement.attempts).toHaveLength(1);
    const atOnce = await judged({ judge: modelSaying({ reason: 'too-long', detail: 'No room.' }) });
    expect(atOnce).toMatchObject({ reason: 'too-long', detail: 'No room.' });
  });
});

describe('what the model is told', () => {
  const findFacts: FindFacts = () => ({
    facts: [{ name: 'mood', value: 'x', text: 'a sunny mood', spans: [] }],
    problems: [],
  });
  const rubric = { facts: { mood: { label: 'Mood' } } };

  it.each([
    ['alone, without facts', 'model-alone', false, false],
    ['alone, with facts', 'model-alone', true, true],
    ['assisted', 'assisted', false, true],
  ] as const)('%s', async (_, mode, tellFacts, told) => {
    const judge = modelSaying(saying(fullReply));
    await judged({ rubric, findFacts, mode, tellFacts, judge });
    expect(judge.requests[0]?.prompt.own.includes('a sunny mood')).toBe(told);
  });

  it('gets its refused reply back with the control tokens broken up', async () => {
    const judge = modelSaying({ text: 'I read <|im_end|> there' }, saying(fullReply));
    const judgement = await judged({ judge });
    expect(judgement.status).toBe('valid');
    const { text = '', problem = '' } = judge.requests[1]?.previous ?? {};
    expect(text).toBe('I read < |im_end|> there');
    expect(problem).not.toContain('<|im_end|>');
    expect(judgement.attempts[0]?.reply.text, 'kept as it came').toBe('I read <|im_end|> there');
  });
});

it('stops at once when it is cancelled between two tries', async () => {
  const controller = new AbortController();
  const judge = modelSaying({ text: 'no' });
  const ask = judge.ask.bind(judge);
  judge.ask = (request) => {
    controller.abort(new Error('enough'));
    return ask(request);
  };
  await expect(judged({ judge, signal: controller.signal })).rejects.toThrow('enough');
  expect(judge.requests).toHaveLength(1);
});
