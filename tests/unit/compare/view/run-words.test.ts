import { expect, it } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { runScreenWords } from '../../../../src/i18n/compare-words';
import type { RunDifference } from '../../../../src/compare/run-differences';
import { differenceInWords, judgeAgainstPeople } from '../../../../src/compare/view/run-words';
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
    const { label, text } = differenceInWords(difference, words[language], language);
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
