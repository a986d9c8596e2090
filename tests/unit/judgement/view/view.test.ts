import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFaultOf } from '../../../../src/cases/mapping/find-input-faults';
import type { Span } from '../../../../src/rubric/facts';
import type { Known } from '../../../../src/rubric/values';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import {
  formatBytes,
  formatDuration,
  formatEstimate,
  formatJson,
  formatKnown,
  formatMoney,
  formatNumber,
  formatSpan,
  isOpen,
  jsonFaultInWords,
} from '../../../../src/judgement/view/format';
import { nearestPassage, passagesOf, quotesIn } from '../../../../src/judgement/view/evidence';
import { namingIn, namingOf, withLabels } from '../../../../src/judgement/view/labels';
import { receiptRows } from '../../../../src/judgement/view/rows';
import { segmentsOf } from '../../../../src/judgement/view/segments';
import { smallRubric } from '../small-rubric';

describe('money', () => {
  it.each([
    [{ amount: 0.0683, currency: 'USD' }, 'en', '$0.068'],
    [{ amount: 12.5, currency: 'EUR' }, 'en', '€12.50'],
    [{ amount: 1234.4, currency: 'KRW' }, 'ko', '₩1,234.4'],
    [{ amount: 3, currency: 'credits' }, 'en', '3 credits'],
  ])('%j in %s', (money, language, expected) => {
    expect(formatMoney(money, language)).toBe(expected);
  });
});

describe('format', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [3.333_333, '3.33'],
    [-0.5, '-0.5'],
  ])('number %d', (value, expected) => {
    expect(formatNumber(value)).toBe(expected);
  });

  it.each([
    [null, 'none'],
    [[95, 100], '95–100'],
    [true, 'yes'],
  ])('value %j', (value, expected) => {
    expect(formatJson(value, en)).toBe(expected);
  });

  it('yes and no are called as the criterion calls them', () => {
    const name = namingIn({ levels: [{ at: true, name: 'On topic' }] }, (constant) => constant);
    expect([true, false].map((value) => formatJson(value, en, name))).toEqual(['On topic', 'no']);
  });

  it.each<[Known, string]>([
    [{ kind: 'value', value: 3 }, '3'],
    [{ kind: 'range', min: 1, max: 4.6 }, '1–4.6'],
    [{ kind: 'one-of', values: ['PASS', 'FAIL'] }, 'PASS or FAIL'],
    [{ kind: 'undecided' }, 'Open'],
  ])('what is known of %j', (known, expected) => {
    expect(formatKnown(known, en)).toBe(expected);
  });

  it('a range as wide as its scale says nothing', () => {
    expect(isOpen({ kind: 'range', min: 1, max: 5 }, 5)).toBe(true);
    expect(isOpen({ kind: 'range', min: 0, max: 100 }, 100)).toBe(true);
    expect(isOpen({ kind: 'range', min: 35, max: 100 }, 100)).toBe(false);
    expect(isOpen({ kind: 'range', min: 0.2, max: 5 }, 5)).toBe(false);
    expect(isOpen({ kind: 'value', value: 5 }, 5)).toBe(false);
  });

  it.each([
    [7, '10'],
    [12_345, '12.3k'],
    [999_940, '999.9k'],
    [31_646_500, '31.6M'],
  ])('an estimate of %d does not look measured', (count, expected) => {
    expect(formatEstimate(count)).toBe(expected);
  });

  it.each([
    [0, '0 bytes'],
    [1_000, '1 kB'],
    [48_249_000, '48.2 MB'],
    [10_700_000_000, '10.7 GB'],
  ])('%d bytes', (bytes, expected) => {
    expect(formatBytes(bytes, 'en')).toBe(expected);
  });

  it.each([
    [400, '1 s', '1초'],
    [59_700, '1 min', '1분'],
    [90_000, '2 min', '2분'],
    [3_590_000, '1 h 0 min', '1시간 0분'],
    [4_380_000, '1 h 13 min', '1시간 13분'],
  ])('a span of %d ms', (milliseconds, english, korean) => {
    expect([formatSpan(milliseconds, en), formatSpan(milliseconds, ko)]).toEqual([english, korean]);
  });

  it.each([
    [0.4, '0.1 s', '0.1초'],
    [1_500, '1.5 s', '1.5초'],
  ])('a duration of %d ms', (milliseconds, english, korean) => {
    expect([formatDuration(milliseconds, en), formatDuration(milliseconds, ko)]).toEqual([english, korean]);
  });
});

const languages = [
  { t: en, language: 'en' },
  { t: ko, language: 'ko' },
] as const;

it.each([
  ['{"a": 1}', null, null],
  [
    '{"a": 1,\n "b": oops}',
    'This is not JSON yet: see line 2, column 7.',
    '아직 JSON이 아닙니다. 2번째 줄 7번째 칸을 확인하세요.',
  ],
  ['"word"', 'An object or a list in JSON is expected here.', 'JSON 객체나 목록을 입력해야 합니다.'],
])('what is wrong with %j is said in either language', (text, ...expected) => {
  const said = languages.map((reader) => jsonFaultInWords(jsonFaultOf(text), reader.t.form.notJson, reader));
  expect(said).toEqual(expected);
});

