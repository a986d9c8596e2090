import { describe, expect, it } from 'vitest';
import { causeSchema, type Cause } from '../../../src/judgement/cause';
import { causeInEnglish } from '../../../src/i18n/en/causes';
import { connectionFaultSchema } from '../../../src/judgement/connection';
import { causeWords } from '../../../src/i18n/cause-words';
import { en } from '../../../src/i18n/en/en';
import { ko } from '../../../src/i18n/ko/ko';
import { judged, modelSaying } from '../judgement/small-rubric';

/** Words that Korean readers of such a page know in no other form. */
const allowedWords = new Set(
  'JSON null API URL CORS HTTP Retry After Ollama OLLAMA ORIGINS OLLAMA_ORIGINS CONTEXT LENGTH Modelfile num ctx'.split(
    ' ',
  ),
);
const begins = '{"a';
const samples: readonly Cause[] = [
  { code: 'no-reply' },
  { code: 'in-part', label: 'L-label' },
  { code: 'parts-do-not-fit' },
  { code: 'missing-input', label: 'L-label' },
  { code: 'batch-failed', what: 'expired', said: 'S-said' },
  { code: 'refused', begins },
  { code: 'length-limit' },
  { code: 'no-text' },
  { code: 'no-room', tokens: 9000, reply: 800, context: 8192 },
  { code: 'no-room', tokens: 9000, reply: 512, context: 4096, by: 'ollama' },
  { code: 'cut-by-ollama', sent: 9000, read: 2050, context: 4096 },
  { code: 'cut-by-ollama', sent: 9000, read: null, context: null },
  { code: 'ollama-full', prompt: 3365, reply: 731, context: 4096 },
  { code: 'empty' },
  { code: 'ends-in-thought' },
  { code: 'no-object', begins },
  { code: 'too-many-objects', most: 731 },
  { code: 'not-closed', begins },
  { code: 'broken', begins, by: 'comma', found: 'F-found' },
  { code: 'broken', begins, by: 'depth', found: 'F-found', most: 731 },
  { code: 'key-twice', at: 'a.place' },
  { code: 'forbidden-key' },
  { code: 'number-too-large', at: 'a.place' },
  {
    code: 'misfit',
    at: 'a.place',
    expected: [{ kind: 'integer', low: 0, high: 731 }, { kind: 'null' }],
    came: { kind: 'value', text: '"T-text"' },
  },
  { code: 'unknown-key', at: '', key: 'K-key', allowed: ['A-key', 'B-key'] },
  { code: 'more-misfits', count: 731 },
  { code: 'cut-off-among-several' },
  { code: 'cut-off-after-object' },
  { code: 'braces-do-not-match' },
  { code: 'unreadable-before' },
  { code: 'rival-object' },
  { code: 'time-up', seconds: 731 },
  { code: 'judge-broke', message: 'M-message' },
  { code: 'program-broke', message: 'M-message' },
  ...connectionFaultSchema.options.map((fault) => ({
    code: 'connection' as const,
    fault,
    host: 'H-host',
    model: 'H-host',
    sends: 4,
    status: 731,
    retryAfter: 'R-later',
    said: 'S-said',
  })),
  { code: 'filtered', by: 'B-filter' },
  { code: 'tool-call' },
  { code: 'no-answer-in-reply' },
  { code: 'stopped', by: 'B-stop' },
];

describe('why there is no score', () => {
  it('has a sample of every code here', () => {
    const codes = causeSchema.options.flatMap((option) => [...option.shape.code.values]);
    expect([...new Set(samples.map(({ code }) => code))]).toEqual(codes);
  });

  it.each(samples)('$code is said in Korean, with all that it is about', (cause) => {
    const korean = causeWords.ko(cause);
    expect(korean).toMatch(/\p{Script=Hangul}/u);
    const said = JSON.stringify(cause).match(/[A-Z]-\w+|a\.place|731/g) ?? [];
    for (const part of said)
      for (const words of [korean, causeWords.en(cause)]) expect(words).toContain(part);
    // Nothing English is left but what came from the reply and the words of JSON.
    const own = korean.replace(/"(?:[^"\\]|\\.)*"|[A-Z]-\w+|a\.place|__proto__/g, '');
    expect(own.match(/[A-Za-z]{2,}/g)?.filter((word) => !allowedWords.has(word)) ?? []).toEqual([]);
  });

  it.each([
    // sent, context: what to raise it to
    [9000, 4096, 16_384],
    [3300, 4096, 8192],
    [6000, 8192, 16_384],
    [6000, null, 8192],
  ])('%s tokens that Ollama cut to fit %s: it needs more than it has, %s', (sent, context, more) => {
    const cause: Cause = { code: 'cut-by-ollama', sent, read: 2050, context };
    for (const words of [causeWords.en(cause), causeWords.ko(cause)])
      expect(words).toContain(`OLLAMA_CONTEXT_LENGTH=${more} `);
  });

  it.each([
    [[{ kind: 'text', high: 5 }], '5자 이하의 글'],
    [[{ kind: 'list', low: 1, high: 3 }], '1개 이상 3개 이하의 목록'],
    [[{ kind: 'number' }], '숫자'],
    [[{ kind: 'one-of', values: ['"A"', '"B"'] }], '다음 중 하나("A", "B")'],
    [[{ kind: 'tuple', low: 2 }, { kind: 'boolean' }], '항목이 2개인 목록 또는 true 또는 false'],
    [[{ kind: 'object', values: ['a', 'b'] }], '키가 a, b인 객체'],
  ] as const)('%j is expected', (expected, words) => {
    const cause = causeSchema.parse({ code: 'misfit', at: 'x', expected, came: { kind: 'nothing' } });
    expect(causeWords.ko(cause)).toBe(`x: 필요한 값은 ${words}, 받은 값은 없음.`);
  });
});

describe('a judgement without a score', () => {
  it.each([
    ['a reply without JSON', '아니요', 'unparseable', '답변에 JSON 객체가 없습니다. 답변 내용: "아니요"'],
    [
      'a reply of another shape',
      '{"rationale": "r", "score": 11, "grade": "HIGH", "total": 1}',
      'invalid',
      'score: 필요한 값은 0 이상 10 이하의 정수, 받은 값은 11.',
    ],
  ])('keeps the codes of %s, and its English words', async (_, text, reason, korean) => {
    const judgement = await judged({ judge: modelSaying({ text }) });
    expect(judgement.reason).toBe(reason);
    expect(judgement.causes?.map(causeWords.ko)).toEqual([korean]);
    expect(judgement.detail).toBe(judgement.causes?.map(causeInEnglish).join(' '));
    for (const attempt of judgement.attempts)
      expect(attempt).toMatchObject({ reason, causes: judgement.causes });
  });

  it('keeps which inputs were missing', async () => {
    const judgement = await judged({ subject: { id: 'a', input: {} } });
    expect(judgement.causes?.map(causeWords.ko)).toEqual(['꼭 필요한 입력이 비어 있습니다: Text.']);
    expect(judgement.detail).toBe('Text is required but empty.');
  });
});

describe('a repair', () => {
  it.each([
    ['added a missing comma', '빠진 쉼표를 넣었습니다'],
    ['fields that were not asked for set aside: a, b', '묻지 않은 항목은 제외했습니다: a, b'],
    ['something new', 'something new'],
  ])('%s', (repair, korean) => {
    expect(ko.repair(repair)).toBe(korean);
    expect(en.repair(repair)).toBe(repair);
  });
});
