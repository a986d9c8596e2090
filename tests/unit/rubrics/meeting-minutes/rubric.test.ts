import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFacts } from '../../../../rubrics/meeting-minutes/facts';
import type { Case } from '../../../../src/cases/case';
import type { JsonObject } from '../../../../src/kit/json';
import { valueAt } from '../../../../src/rubric/path';
import { goldOutput } from '../../../contracts/support/judging';
import { ruleFor } from '../../../contracts/support/rubric-cases';

const ready = ruleFor('meeting-minutes');
const { rubric, program, gold, samples } = ready;
const CRITERIA = rubric.criteria.map(({ id }) => id);

/** What the program says about a reply to this case. */
function assess(input: Case['input'], output: JsonObject) {
  const { facts, broken } = program.facts(input, findFacts(input).facts);
  const { decided, broken: undecidable } = program.decide({ input, facts });
  const assessment = program.assess({ input, facts, output, decided, comparing: true });
  return { ...assessment, broken: [...broken, ...undecidable, ...assessment.broken], decided };
}

function failed(input: Case['input'], output: JsonObject): string[] {
  return assess(input, output)
    .checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    .map(({ id }) => id);
}

function withField(row: Case, id: string, change: { rationale?: string; score?: number }): JsonObject {
  const output = goldOutput(ready, row);
  const before = valueAt(output, `${id}.rationale`);
  const score = valueAt(output, `${id}.score`);
  return {
    ...output,
    [id]: { rationale: change.rationale ?? before ?? '', score: change.score ?? score ?? 0 },
  };
}

function goldRow(id: string): Case {
  const row = gold.find((one) => one.id === id);
  if (!row) throw new Error(`expected a gold case ${id}`);
  return row;
}

