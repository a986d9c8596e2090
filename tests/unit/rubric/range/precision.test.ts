import { describe, expect, it } from 'vitest';
import { toKnown } from '../../../../src/rubric/range/value';
import type { JsonObject } from '../../../../src/kit/json';
import type { Known } from '../../../../src/rubric/values';
import { abstractly, compiled } from './agreement-fixture';

const value = (settled: Extract<Known, { kind: 'value' }>['value']): Known => ({
  kind: 'value',
  value: settled,
});
const range = (min: number, max: number): Known => ({ kind: 'range', min, max });
const undecided: Known = { kind: 'undecided' };

describe('as much as can be said is said', () => {
  it.each<[string, JsonObject, Known]>([
    ['output.a', {}, range(0, 5)],
    ['output.a + output.b', { a: 2 }, range(-18, 42)],
    ['output.a + output.b', { a: 2, b: 3 }, value(5)],
    ['output.a * output.c', {}, range(-5, 5)],
    ['output.b / 4', {}, range(-5, 10)],
    ['10 / (output.a + 1)', {}, range(10 / 6, 10)],
    ['10 / output.a', {}, undecided],
    // Zero at either end of the divisor: there may be no value at all.
    ['10 / (output.b + 20) > 0.1', {}, undecided],
    ['10 / (output.b - 40) > -0.2', {}, undecided],
    ['10 / (output.b + 21) > 0.1', {}, value(true)],
    ['output.free + 1', {}, undecided],
    ['output.step == 5', {}, value(false)],
    ['output.a in [7, 8]', {}, value(false)],
    ['output.a in [0, 1, 2, 3, 4, 5]', {}, value(true)],
    ['output.b == 41', {}, value(false)],
    ['output.b < 40', {}, undecided],
    ['output.label', {}, { kind: 'one-of', values: ['GOOD', 'FAIR', 'POOR'] }],
    ['output.label in ["GOOD", "FAIR", "POOR"]', {}, value(true)],
    ['output.label.size() == 4', {}, value(true)],
    ['{"GOOD": 3, "FAIR": 2, "POOR": 1}[output.label]', {}, range(1, 3)],
    ['output.a >= 6 ? "PASS" : "FAIL"', {}, value('FAIL')],
    ['output.a >= 3 ? "PASS" : "FAIL"', {}, { kind: 'one-of', values: ['PASS', 'FAIL'] }],
    ['output.flag ? output.a : 9', {}, range(0, 9)],
    ['sum(output.rules.map(r, r.score))', { rules: [{ score: 4 }, {}, { score: 1 }] }, range(5, 15)],
    [
      'sum(output.rules.map(r, r.met, r.score))',
      { rules: [{ met: true, score: 4 }, { met: false }, {}] },
      range(4, 14),
    ],
    ['mean(output.rules.map(r, r.score))', { rules: [{ score: 4 }, { score: 2 }, {}] }, range(2, 16 / 3)],
    ['min(output.rules.map(r, r.score))', { rules: [{ score: 4 }, {}, {}] }, range(0, 4)],
    ['max(output.rules.map(r, r.score))', { rules: [{ score: 4 }, {}, {}] }, range(4, 10)],
    ['round(output.c * 10, 0)', {}, range(-10, 10)],
    ['size(output.rules.filter(r, r.met))', { rules: [{ met: true }, {}, { met: false }] }, range(1, 2)],
    ['output.rules.exists(r, r.met)', { rules: [{ met: true }, {}, {}] }, value(true)],
    ['output.rules.all(r, r.met)', { rules: [{ met: false }, {}, {}] }, value(false)],
    ['output.rules.exists_one(r, r.met)', { rules: [{ met: true }, { met: true }, {}] }, value(false)],
    ['output.pair[0] <= output.pair[1]', {}, value(true)],
    [
      'output.maybe > 3',
      { maybe: null },
      { kind: 'error', message: 'no such overload: dyn<null> > dyn<int>' },
    ],
    ['output.text.contains("a")', {}, undecided],
    ['output.text.contains("a") && output.a > 9', {}, value(false)],
    ['output.text.contains("a") || output.a >= 0', {}, value(true)],
    ['has(output.text)', {}, undecided],
    ['has(output.text)', { text: '' }, value(true)],
    ['size(output.words) > 0', {}, undecided],
  ])('%s over %j', (source, output, expected) => {
    expect(toKnown(abstractly(compiled(source), output, false))).toEqual(expected);
  });

  it('takes an optional field that was left out on purpose for absent', () => {
    expect(toKnown(abstractly(compiled('has(output.extra)'), {}, true))).toEqual(value(false));
  });

  it('narrows a number by what is known of it, and whole numbers to whole numbers', () => {
    const bounds = new Map([['b', { kind: 'range' as const, min: 0.5, max: 3.5, type: 'double' as const }]]);
    expect(toKnown(abstractly(compiled('output.b + 0'), {}, false, bounds))).toEqual(range(1, 3));
  });
});
