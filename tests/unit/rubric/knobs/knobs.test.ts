import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knobsOf } from '../../../../src/rubric/knobs/knobs';
import { withKnobs, type Reweighed } from '../../../../src/rubric/knobs/with-knobs';
import type { JsonObject } from '../../../../src/kit/json';
import type { Rubric } from '../../../../src/rubric/rubric';
import { essayRubric } from '../program/rubric-fixture';

const total = 'output.style.score + output.rules[0].score + output.rules[1].score';

function rubricWith(derived: Record<string, unknown>, changes: Record<string, unknown> = {}): Rubric {
  const [headline = 'x'] = Object.keys(derived);
  return essayRubric({
    decided: {},
    checks: [],
    derived,
    headline: { value: `derived.${headline}` },
    ...changes,
  });
}

function outputOf(style: number, first: number, second: number): JsonObject {
  return {
    style: { rationale: '', score: style },
    rules: [
      { met: first > 0, score: first },
      { met: second > 0, score: second },
    ],
    label: 'GOOD',
    advice: null,
    share: 0.5,
    errors: [],
    total: 0,
    verdict: 'PASS',
  };
}

function turned(rubric: Rubric, changes: Record<string, number>): Reweighed {
  const result = withKnobs(rubric, changes);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

function assessed({ program }: Pick<Reweighed, 'program'>, output: JsonObject) {
  const { derived, headline, broken } = program.assess({
    input: { essay: 'long enough' },
    facts: [],
    output,
    decided: [],
    comparing: true,
  });
  return { derived, headline, broken };
}

describe('the numbers of a rubric', () => {
  it.each([
    ['55', ['other null 55']],
    ['output.style.score >= 30', ['threshold Style >= 30']],
    ['30 > output.style.score', ['threshold Style < 30']],
    ['derived.y != 4', ['threshold Why != 4']],
    ['output.rules.filter(r, r.score > 5).size()', ['threshold r.score > 5']],
    ['0.4 * output.style.score', ['weight Style 0.4']],
    ['output.style.score * 2 + output.share', ['weight Style 2', 'weight Share 1 addend']],
    ['(output.share + 3) * 2.0', ['weight Share 1 addend', 'other null 3', 'weight output.share + 3 2']],
    ['100 - output.share', ['other null 100', 'weight Share 1 addend']],
    ['derived.y + output.rules[1].score', ['weight Why 1 addend', 'weight Rules 1 score 1 addend']],
    ['sum([output.share, derived.y])', ['weight Share 1 addend', 'weight Why 1 addend']],
    ['round(mean([output.share, 3]), 2)', ['weight Share 1 mean', 'other null 3']],
    ['output.rules[0].met ? 1 : 2', ['other null 1', 'other null 2']],
    ['output.label + output.verdict', []],
    ['output.rules[1].score', []],
    ['output.errors.size() > 2u', []],
  ])('%s', (source, expected) => {
    const rubric = rubricWith({ x: source, y: { label: 'Why', value: 'output.share * 1' }, word: '"a"' });
    const found = knobsOf(rubric).filter(({ where }) => where === 'derived.x');
    const told = found.map(({ role, about, comparison, value, implicit }) =>
      [role, String(about), comparison, value, implicit].filter((part) => part !== null).join(' '),
    );
    expect(told).toEqual(expected);
  });

  it('names the value they belong to, and reads the headline too', () => {
    const rubric = essayRubric({
      headline: { label: 'Points', value: 'derived.total * 2', verdict: 'derived.total > 7 ? "A" : "B"' },
    });
    expect(knobsOf(rubric).map(({ id, label, value }) => [id, label, value])).toEqual([
      ['derived.verdict:17', 'Verdict', 45],
      ['derived.total:0', 'Total', 1],
      ['headline.value:16', 'Points', 2],
      ['headline.verdict:16', 'Points', 7],
    ]);
  });

  it('has none to offer where the rubric does not parse', () => {
    expect(knobsOf(rubricWith({ x: '1 +' }))).toEqual([]);
  });
});

describe('turning them', () => {
  it.each([
    ['output.share * 2', { 'derived.x:15': 3 }, 'output.share * 3'],
    ['output.share * 2.0', { 'derived.x:15': 3 }, 'output.share * 3.0'],
    ['output.share * 2', { 'derived.x:15': -3 }, 'output.share * (-3)'],
    ['output.share - -2', { 'derived.x:15': -0.5 }, 'output.share - (-0.5)'],
    ['output.share * 2', { 'derived.x:15': 1e21 }, 'output.share * 1e+21'],
    ['output.share * 2', { 'derived.x:15': 2 ** 60 }, 'output.share * 1152921504606847000.0'],
    ['output.share * 2', { 'derived.x:15': 2 }, 'output.share * 2'],
    ['output.share + 1', { 'derived.x:0': 5 }, 'output.share * 5 + 1'],
    ['(output.share) + 1', { 'derived.x:1': 5, 'derived.x:17': 9 }, '(output.share * 5) + 9'],
    [
      'mean([output.share, output.style.score]) + 1',
      { 'derived.x:6': 3 },
      '(sum([output.share * 3, output.style.score]) / 4) + 1',
    ],
    [
      'mean([output.share, output.style.score])',
      { 'derived.x:6': 0, 'derived.x:20': 0.5 },
      '(sum([output.share * 0, output.style.score * 0.5]) / 0.5)',
    ],
  ])('%s by %o', (source, changes: Record<string, number>, expected) => {
    expect(turned(rubricWith({ x: source }), changes).rubric.derived['x']).toBe(expected);
  });

  it.each([
    ['no number', { 'derived.x:12': NaN }, { kind: 'not-a-number', knob: 'derived.x:12' }],
    [
      'weights of nothing',
      { 'derived.x:12': 0, 'derived.x:26': 0 },
      { kind: 'no-weight-left', where: 'derived.x' },
    ],
    ['weights below nothing', { 'derived.x:12': -2 }, { kind: 'no-weight-left', where: 'derived.x' }],
  ])('refuses %s', (_, changes: Record<string, number>, problem) => {
    const rubric = rubricWith({ x: 'round(mean([output.share, output.style.score]), 2)' });
    expect(withKnobs(rubric, changes)).toMatchObject({ ok: false, problems: [problem] });
  });

  it('leaves the rubric it was given alone', () => {
    const rubric = essayRubric();
    const before = JSON.stringify(rubric);
    turned(rubric, { 'derived.verdict:17': 50, 'derived.total:0': 2 });
    expect(JSON.stringify(rubric)).toBe(before);
  });

  it('moves a maximum that was the highest possible value, and no other', () => {
    const derived = {
      total: { label: 'Total', value: total, max: 60 },
      mark: { label: 'Mark', value: 'derived.total / 3', max: 100 },
    };
    const rubric = rubricWith(derived, { headline: { value: 'derived.total', max: 60 } });
    const { rubric: heavy } = turned(rubric, { 'derived.total:0': 2 });
    expect(heavy.headline.max).toBe(100);
    expect(heavy.derived).toMatchObject({ total: { max: 100 }, mark: { max: 100 } });
  });

  it('says what the change reaches', () => {
    const claim = { severity: 'error', title: 'Adds up', message: 'It does not.' };
    const rubric = essayRubric({
      checks: [
        { ...claim, id: 'adds-up', assert: 'output.total == derived.total' },
        { ...claim, id: 'not-a-claim', assert: 'derived.total < 90' },
        { ...claim, id: 'unrelated', assert: 'output.total < 90' },
      ],
    });
    const { touched } = turned(rubric, { 'derived.total:0': 2 });
    expect([...touched.derived].toSorted()).toEqual(['total', 'verdict']);
    expect([...touched.rules]).toEqual(['total', 'verdict']);
    expect([...touched.claims]).toEqual([['adds-up', ['total']]]);
    const verdictOnly = turned(rubric, { 'derived.verdict:17': 2 }).touched;
    expect([...verdictOnly.derived, ...verdictOnly.rules, ...verdictOnly.claims]).toEqual(['verdict']);
  });

  it('drops a reason in fixed words, and keeps one that is computed', () => {
    const decided = {
      total: { value: 'derived.total', because: '"The sum."' },
      verdict: { value: 'derived.verdict', because: '"total " + string(derived.total)' },
      label: { value: '"GOOD"', because: '"Always."' },
    };
    const { rubric } = turned(essayRubric({ decided }), { 'derived.total:0': 2 });
    expect(rubric.decided['total']).not.toHaveProperty('because');
    expect(rubric.decided['verdict']).toHaveProperty('because');
    expect(rubric.decided['label']).toHaveProperty('because');
  });
});

describe('what comes of it', () => {
  const rubric = rubricWith({
    total: { label: 'Total', value: total, max: 60 },
    mean: `mean([output.style.score, output.rules[0].score, output.share])`,
  });
  const outputs = fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 10), fc.constantFrom(0, 10))
    .map(([style, first, second]) => ({ style, first, second, output: outputOf(style, first, second) }));
  const weights = fc.double({ min: 0.01, max: 100, noNaN: true });

  it('weights weigh, in sums and in means', () => {
    const inTotal = knobsOf(rubric).filter(({ where }) => where === 'derived.total');
    const inMean = knobsOf(rubric).filter(({ where }) => where === 'derived.mean');
    const [ta, tb, tc] = inTotal.map(({ id }) => id);
    const [ma, mb, mc] = inMean.map(({ id }) => id);
    if (!ta || !tb || !tc || !ma || !mb || !mc) throw new Error('Expected three weights each.');
    fc.assert(
      fc.property(outputs, weights, weights, weights, ({ output, style, first, second }, a, b, c) => {
        const view = turned(rubric, { [ta]: a, [tb]: b, [tc]: c, [ma]: a, [mb]: b, [mc]: c });
        const { derived, broken } = assessed(view, output);
        expect(broken).toEqual([]);
        const [sum, mean] = [derived['total'], derived['mean']];
        if (sum?.kind !== 'value' || mean?.kind !== 'value') throw new Error('Expected values.');
        expect(sum.value).toBeCloseTo(style * a + first * b + second * c, 8);
        expect(mean.value).toBeCloseTo((style * a + first * b + 0.5 * c) / (a + b + c), 8);
      }),
    );
  });

  it('what is written is read back as the same number', () => {
    const plain = rubricWith({ x: 'output.share * 2' });
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const view = turned(plain, { 'derived.x:15': value });
        const [again, ...more] = knobsOf(view.rubric);
        expect(more).toEqual([]);
        // By value: zero has no sign in CEL's whole numbers.
        expect(again?.value === value).toBe(true);
      }),
    );
  });
});