describe('the wording', () => {
  const text = readFileSync('rubrics/meeting-minutes/rubric.md', 'utf8');
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
  it('always gives every fact, also for inputs that are missing', () => {
    const { facts, problems } = findFacts({});
    expect(facts.map(({ name }) => name).sort()).toEqual(Object.keys(rubric.facts).sort());
    expect(problems.map(({ input }) => input)).toEqual(['question']);
  });

  it('pairs each quote with its place', () => {
    const { question = '', answer = '' } = goldRow('library-complete').input;
    const quotes = findFacts({ question, answer }).facts.find(({ name }) => name === 'quotes');
    const first = quotes?.spans.filter(({ link }) => link === 'quote-1') ?? [];
    expect(first.map(({ input: where, kind }) => [where, kind])).toEqual([
      ['answer', 'found'],
      ['question', 'found'],
    ]);
    const [written, said] = first;
    expect(answer.slice(written?.start, written?.end)).toBe(
      '그럼 10월 1일부터 화요일과 목요일, 밤 9시까지 여는 걸로 합시다.',
    );
    expect(question.slice(said?.start, said?.end)).toBe(
      '그럼 10월 1일부터 화요일과 목요일, 밤 9시까지 여는 걸로 합시다.',
    );
  });

  it('shows the nearest passage beside an invented or altered quote, if there is any', () => {
    const nearest = (input: Case['input']) => {
      const spans = findFacts(input).facts.find(({ name }) => name === 'quotes')?.spans ?? [];
      return spans
        .filter(({ kind }) => kind === 'source')
        .map(({ link, start, end }) => [link, input['question']?.slice(start, end)]);
    };
    expect(nearest(samples.find(({ id }) => id === 'school-invented')?.input ?? {})).toEqual([
      ['quote-1', '첫 번째가 급식 업체 재계약 건이죠. 교감 선생님 설명 부탁드립니다.'],
      [
        'quote-2',
        '네, 그러면 컴퓨터반과 바이올린반만 월 3만 3천 원으로 올리고, 나머지는 동결하는 것으로 하죠.',
      ],
      ['quote-3', '등교 지도는, 음… 맞벌이 가정이 많아서 매일은 어려워요.'],
    ]);
    const question = '[00:01] 가람: 3월로 하죠.\n[00:05] 나래: 예산은 천만 원으로 합시다.';
    expect(nearest({ question, answer: '결정: 출시\n근거: "아무도 하지 않은 긴 이야기입니다"' })).toEqual([]);
  });

  it('says the same in English, in other words', () => {
    const ownWords = /[가-힣]/u;
    for (const { input } of [...samples, ...gold, { input: {} }]) {
      const korean = findFacts(input);
      const english = findFacts(input, 'en');
      const values = ({ facts }: typeof korean) => JSON.stringify(facts.map(({ value }) => value));
      const because = /"because":"[^"]*"/gu;
      expect(values(english).replace(because, '')).toBe(values(korean).replace(because, ''));
      // What it repeats of the minutes stands in quotation marks or behind a colon.
      const said = english.facts.flatMap(({ name, text, spans }) => [
        ...(name === 'unsupported_numbers' || name === 'absent_quotes' ? [] : [text.replace(/:.*/u, '')]),
        ...spans.map(({ note }) => note ?? ''),
      ]);
      expect(said.filter((text) => ownWords.test(text))).toEqual([]);
      expect(english.problems.filter(({ message }) => ownWords.test(message))).toEqual([]);
    }
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
    ['decisions without evidence', '결정: 3월에 출시하기로 하고 예산을 잡음', [0, 1]],
    ['own words', '결정: 출시\n근거: 가람이 3월을 제안했고 모두 동의하였음', null],
    ['prose with quotation marks', '가람은 “3월로 하죠”라고 말했다.', null],
    ['unreadable JSON', '{"decision": "출시", "evidence": ', null],
    ['JSON: invented', inJson('아무도 하지 않은 긴 이야기를 했어요'), [1, 1]],
    ['JSON: the amount in figures', inJson('예산은 1,000만 원으로 합시다.'), [1, 5]],
    ['JSON: endings as they are written', inJson('예산은 1,000만 원으로 하는 것으로 합시다.'), [1, 3]],
    ['JSON: a report', inJson('출시 시기를 봄으로 확정함'), null],
    ['JSON: a time', inJson('00:05'), null],
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

// That gold replies agree with the facts is a contract of every rubric.
describe('gold cases', () => {
  it('reach every score', () => {
    const scores = gold.flatMap((row) => CRITERIA.map((id) => Number(row.gold?.[`${id}.score`])));
    expect(new Set(scores)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it('bring every check into play', () => {
    const checks = gold.flatMap((row) => assess(row.input, goldOutput(ready, row)).checks);
    const met = new Set(checks.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    // No gold meeting is held in another language.
    const unmet = rubric.checks.map(({ id }) => id).filter((id) => !met.has(id));
    expect(unmet).toEqual(['rationale-in-language-of-case']);
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
    ['library-complete', 'clarity', { rationale: 'Every decision is clear.' }, 'rationale-in-korean'],
  ])('%s: %s %o → %s', (id, criterion, change, check) => {
    const row = goldRow(id);
    expect(failed(row.input, withField(row, criterion, change))).toContain(check);
  });

  it('a nearly empty answer with a fair mean', () => {
    const { input } = goldRow('training-nearly-empty');
    const output = Object.fromEntries(CRITERIA.map((id) => [id, { rationale: '좋습니다.', score: 3 }]));
    expect(failed(input, output)).toContain('nearly-empty-answer-scored');
  });

  it('Korean words about an English meeting', () => {
    const input = {
      question: '[00:01] Kim: Ship in March.\n[00:05] Lee: Agreed.',
      answer: 'Decision: ship in March',
    };
    const inKorean = goldOutput(ready, goldRow('library-complete'));
    expect(failed(input, inKorean)).toContain('rationale-in-language-of-case');
  });
});

describe('statements', () => {
  /** What the statements make of a reason in a reply that is right otherwise: passed, failed, or nothing when none applies. */
  function said(path: string, score: number, rationale: string, id = 'site-incomplete') {
    const { input } = samples.find((one) => one.id === id) ?? { input: {} };
    const output = {
      ...Object.fromEntries(CRITERIA.map((one) => [one, { rationale: '좋습니다.', score: 5 }])),
      [path]: { rationale, score },
    };
    return assess(input, output)
      .checks.filter(({ id: check, outcome }) => check.startsWith('says:') && outcome !== 'skipped')
      .map(({ id: check, outcome }) => `${check.slice('says:'.length)} ${outcome}`);
  }

  it.each([
    ['일곱 건 중 다섯 건을 담았습니다.', 3, ['decisions-covered passed']],
    ['7건 중 5건(71%)을 담아 충분합니다.', 5, ['decisions-covered failed']],
    ['7건 가운데 2건이 빠져 5건을 담았습니다.', 3, ['decisions-covered passed', 'decisions-left-out passed']],
    ['7건 중 교육과 무전 채널 2건이 빠졌습니다.', 4, ['decisions-left-out failed']],
    ['7건 중 2건이 담기지 않았습니다.', 3, ['decisions-left-out passed']],
    ['7건 중 2건을 담지 못했습니다.', 3, ['decisions-left-out passed']],
    [
      '다섯 건 가운데 한 건이 빠져 80%를 담았습니다.',
      4,
      ['decisions-left-out passed', 'share-covered passed'],
    ],
    ['주요 결정의 50%에 못 미치게 담았습니다.', 2, []],
    ['주요 결정의 80% 이상을 담았습니다.', 4, []],
    ['5건 중 2건만 담아, 50%에 못 미칩니다.', 2, ['decisions-covered passed']],
    ['주요 결정 7건이 모두 담겼습니다.', 4, ['nothing-left-out failed']],
    ['주요 결정이 하나도 빠지지 않았습니다.', 5, ['nothing-left-out passed']],
    ['비계에 관한 결정은 모두 담겼으나 교육이 빠졌습니다.', 3, []],
    ['주요 결정이 모두 담기지는 않았습니다.', 3, []],
    ['주요 결정이 모두 빠졌습니다.', 1, []],
    ['The minutes cover 5 of the 7 key decisions.', 5, ['decisions-covered failed']],
    ['Two of seven decisions are missing.', 3, ['decisions-left-out passed']],
    ['They cover only 60% of the major decisions.', 4, ['share-covered failed']],
    ['They cover less than 50% of the decisions.', 2, []],
    ['All seven decisions are included.', 5, ['nothing-left-out passed']],
    ['No key decision is missing.', 4, ['nothing-left-out failed']],
    ['교육을 제외한 주요 결정이 모두 담겼습니다.', 4, []],
    ['Not all decisions are included.', 3, []],
    ['Almost all decisions are included.', 4, []],
  ])('completeness: %s %i', (rationale, score, expected) => {
    expect(said('comprehensiveness', score, rationale)).toEqual(expected);
  });

  // The minutes of the construction site have four quotes, all found; those of the store six, one of them altered.
  it.each([
    ['site-incomplete', 5, '두 건의 인용이 빠져 있지만 괜찮습니다.', ['quotes-absent failed']],
    ['site-incomplete', 5, '모든 인용이 원문에 있습니다.', ['all-quotes-found passed']],
    ['site-incomplete', 5, '인용 4건 중 4건이 원문에 있습니다.', ['quotes-found passed']],
    ['site-incomplete', 4, '불필요한 문장이 5% 이하로 섞였습니다.', []],
    ['site-incomplete', 5, 'Two quotes are missing, but the rest is fine.', ['quotes-absent failed']],
    ['site-incomplete', 4, 'About 20% of the words are unnecessary.', ['needless-words failed']],
    ['store-mixed', 3, '인용문 6건 중 1건이 원문과 일치하지 않습니다.', ['quotes-absent passed']],
    ['store-mixed', 3, '인용이 모두 원문에 있는 것은 아닙니다.', []],
    ['store-mixed', 3, '인용 6건 중 5건이 원문에 있습니다.', ['quotes-found passed']],
    ['store-mixed', 3, 'Every quote is in the transcript.', ['all-quotes-found failed']],
    ['store-mixed', 3, 'One of the six quotes is not in the transcript.', ['quotes-absent passed']],
    ['store-mixed', 3, '한 건을 제외하면 인용이 모두 원문에 있습니다.', []],
    ['store-mixed', 3, '거의 모든 인용이 원문에 있습니다.', []],
    ['site-incomplete', 5, '불필요한 말은 없고 핵심을 100% 담았습니다.', []],
    ['site-incomplete', 5, 'No unnecessary words, and 100% verbatim.', []],
    ['school-invented', 1, 'All 3 quotes are made up.', ['quotes-absent passed']],
    ['school-invented', 1, '인용이 모두 원문에 없습니다.', []],
  ])('evidence, %s %i: %s', (id, score, rationale, expected) => {
    expect(said('evidence_accuracy', score, rationale, id)).toEqual(expected);
  });

  // Two numbers of these minutes are nowhere in the transcript; a third was said, but about something else.
  it.each([
    ['숫자와 날짜 3건이 틀렸습니다.', 3, ['numbers-wrong passed', 'wrong-details-level passed']],
    ['날짜 한 건과 금액 한 건이 틀렸습니다.', 3, ['wrong-details-level passed']],
    ['숫자와 날짜가 모두 원문과 같습니다.', 5, ['all-numbers-right failed']],
    ['숫자는 모두 맞지만 날짜가 틀렸습니다.', 3, []],
    ['One date is wrong.', 4, ['wrong-details-level failed']],
    ['One of the numbers and dates is wrong.', 3, ['numbers-wrong failed', 'wrong-details-level passed']],
    ['All numbers and dates match the transcript.', 4, ['all-numbers-right failed']],
  ])('factuality: %s %i', (rationale, score, expected) => {
    expect(said('factuality', score, rationale, 'incident-wrong-numbers')).toEqual(expected);
  });

  it.each([
    ['결정 4건이 모두 자기 안건 아래에 있습니다.', ['decisions-listed passed']],
    ['성격이 다른 결정 2건이 한 항목에 묶였습니다.', []],
    ['All six decisions sit under their agenda items.', ['decisions-listed failed']],
  ])('structure: %s', (rationale, expected) => {
    expect(said('structural_consistency', 4, rationale)).toEqual(expected);
  });
});

describe('sample cases', () => {
  it.each([
    ['launch-good', [], 0],
    ['ward-merged', [], 0],
    ['school-invented', ['80점'], 3],
    ['incident-wrong-numbers', ['11월 21일', '5천 원'], 0],
    ['budget-vague', [], 0],
    ['site-incomplete', [], 0],
    ['store-mixed', [], 1],
    ['ward-empty', [], 0],
    ['garden-nearly-empty', [], 0],
    ['search-english', [], 0],
  ])('%s: numbers and quotes that are not in the transcript', (id, numbers, quotes) => {
    const { facts } = findFacts(samples.find((one) => one.id === id)?.input ?? {});
    expect(facts.find(({ name }) => name === 'unsupported_numbers')?.value).toEqual(numbers);
    expect(facts.find(({ name }) => name === 'absent_quotes')?.value).toHaveLength(quotes);
  });
});
