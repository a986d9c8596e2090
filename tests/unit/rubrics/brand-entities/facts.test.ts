import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findFacts } from '../../../../rubrics/brand-entities/facts';
import { caseFactsSchema } from '../../../../src/rubric/facts';
import type { Json } from '../../../../src/kit/json';
import { valueAt } from '../../../../src/rubric/path';
import { rubricContractSchema } from '../../../../src/rubric/rubric';

/** What the facts say of two lists; the brand is Acme unless told. */
function factsOf(predicted: string, expected = 'Acme', more: Record<string, string> = {}): Json {
  const input = { predicted_entities: predicted, expected_entities: expected, brand_name: 'Acme', ...more };
  return Object.fromEntries(findFacts(input).facts.map(({ name, value }) => [name, value]));
}

const listOf = (length: number) =>
  ['Acme', 'Bolt', 'Cord', 'Dune', 'Echo', 'Fern', 'Gist', 'Husk', 'Iris'].slice(0, length).join(', ');

describe('tier', () => {
  it.each([
    ['all of one', 'Acme', 'Acme', 'good', [35, 40], true],
    ['just 50 %', 'Acme', 'Acme, Bolt', 'good', [35, 40], true],
    [
      'just below 50 %',
      'Acme, Bolt, Cord',
      'Acme, Bolt, Cord, Dune, Echo, Fern, Gist',
      'some',
      [30, 35],
      false,
    ],
    ['just 25 %', 'Acme', 'Acme, Bolt, Cord, Dune', 'some', [30, 35], false],
    ['20 %', 'Acme', 'Acme, Bolt, Cord, Dune, Echo', 'low', [25, 30], false],
    ['0 %, brand not expected', 'Acme', 'Bolt', 'low', [25, 30], false],
    ['no primary, all others', 'Bolt, Cord', 'Acme, Bolt, Cord', 'missing', [0, 15], false],
    ['nothing listed', '[]', 'Acme', 'nothing', [0, 0], false],
    ['only a longer form', 'Acme Inc', 'Acme, Bolt', 'undecided', [0, 40], null],
    ['only a longer form, few others', 'Acme Inc', 'Acme, Bolt, Cord, Dune', 'undecided', [0, 35], false],
    ['only another script', '아크미', 'Acme, Bolt, Cord, Dune, Echo', 'undecided', [0, 40], null],
    ['a shared word may reach the top', 'Acme, Bolt AG', 'Acme, Bolt, Cord', 'undecided', [30, 40], null],
    ['a shared word may reach the middle', 'Acme, Bolt AG', listOf(6), 'undecided', [25, 35], false],
    ['initials may', 'Acme, BC', 'Acme, Bolt Cord, Dune', 'undecided', [30, 40], null],
    ['another script may', 'Acme, 볼트', 'Acme, Bolt, 두네', 'undecided', [30, 40], null],
    ['one letter away may', 'Acme, Dunes', 'Acme, Cord, Dune', 'undecided', [30, 40], null],
    ['a possible form that changes no tier', 'Acme, Bolt AG', 'Acme, Bolt', 'good', [35, 40], true],
    ['a possible form too few', 'Acme, Bolt AG', listOf(9), 'low', [25, 30], false],
  ])('%s', (_what, predicted, expected, name, band, match) => {
    expect(valueAt(factsOf(predicted, expected), 'tier')).toMatchObject({ name, band, match });
  });

  it('leaves to the judge what VW and Volkswagen AG may stand for', () => {
    const expected = 'VW, Volkswagen, Volkswagen Aktiengesellschaft, VAG, VW Group';
    const facts = factsOf('VW, Volkswagen AG, vw', expected, { brand_name: 'VW' });
    expect(valueAt(facts, 'tier')).toMatchObject({ name: 'undecided', band: [25, 40], match: null });
    expect(valueAt(facts, 'perhaps_captured')).toEqual([
      'Volkswagen',
      'Volkswagen Aktiengesellschaft',
      'VW Group',
    ]);
  });

  it('counts an expected form once, however often it is written, and case variants as listed', () => {
    expect(valueAt(factsOf('acme', 'Acme, Acme, Bolt'), 'coverage')).toBe(0.5);
    expect(valueAt(factsOf('acme', 'Acme, ACME, Bolt'), 'coverage')).toBeCloseTo(2 / 3);
  });
});

describe('primary', () => {
  it.each([
    ['Zeta', 'Acme, Bolt', 'Zeta'],
    ['', 'Acme, Bolt', 'Acme'],
    ['', '["Bolt & Co"]', 'Bolt & Co'],
    ['', '', null],
  ])('brand name %j, expected %j: %s', (brand_name, expected, primary) => {
    expect(valueAt(factsOf('x', expected, { brand_name }), 'primary')).toBe(primary);
  });
});

