import { describe, expect, it } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { runScreenWords } from '../../../../src/i18n/compare-words';
import type { RunDifference } from '../../../../src/compare/run-differences';
import { differenceInWords, judgeAgainstPeople, runNames } from '../../../../src/compare/view/run-words';
import type { RunHead } from '../../../../src/sheet/run-record';
import { headOf } from '../run-fixture';

const words = {
  en: runScreenWords({ t: en, language: 'en' }),
  ko: runScreenWords({ t: ko, language: 'ko' }),
};
const parameter = (name: string, a: string | undefined, b: string): RunDifference => ({
  kind: 'parameter',
  name,
  a,
  b,
});

it.each<[RunDifference, en: string, ko: string]>([
  [
    { kind: 'judge', a: 'rules', b: 'api' },
    'Judge: Rules only → API',
    '평가 방식: 규칙 기반 (모델 없음) → API 모델',
  ],
  [
    { kind: 'judge', a: 'device', b: 'batch' },
    'Judge: On this device → Batch',
    '평가 방식: 이 기기에서 → 일괄 평가',
  ],
  [{ kind: 'judge', a: 'person', b: 'api' }, 'Judge: Person → API', '평가 방식: 사람 → API 모델'],
  [{ kind: 'rater', a: 'Mina', b: 'Joon' }, 'Person: Mina → Joon', '사람: Mina → Joon'],
  [
    parameter('provider', undefined, 'compatible'),
    'Provider: not given → OpenAI-compatible server',
    '제공자: 지정 안 함 → OpenAI 호환 서버',
  ],
  [
    parameter('structured', 'schema', 'prompt'),
    'Shape of replies: enforced by JSON Schema → described in words',
    '답변 형식: JSON 스키마로 강제 → 형식을 글로만 안내',
  ],
  [
    parameter('endpoint', 'https://me:sk-secret@a.example/v1?key=sk-secret', 'http://localhost:8000/v1'),
    'Server: a.example/v1 → localhost:8000/v1',
    '서버: a.example/v1 → localhost:8000/v1',
  ],
  [parameter('own_idea', 'x', 'y'), 'Parameter own_idea: x → y', '매개변수 own_idea: x → y'],
])('%j is said as people know it', (difference, english, korean) => {
  const say = (language: 'en' | 'ko') => {
    const { label, text } = differenceInWords(difference, 'newer', words[language], language);
    return `${label}: ${text}`;
  };
  expect([say('en'), say('ko')]).toEqual([english, korean]);
});

it('a judge is held against people where exactly one of the two is a person', () => {
  const model = headOf();
  const mina = headOf({ judge: { id: 'person', kind: 'person', model: 'Mina', parameters: {} } });
  expect(judgeAgainstPeople(model, mina, words.en)).toBe('Judge against people: Mina');
  expect(judgeAgainstPeople(mina, model, words.ko)).toBe('평가 모델과 사람 비교: Mina');
  expect(judgeAgainstPeople(mina, mina, words.en)).toBeNull();
  expect(judgeAgainstPeople(model, model, words.en)).toBeNull();
});

describe('names of two runs', () => {
  const model = (name: string, changes: Partial<RunHead> = {}) =>
    headOf({ title: '', judge: { id: 'api', kind: 'model', model: name, parameters: {} }, ...changes });
  const version = (text: string) => ({ id: 'essay', title: 'Essay', version: text, hash: text });
  const judge = (id: string, kind: 'person' | 'program' | 'model', name: string) => ({
    title: '',
    judge: { id, kind, model: name, parameters: {} },
  });
  const later = { id: 'run-2', created: '2026-01-03T09:00:00.000Z' };
  const long = 'Qwen3-4B-Instruct-2507-with-a-long-name-Q4_K_M.gguf';

  it.each<[string, RunHead, RunHead, en: [string, string], ko: [string, string]]>([
    [
      'by model',
      model('gpt-5-mini'),
      model('Qwen3 4B'),
      ['gpt-5-mini', 'Qwen3 4B'],
      ['gpt-5-mini', 'Qwen3 4B'],
    ],
    [
      'by what a person called it, short',
      model('gpt-5-mini', { title: 'First try' }),
      model(long),
      ['First try', 'Qwen3-4B-Instruct-2507-with-a-long-name…'],
      ['First try', 'Qwen3-4B-Instruct-2507-with-a-long-name…'],
    ],
    [
      'a person and rules',
      headOf(judge('person', 'person', 'Mina')),
      headOf(judge('rules', 'program', 'none')),
      ['Mina', 'Rules only'],
      ['Mina', '규칙 기반 (모델 없음)'],
    ],
    [
      'example replies',
      headOf(judge('example', 'model', 'example reply')),
      headOf({
        title: '',
        judge: { id: 'example', kind: 'model', model: 'example reply', parameters: { set: 'second' } },
      }),
      ['Example replies', 'Example replies 2'],
      ['예시 답변', '예시 답변 2'],
    ],
    [
      'with the version where the judge is the same',
      model('m', { rubric: version('1.0.0') }),
      model('m', { ...later, rubric: version('1.1.0') }),
      ['m (version 1.0.0)', 'm (version 1.1.0)'],
      ['m (버전 1.0.0)', 'm (버전 1.1.0)'],
    ],
    [
      'else with the day',
      model('m'),
      model('m', later),
      ['m (Jan 2)', 'm (Jan 3)'],
      ['m (1월 2일)', 'm (1월 3일)'],
    ],
    ['else by their order', model('m'), model('m', { id: 'run-2' }), ['m (1)', 'm (2)'], ['m (1)', 'm (2)']],
    ['alike where both are one run', model('m'), model('m'), ['m', 'm'], ['m', 'm']],
  ])('%s', (_, a, b, english, korean) => {
    const names = (language: 'en' | 'ko') => Object.values(runNames(a, b, words[language], language));
    expect([names('en'), names('ko')]).toEqual([english, korean]);
  });
});