it.each(languages)('text that begins as JSON and is none has its own words in $language', (reader) => {
  const said = jsonFaultInWords(jsonFaultOf('[1, 2'), reader.t.form.looksLikeJson, reader);
  expect(said?.match(/\d+/g)).toEqual(['1', '6']);
});

const span = (start: number, end: number, kind: Span['kind'] = 'found'): Span => ({
  input: 'x',
  start,
  end,
  kind,
});

describe('segmentsOf', () => {
  it('cuts at the borders of overlapping spans', () => {
    const segments = segmentsOf('abcdef', [span(1, 4), span(3, 5, 'source')]);
    expect(segments.map(({ text, spans }) => [text, spans.map(({ kind }) => kind)])).toEqual([
      ['a', []],
      ['bc', ['found']],
      ['d', ['found', 'source']],
      ['e', ['source']],
      ['f', []],
    ]);
  });

  it('ignores spans that lie outside the text', () => {
    expect(segmentsOf('ab', [span(1, 9), span(2, 2)]).map(({ text }) => text)).toEqual(['ab']);
  });

  it('is the text again, each stretch under exactly the spans that cover it', () => {
    const places = fc.array(
      fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => span(Math.min(a, b), Math.max(a, b))),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), places, (text, spans) => {
        const segments = segmentsOf(text, spans);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        for (const { start, text: stretch, spans: over } of segments) {
          const covering = spans.filter(
            (one) =>
              one.end <= text.length &&
              one.start <= start &&
              one.end >= start + stretch.length &&
              one.start < one.end,
          );
          expect(over).toEqual(covering);
        }
      }),
    );
  });
});

it.each([
  ['It says “Sony Corporation” and "3 of 4".', ['Sony Corporation', '3 of 4']],
  ['‘완료’라고 했고 「다음 주」까지입니다.', ['완료', '다음 주']],
  ['No quotation, only it’s.', []],
])('quotations of %j', (text, expected) => {
  expect(quotesIn(text)).toEqual(expected);
});

it.each([
  ['Sony Corporation', ['Title', '["Sony","Sony Corp","Bose"]'], 'Sony Corp'],
  [
    '출시일을 3월 12일로 정했다',
    ['[00:01] 김: 출시일은 3월 17일로 정합시다.\n[00:02] 이: 네.'],
    '김: 출시일은 3월 17일로 정합시다.',
  ],
  ['something else entirely', ['Sony', 'Bose'], null],
])('nearest to %j', (words, texts, expected) => {
  expect(nearestPassage(words, texts)).toBe(expected);
});

it('passages carry the criteria that rest on them: by a fact of its rules, or quoted in its reason', () => {
  const rubric = smallRubric({
    criteria: [{ id: 'score', label: 'Score', score: 'score', rationale: 'rationale', max: 10 }],
    facts: { length: { label: 'Length' }, unused: { label: 'Unused' } },
    decided: { score: 'facts.length' },
  });
  const facts = ['length', 'unused'].map((name) => ({ name, value: 1, text: '', spans: [span(0, 2)] }));
  const known: Known = { kind: 'value', value: 'It says “World”.' };
  const fields = [{ path: 'rationale', by: 'model' as const, known }];
  const passages = passagesOf(rubric, { facts, fields }, { x: 'hello world' });
  expect(passages.map(({ kind, start, criteria }) => [kind, start, criteria])).toEqual([
    ['found', 0, ['score']],
    ['found', 0, []],
    ['quoted', 6, ['score']],
  ]);
});

it('the receipt of an example reply says nothing of a question that nobody asked', () => {
  const receipt = {
    ...{ id: 'id', rubric: 'r', prompt: 'p', case: 'c', judge: 'example', model: 'Example reply' },
    ...{ mode: 'model-alone' as const, parameters: {}, build: 'b', time: 't', calls: 1 },
    tokens: { prompt: 3225, reply: 483, estimated: true },
  };
  const about = ['Model', 'Mode', 'Parameters', 'Tokens', 'Questions'];
  const shown = (judge: string) =>
    receiptRows({ ...receipt, judge }, en).flatMap(([name]) => (about.includes(name) ? name : []));
  expect(shown('example')).toEqual([]);
  expect(shown('api')).toEqual(about);
});

it('constants of a reply are called by the names of their levels and values', () => {
  const levels = [{ at: 'WRONG_COURT', name: 'Wrong court' }];
  const rubric = smallRubric({
    criteria: [{ id: 'grade', label: 'Grade', choice: 'grade', levels }],
    values: { NONE: 'No error' },
  });
  const name = namingOf(rubric, en);
  expect([name('WRONG_COURT'), name('PASS'), name('OTHER')]).toEqual(['Wrong court', 'Pass', 'OTHER']);
  expect(withLabels('The ECLI is WRONG_COURT, NONE is listed.', name)).toBe(
    'The ECLI is “Wrong court”, “No error” is listed.',
  );
});