describe('one letter away', () => {
  it.each([['Philips, PHILIPS, philips', 'Phillips']])(
    '%s for %s is neither the brand nor surely a variation of it',
    (predicted, brand_name) => {
      const facts = factsOf(predicted, `${brand_name}, ${brand_name.toUpperCase()}`, { brand_name });
      expect(valueAt(facts, 'primary_state')).toBe('undecided');
      expect(valueAt(facts, 'tier')).toMatchObject({ name: 'undecided', band: [0, 40], match: null });
      expect(valueAt(facts, 'rule_1.compliant')).toBe(false);
      expect(valueAt(facts, 'rule_2')).toBeNull();
      expect(valueAt(facts, 'variations')).toEqual([]);
    },
  );
});

describe('rules', () => {
  it.each([
    ['rule_1', 'Acme', true],
    ['rule_1', 'acme, ACME', false],
    ['rule_2', 'Acme, ACME', true],
    ['rule_2', 'Acme', false],
    ['rule_2', 'Acme, Acme®', false],
    ['rule_2', 'Acme, bottle', false],
    ['rule_2', '', false],
    ['rule_2', 'Acme, 아크미', null],
    ['rule_2', 'Acme, Acme Corp', null],
    ['rule_3', 'Acme, ACME, Bolt', true],
    ['rule_3', 'Acme, bottle', null],
    ['rule_4', '', false],
    ['rule_4', 'a, b', false],
    ['rule_4', 'a, a, b', false],
    ['rule_4', 'a, b, c', true],
    ['rule_4', 'a,b,c,d,e,f,g,h,i,j', true],
    ['rule_4', 'a,b,c,d,e,f,g,h,i,j,k', false],
  ])('%s of %j: %s', (rule, predicted, compliant) => {
    const finding = valueAt(factsOf(predicted, 'Acme, Bolt'), rule);
    if (compliant === null) expect(finding).toBeNull();
    else expect(finding).toMatchObject({ compliant, score: compliant ? 10 : 0 });
  });
});

describe('other facts', () => {
  const more = {
    taxonomy: 'Home > Water Bottles > Acme',
    predicted_reasoning: ' – ',
    predicted_confidence: '85 %',
  };
  const facts = factsOf('Acme, ACME, bottles for water, Rival, Acme Inc', 'Acme, Bolt', more);

  it.each([
    ['missed', ['Bolt']],
    ['count', 5],
    ['variations', ['ACME']],
    ['not_expected', ['bottles for water', 'Rival', 'Acme Inc']],
    ['possibly_unrelated', ['bottles for water', 'Rival']],
    ['category_terms', ['bottles for water']],
    ['reasoning_empty', true],
    ['confidence', 0.85],
  ])('%s', (name, value) => {
    expect(valueAt(facts, name)).toEqual(value);
  });

  it.each([
    ['0.9', 0.9],
    ['90', 0.9],
    ['1', 1],
    ['1%', 0.01],
    ['high', null],
    ['900', null],
  ])('confidence %j is %s', (predicted_confidence, value) => {
    expect(valueAt(factsOf('Acme', 'Acme', { predicted_confidence }), 'confidence')).toBe(value);
  });
});

describe('lists as they come', () => {
  it.each([
    ['- Acme\n- ACME\n- acme', ['Acme', 'ACME', 'acme']],
    ['1. Acme\n2. ACME\n3. acme', ['Acme', 'ACME', 'acme']],
    ['Acme; ACME; acme', ['Acme', 'ACME', 'acme']],
    ['None', []],
    ['N/A', []],
    ['[]', []],
  ])('%j', (predicted, names) => {
    const facts = factsOf(predicted);
    expect(valueAt(facts, 'predicted')).toEqual(names);
    expect(valueAt(facts, 'rule_1.compliant')).toBe(names.length > 0);
    expect(valueAt(facts, 'tier.name')).toBe(names.length > 0 ? 'good' : 'nothing');
  });

  const firm = 'Smith, Jones & Co.';
  it.each([
    ['the brand is known', `${firm}, SJC, sjc`, firm, { brand_name: firm }],
    ['the expected name is quoted', `${firm}, SJC, sjc`, `"${firm}"`, { brand_name: '' }],
    ['the expected name is JSON', `SJC, sjc, ${firm}`, JSON.stringify([firm]), { brand_name: '' }],
  ])('a name with a comma is one name where %s', (_why, predicted, expected, more) => {
    const facts = factsOf(predicted, expected, more);
    expect(valueAt(facts, 'primary')).toBe(firm);
    expect(valueAt(facts, 'count')).toBe(3);
    expect(valueAt(facts, 'rule_1.compliant')).toBe(true);
  });

  it.each([
    ['predicted_entities', 'Smith, Jones and Co.', `"${firm}"`, { brand_name: firm }],
    ['predicted_entities', 'Acme, Inc., ACME', 'Acme', {}],
    ['expected_entities', 'Smith', firm, { brand_name: '', title: `${firm} scented candle` }],
    ['expected_entities', 'Smith', 'Smith, Jones, & Co.', { brand_name: '' }],
    ['predicted_entities', '1. Acme', 'Acme', {}],
  ])('%s that may hold a name cut in two is a problem: %j', (wrong, predicted, expected, more) => {
    const input = { predicted_entities: predicted, expected_entities: expected, brand_name: 'Acme', ...more };
    expect(findFacts(input).problems.map(({ input: name }) => name)).toEqual([wrong]);
  });
});

