import { describe, expect, it } from 'vitest';
import { toJson } from '../../../../src/rubric/program/failure';
import { compiled, essayOutput, expressionOf } from './rubric-fixture';

const declared = {
  input: new Set(['essay']),
  facts: new Set(['grade', 'list']),
  derived: new Set(['total']),
  output: essayOutput,
};
const scope = {
  input: { essay: 'An essay.' },
  facts: { grade: null, list: [1, 2] },
  output: {
    style: { score: 30, rationale: 'fine' },
    share: 0.5,
    label: 'GOOD',
    advice: null,
    errors: ['a', 'b'],
  },
  derived: { total: 50 },
};

function value(source: string): unknown {
  const result = expressionOf(source, declared).evaluate(scope);
  return result.value?.kind === 'exact' ? toJson(result.value.value) : result.failure;
}

describe('numbers are written naturally', () => {
  it.each([
    ['output.style.score + 1', 31],
    ['output.style.score * 2 - 0.5', 59.5],
    ['output.style.score / 4', 7.5],
    ['output.style.score % 7', 2],
    ['size(output.errors) * 2.5', 5],
    ['size(output.errors) == 2.0', true],
    ['output.style.score in [10, 30]', true],
    ['[0] + facts.list', [0, 1, 2]],
    ['sum([output.style.score, 1, 2.5])', 33.5],
    ['sum(([0] + facts.list).map(n, n + 0.5))', 4.5],
    ['output.share > 0.2 ? 1 : 2.5', 1],
    ['output.share > 0.2 ? null : "text"', null],
    ['round(output.share, 0)', 1],
    ['7 / 2', 3],
    ['{"a": 1, "b": output.share}', { a: 1, b: 0.5 }],
  ])('%s', (source, expected) => {
    expect(value(source)).toEqual(expected);
  });
});

describe('failures are failures', () => {
  it.each([
    ['output.share / (output.share - 0.5)', 'division by zero'],
    ['1 / 0', 'division by zero'],
    ['double("2") / double("0")', 'division by zero'],
    ['output.share % 0', 'modulo by zero'],
    ['mean([])', 'mean() expected at least one number, got an empty list'],
    ['output.remark', 'No such key: remark'],
    ['facts.grade.value', 'No such key: value'],
    ['output.errors[2]', 'No such key: index out of bounds, index 2 >= size 2'],
    ['output.label + 1', 'no such overload: dyn<string> + int'],
  ])('%s', (source, message) => {
    expect(value(source)).toMatchObject({ message });
  });
});

describe('what is wrong is found before anything runs', () => {
  it.each([
    ['output.share +', 'any', 'Unexpected token: EOF', 14],
    ['outptu.share', 'any', 'Unknown variable: outptu', 0],
    ['input.esay', 'any', 'input.esay is not declared; declared are: essay', 0],
    ['1 + derived.totl', 'any', 'derived.totl is not declared; declared are: total', 4],
    ['output.style.scor > 1', 'any', 'output.style has no scor; it has rationale, score', 0],
    ['output["shar"]', 'any', 'output has no shar; it has style, rules', 0],
    ['has(output.shar)', 'any', 'output has no shar', 4],
    ['output.rules[2].score', 'any', 'output.rules has no 2', 0],
    ['output.rules.all(r, r.scor > 1)', 'any', 'r has no scor; it has met, score', 20],
    ['output.rules.filter(r, r.met).all(q, q.scor > 1)', 'any', 'q has no scor', 37],
    ['output.share.more', 'any', 'output.share has no more; it has nothing below it', 0],
    ['derived', 'any', 'expected derived followed by a declared name', 0],
    ['nonsense(1)', 'any', "found no matching overload for 'nonsense(int)'", 0],
    ['input.essay + 1', 'any', 'no such overload: string + int', 0],
    ['output.label.matches("a+")', 'any', 'matches() is not available', 0],
    ['cel.bind(x, 1, x)', 'any', 'expected input, facts, output or derived, got cel', 0],
    ['constructor', 'any', 'Unknown variable: constructor', 0],
    [
      'size(output.errors)',
      'bool',
      'expected an expression that gives a bool, got one that gives a int',
      undefined,
    ],
    ['1 > 2', 'string', 'gives a string, got one that gives a bool', undefined],
    [
      'facts.list.all(a, facts.list.all(b, facts.list.all(c, facts.list.all(d, d > a))))',
      'any',
      'expected at most 3 list macros inside one another',
      54,
    ],
  ] as const)('%s as %s', (source, expected, message, position) => {
    const [problem] = compiled(source, declared, expected).problems;
    expect(problem).toMatchObject({
      where: 'here',
      expression: source,
      ...(position === undefined ? {} : { position }),
    });
    expect(problem?.message).toContain(message);
  });

  it('knows which parts of the scope exist in a place', () => {
    expect(compiled('output.share > 1', { input: new Set() }).problems).toHaveLength(1);
  });
});

describe('an expression cannot reach the page', () => {
  it.each(['facts.toString', 'facts.constructor', 'facts.__proto__', 'facts.hasOwnProperty'])(
    '%s',
    (source) => {
      const names = { facts: new Set(['toString', 'constructor', '__proto__', 'hasOwnProperty']) };
      expect(expressionOf(source, names).evaluate(scope)).toMatchObject({ value: null });
    },
  );

  it.each([
    'output.label["length"]',
    'facts.list["map"]',
    'facts["constructor"]["name"]',
    'input.essay["at"]',
  ])('%s', (source) => {
    const { expression } = compiled(source, { ...declared, facts: new Set(['list', 'constructor']) });
    if (expression) expect(expression.evaluate(scope)).toMatchObject({ value: null });
  });
});
