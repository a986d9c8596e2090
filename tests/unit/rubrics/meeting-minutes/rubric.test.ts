import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { findFacts } from '../../../../rubrics/meeting-minutes/facts';
import { compileRubric } from '../../../../src/rubric/program/compile-rubric';
import { caseFactsSchema } from '../../../../src/rubric/facts';
import type { JsonObject } from '../../../../src/kit/json';
import { valueAt } from '../../../../src/rubric/path';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';

const FOLDER = 'rubrics/meeting-minutes';
const CRITERIA = [
  'factuality',
  'comprehensiveness',
  'structural_consistency',
  'evidence_accuracy',
  'clarity',
];

type Row = Record<string, string>;

function rows(name: string): Row[] {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const { data, errors } = Papa.parse<Row>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

function load() {
  const parsed = parseRubric(readFileSync(`${FOLDER}/rubric.md`, 'utf8'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const compiled = compileRubric(parsed.rubric);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { rubric: parsed.rubric, program: compiled.program };
}

const { rubric, program } = load();
const samples = rows('samples.csv');
const gold = rows('gold.csv');

function inputOf(row: Row): { question: string; answer: string } {
  return { question: row['question'] ?? '', answer: row['answer'] ?? '' };
}

function goldOutput(row: Row): JsonObject {
  return Object.fromEntries(
    CRITERIA.map((id) => [
      id,
      { rationale: row[`gold.${id}.rationale`] ?? '', score: Number(row[`gold.${id}.score`]) },
    ]),
  );
}

/** What the program says about a reply to this case. */
function assess(row: Row, output: JsonObject) {
  const input = inputOf(row);
  const { facts, broken } = program.facts(input, findFacts(input).facts);
  const { decided, broken: undecidable } = program.decide({ input, facts });
  const assessment = program.assess({ input, facts, output, decided, comparing: true });
  return { ...assessment, broken: [...broken, ...undecidable, ...assessment.broken], decided };
}

function failed(row: Row, output: JsonObject): string[] {
  return assess(row, output)
    .checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    .map(({ id }) => id);
}

function withField(row: Row, id: string, change: { rationale?: string; score?: number }): JsonObject {
  const output = goldOutput(row);
  const before = valueAt(output, `${id}.rationale`);
  const score = valueAt(output, `${id}.score`);
  return {
    ...output,
    [id]: { rationale: change.rationale ?? before ?? '', score: change.score ?? score ?? 0 },
  };
}

function goldRow(id: string): Row {
  const row = gold.find((one) => one['id'] === id);
  if (!row) throw new Error(`expected a gold case ${id}`);
  return row;
}

describe('the wording', () => {
  const text = readFileSync(`${FOLDER}/rubric.md`, 'utf8');
  it.each([
    '누가, 무엇을, 언제까지',
    '분류가 다소 모호',
    '불필요한 대화가 많이 섞여',
    '핵심 문장의 일부가 잘려',
  ])('asks for no more than the criteria do, in its own words: no “%s”', (phrase) => {
    expect(text).not.toContain(phrase);
  });

  it.each(['너무 넓', '너무 좁', '과잉 병합', '5% 이하'])('keeps “%s” in levels and prompt', (phrase) => {
    expect(text.split('\n---\n').map((part) => part.includes(phrase))).toEqual([true, true]);
  });
});

describe('facts', () => {
  it.each([...samples, ...gold].map((row) => [row['id'] ?? '', row] as const))('of %s', (_id, row) => {
    const input = inputOf(row);
    const found = caseFactsSchema.parse(findFacts(input));
    expect(found.facts.map(({ name }) => name).sort()).toEqual(Object.keys(rubric.facts).sort());
    expect(found.problems).toEqual([]);
    for (const span of found.facts.flatMap(({ spans }) => spans)) {
      const text = span.input === 'question' ? input.question : input.answer;
      expect(span.start).toBeLessThan(span.end);
      expect(span.end).toBeLessThanOrEqual(text.length);
    }
  });

  it('always gives every fact, also for inputs that are missing', () => {
    const { facts, problems } = findFacts({});
    expect(facts.map(({ name }) => name).sort()).toEqual(Object.keys(rubric.facts).sort());
    expect(problems.map(({ input }) => input)).toEqual(['question']);
  });

  it('pairs each quote with its place', () => {
    const input = inputOf(goldRow('library-complete'));
    const quotes = findFacts(input).facts.find(({ name }) => name === 'quotes');
    const first = quotes?.spans.filter(({ link }) => link === 'quote-1') ?? [];
    expect(first.map(({ input: where, kind }) => [where, kind])).toEqual([
      ['answer', 'found'],
      ['question', 'found'],
    ]);
    const [written, said] = first;
    expect(input.answer.slice(written?.start, written?.end)).toBe(
      '그럼 10월 1일부터 화요일과 목요일, 밤 9시까지 여는 걸로 합시다.',
    );
    expect(input.question.slice(said?.start, said?.end)).toBe(
      '그럼 10월 1일부터 화요일과 목요일, 밤 9시까지 여는 걸로 합시다.',
    );
  });

  it.each([
    ['other', 'Transcript\n[00:01] Kim: Let us ship in March.\n[00:05] Lee: Agreed.'],
    ['ko', '[00:01] 김: 3월에 launch 하죠.'],
  ])('case language %s', (language, question) => {
    const fact = findFacts({ question, answer: 'x' }).facts.find(({ name }) => name === 'case_language');
    expect(fact?.value).toBe(language);
  });
});

describe('what facts say about evidence', () => {
  const inJson = (...evidence: string[]) =>
    JSON.stringify({ agenda: '출시', decisions: [{ decision: '봄에 출시', evidence }] });
  const question = '[00:01] 가람: 3월로 하죠.\n[00:05] 나래: 예산은 천만 원으로 합시다.';
  it.each([
    ['empty', '', [0, 0]],
    ['every quote invented', '결정: 출시\n근거: "아무도 하지 않은 긴 이야기입니다"', [1, 1]],
    [
      'one of two invented',
      '결정: 출시\n근거: "3월로 하죠"\n근거: "아무도 하지 않은 긴 이야기입니다"',
      [1, 3],
    ],
    ['changed', '결정: 예산\n근거: "예산은 꼭 천만 원으로 합시다"', [1, 3]],
    ['all found', '결정: 출시\n근거: "3월로 하죠"', [1, 5]],
    ['decisions without evidence', '결정: 3월에 출시하기로 하고 예산을 잡음', [0, 1]],
    ['prose without evidence', '출시는 봄에 하고 예산은 따로 잡기로 했다고 한다.', [0, 1]],
    ['own words', '결정: 출시\n근거: 가람이 3월을 제안했고 모두 동의하였음', null],
    ['prose with quotation marks', '가람은 “3월로 하죠”라고 말했다.', null],
    ['unreadable JSON', '{"decision": "출시", "evidence": ', null],
    ['JSON: invented', inJson('아무도 하지 않은 긴 이야기를 했어요'), [1, 1]],
    ['JSON: invented, in quotation marks', inJson('“아무도 하지 않은 긴 이야기를 확정함”'), [1, 1]],
    ['JSON: the amount in figures', inJson('예산은 1,000만 원으로 합시다.'), [1, 5]],
    ['JSON: no punctuation', inJson('예산은 천만 원으로 합시다'), [1, 5]],
    ['JSON: endings as they are written', inJson('예산은 1,000만 원으로 하는 것으로 합시다.'), [1, 3]],
    ['JSON: a report', inJson('출시 시기를 봄으로 확정함'), null],
    ['JSON: a report about the budget', inJson('나래가 예산을 천만 원으로 하자고 제안했다.'), null],
    ['JSON: a time', inJson('00:05'), null],
    ['JSON: a span of time', inJson('00:00:01~00:00:05'), null],
    ['JSON: a time nobody spoke at', inJson('00:09:00'), null],
    ['JSON: another language', inJson('Let us set the budget at ten million won.'), null],
    ['JSON: the number of a turn', inJson('2'), null],
    ['JSON: invented beside a time', inJson('00:05', '아무도 하지 않은 긴 이야기를 했어요'), [1, 3]],
    ['JSON: found beside a time', inJson('00:05', '3월로 하죠.'), [1, 5]],
    ['a term in quotation marks', "결정: 출시\n근거: '신제품'을 봄에 내자는 데 모두 동의함", null],
  ])('%s', (_name, answer, expected) => {
    const { decided, broken } = assess({ question, answer }, {});
    expect(broken.filter(({ where }) => where.startsWith('decided'))).toEqual([]);
    const known = decided.find(({ path }) => path === 'evidence_accuracy.score')?.known;
    const ends =
      known?.kind === 'range'
        ? [known.min, known.max]
        : known?.kind === 'value'
          ? [known.value, known.value]
          : null;
    expect(ends).toEqual(expected);
  });

  it.each([
    ['empty', '{}', CRITERIA.map((id) => `${id}.rationale`)],
    [
      'every quote invented',
      '결정: 출시\n근거: "아무도 하지 않은 긴 이야기입니다"',
      ['evidence_accuracy.rationale'],
    ],
    ['all found', '결정: 출시\n근거: "3월로 하죠"', []],
  ])('gives its reason as the rationale: %s', (_name, answer, paths) => {
    const { decided } = assess({ question, answer }, {});
    const rationales = decided.filter(({ path }) => path.endsWith('.rationale'));
    expect(rationales.map(({ path }) => path)).toEqual(paths);
    for (const { known } of rationales) expect(known.kind === 'value' && typeof known.value).toBe('string');
  });
});

describe('gold cases', () => {
  it('are eight, and reach every score', () => {
    expect(gold).toHaveLength(8);
    const scores = new Set(gold.flatMap((row) => CRITERIA.map((id) => Number(row[`gold.${id}.score`]))));
    expect([...scores].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each(gold.map((row) => [row['id'] ?? '', row] as const))(
    '%s agrees with all that facts decide',
    (_id, row) => {
      const { checks, broken } = assess(row, goldOutput(row));
      expect(broken).toEqual([]);
      expect(checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')).toEqual([]);
    },
  );

  it('bring every check into play', () => {
    const met = new Set(
      gold
        .flatMap((row) => assess(row, goldOutput(row)).checks.filter(({ outcome }) => outcome === 'passed'))
        .map(({ id }) => id),
    );
    // No gold meeting is held in another language.
    const unmet = rubric.checks.map(({ id }) => id).filter((id) => !met.has(id));
    expect(unmet).toEqual(['rationale-in-language-of-case']);
  });

  it('have the mean and the lowest score computed', () => {
    const { derived, headline } = assess(
      goldRow('library-wrong-date'),
      goldOutput(goldRow('library-wrong-date')),
    );
    expect(derived).toEqual({ mean: { kind: 'value', value: 3.6 }, lowest: { kind: 'value', value: 3 } });
    expect(headline.value).toEqual({ kind: 'value', value: 3.6 });
  });
});

describe('checks catch', () => {
  const three = '첫째입니다. 둘째입니다. 셋째입니다.';
  it.each([
    ['apartment-invented', 'evidence_accuracy', { score: 4 }, 'quote-not-in-transcript'],
    ['library-wrong-date', 'evidence_accuracy', { score: 5 }, 'quote-not-in-transcript'],
    ['library-wrong-date', 'factuality', { score: 5 }, 'number-not-in-transcript'],
    ['apartment-empty', 'clarity', { score: 3 }, 'empty-answer-scored'],
    ['library-complete', 'clarity', { score: 0 }, 'zero-with-content'],
    ['library-complete', 'evidence_accuracy', { score: 0 }, 'zero-with-content'],
    ['library-complete', 'factuality', { rationale: three }, 'factuality-rationale-length'],
    ['library-complete', 'comprehensiveness', { rationale: three }, 'comprehensiveness-rationale-length'],
    [
      'library-complete',
      'structural_consistency',
      { rationale: three },
      'structural-consistency-rationale-length',
    ],
    ['library-complete', 'evidence_accuracy', { rationale: three }, 'evidence-accuracy-rationale-length'],
    ['library-complete', 'clarity', { rationale: three }, 'clarity-rationale-length'],
    ['library-complete', 'clarity', { rationale: 'Every decision is clear.' }, 'rationale-in-korean'],
  ])('%s: %s %o → %s', (id, criterion, change, check) => {
    const row = goldRow(id);
    expect(failed(row, withField(row, criterion, change))).toContain(check);
  });

  it('a nearly empty answer with a fair mean', () => {
    const row = goldRow('training-nearly-empty');
    const output = Object.fromEntries(CRITERIA.map((id) => [id, { rationale: '좋습니다.', score: 3 }]));
    expect(failed(row, output)).toContain('nearly-empty-answer-scored');
  });

  it('Korean words about an English meeting', () => {
    const row = {
      question: '[00:01] Kim: Ship in March.\n[00:05] Lee: Agreed.',
      answer: 'Decision: ship in March',
    };
    expect(failed(row, goldOutput(goldRow('library-complete')))).toContain('rationale-in-language-of-case');
  });
});

describe('sample cases', () => {
  it.each(samples.map((row) => [row['id'] ?? '', row] as const))(
    '%s has a transcript of a page',
    (_id, row) => {
      const turns = (row['question'] ?? '').split('\n').filter((line) => line.startsWith('[0'));
      expect(turns.length).toBeGreaterThanOrEqual(40);
      expect(turns.length).toBeLessThanOrEqual(70);
    },
  );

  it.each([
    ['launch-good', [], 0],
    ['ward-merged', [], 0],
    ['school-invented', ['80점'], 3],
    ['incident-wrong-numbers', ['11월 21일', '5천 원'], 0],
    ['budget-vague', [], 0],
    ['site-incomplete', [], 0],
    ['store-mixed', [], 1],
    ['ward-empty', [], 0],
  ])('%s: numbers and quotes that are not in the transcript', (id, numbers, quotes) => {
    const row = samples.find((one) => one['id'] === id) ?? {};
    const { facts } = findFacts(inputOf(row));
    expect(facts.find(({ name }) => name === 'unsupported_numbers')?.value).toEqual(numbers);
    expect(facts.find(({ name }) => name === 'absent_quotes')?.value).toHaveLength(quotes);
  });
});