describe('inputs that cannot be read', () => {
  it('names the list and decides nothing from it', () => {
    const { facts, problems } = findFacts({
      predicted_entities: '["Acme", ',
      expected_entities: '[]',
      brand_name: 'Acme',
    });
    expect(problems.map(({ input }) => input).toSorted()).toEqual([
      'expected_entities',
      'predicted_entities',
    ]);
    for (const name of ['tier', 'coverage', 'count', 'rule_1', 'rule_2', 'rule_3', 'rule_4']) {
      expect(facts.find((fact) => fact.name === name)?.value).toBeNull();
    }
  });

  it('still judges the primary brand and the count where only the expected list is broken', () => {
    const present = factsOf('Acme, ACME, acme', '[Acme');
    expect(valueAt(present, 'tier')).toMatchObject({ band: [25, 40], match: null });
    expect(valueAt(present, 'rule_4.compliant')).toBe(true);
    expect(valueAt(factsOf('Bolt', '[Acme'), 'tier')).toMatchObject({ band: [0, 15], match: false });
  });
});

describe('language', () => {
  const input = {
    predicted_entities: 'acme, Acme Corp, bottle',
    expected_entities: 'Acme, Bolt',
    brand_name: 'Acme',
    predicted_confidence: '0.9',
  };

  it('is that of the texts alone: what expressions test stays', () => {
    const [en, ko] = (['en', 'ko'] as const).map((language) => findFacts(input, language).facts);
    const tested = (facts: typeof en) =>
      facts?.map(({ name, value, spans }) => [
        name,
        JSON.stringify(value).replace(/"(because|match_because|evidence)":"[^"]*"/g, ''),
        spans,
      ]);
    expect(tested(ko)).toEqual(tested(en));
    expect(findFacts(input).facts).toEqual(en);
    for (const { name, text } of ko ?? [])
      if (
        ![
          'expected',
          'predicted',
          'missed',
          'count',
          'variations',
          'not_expected',
          'possibly_unrelated',
          'confidence',
        ].includes(name)
      )
        expect(text, name).toMatch(/[가-힣]/);
  });

  it.each([
    ['en', 'rule_4', 'Met. The list has 3 entries. The rule allows 3–10, so it is met.'],
    ['en', 'rule_1', 'Broken. The list does not have “Acme” exactly as given. The nearest entry is “acme”.'],
    ['en', 'coverage', '1 of 2 expected names are captured (50%)'],
    ['ko', 'rule_4', '지킴. 목록의 항목은 3개입니다. 규칙이 허용하는 수는 3–10개이므로 규칙을 지켰습니다.'],
    ['ko', 'coverage', '정답 이름 2개 중 1개를 찾음(50%)'],
  ] as const)('%s: %s', (language, name, text) => {
    expect(findFacts(input, language).facts.find((fact) => fact.name === name)?.text).toBe(text);
  });
});

describe('findFacts', () => {
  const file = readFileSync('rubrics/brand-entities/rubric.md', 'utf8');
  const contract = rubricContractSchema.parse(parse(file.split(/^---$/m)[1] ?? ''));
  const declared = Object.keys(contract.facts);

  it('returns every declared fact, with places inside the inputs, for any text', () => {
    const list = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string()).map((items) => JSON.stringify(items)),
    );
    const names = contract.inputs.map(({ name }) => name);
    const anyInput = fc.dictionary(fc.constantFrom(...names), list);
    fc.assert(
      fc.property(anyInput, (input) => {
        const { facts } = caseFactsSchema.parse(findFacts(input));
        expect(facts.map(({ name }) => name)).toEqual(declared);
        for (const span of facts.flatMap(({ spans }) => spans)) {
          expect(span.start).toBeLessThanOrEqual(span.end);
          expect(span.end).toBeLessThanOrEqual(input[span.input]?.length ?? -1);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [true, 'Semantic equivalents count'],
    [false, 'one slip'],
    [false, 'the same words in another order, match'],
  ])('has a prompt for which it is %s that it says “%s”', (said, phrase) => {
    expect(file.slice(file.lastIndexOf('\n---\n')).includes(phrase)).toBe(said);
  });

  it('points at the names it speaks of', () => {
    const input = {
      predicted_entities: '["nike", "x"]',
      expected_entities: 'Nike, Air',
      brand_name: ' Nike',
    };
    const { facts } = findFacts(input);
    const shown = (name: string) =>
      facts
        .find((fact) => fact.name === name)
        ?.spans.map(({ input: from, start, end, kind }) => [
          kind,
          new Map(Object.entries(input)).get(from)?.slice(start, end),
        ]);
    expect(shown('primary')).toEqual([['source', 'Nike']]);
    expect(shown('missed')).toEqual([['missing', 'Air']]);
    expect(shown('coverage')).toEqual([
      ['found', 'Nike'],
      ['found', 'nike'],
    ]);
    expect(shown('possibly_unrelated')).toEqual([['missing', 'x']]);
  });
});
