import { beforeEach, describe, expect, it } from 'vitest';
import { ExpressionCompiler } from '../../../../src/rubric/program/expression';
import { interpret } from '../../../../src/rubric/range/interpret';
import { beginCase, beginExpression } from '../../../../src/rubric/program/budget';
import { exactly } from '../../../../src/rubric/range/value';

const text = 'word '.repeat(400);
const input = { text, long: 'x'.repeat(300_000), twice: '["a","b"]' };
const scope = { input, facts: { list: [1, 2, 3] }, output: { items: ['a', 'b', 'a'] }, derived: {} };

function compiled(source: string) {
  const compiler = new ExpressionCompiler({
    input: new Set(Object.keys(input)),
    facts: new Set(['list']),
    derived: new Set(),
    output: {
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'string' } } },
    },
  });
  const expression = compiler.compile('checks.one.assert', source);
  if (!expression) throw new Error(JSON.stringify(compiler.problems));
  return expression;
}

const endless = [
  'input.text.split("").map(a, input.text.split("").map(b, input.text.split("").map(c, c)))',
  // Quantifiers swallow the failure of one turn and go on with the next.
  'input.text.split("").exists(a, input.text.split("").exists(b, input.text.split("").exists(c, c == a + b + "!")))',
  'input.text.split("").all(a, input.text.split("").filter(b, input.text.split("").exists_one(c, c == b)).size() > -1)',
  'input.text.split("").map(a, input.long.contains(a + "y")).size() > 0',
  'input.text.split("").map(a, input.text.split("").map(b, input.long.split("") + [a])).size() > 0',
];

describe('the budget of an expression', () => {
  beforeEach(beginCase);

  it.each(endless)('ends %s', (source) => {
    const expression = compiled(source);
    const plain = expression.evaluate(scope);
    expect(plain.failure?.message).toContain('50,000 turns');
    beginCase();
    beginExpression();
    const open = interpret(
      expression.ast,
      new Map(Object.entries(scope).map(([name, value]) => [name, exactly(value)])),
    );
    expect(open.failure?.message).toContain('50,000 turns');
  });

  it('is shared by all expressions over a case', () => {
    const expression = compiled('input.text.split("").map(a, input.text.split("").size() > 0).size() > 0');
    const failures = Array.from({ length: 120 }, () => expression.evaluate(scope).failure);
    expect(failures[0]).toBeNull();
    expect(failures.at(-1)?.message).toContain('takes too long');
  });

  it.each([
    ['facts.list.map(x, x * 2.123456789012)', [2.123456789012, 4.246913578024, 3 * 2.123456789012]],
    ['output.items.filter(x, x == "a").size() == 2 ? "two" : "other"', 'two'],
    ['input.text.split(" ").exists(w, w == "word") && !([1, 2] == [2]) && -(1 - 2) == 1', true],
    ['facts.list.map(x, x > 1, {"n": (x + 1) / 2})[0].n', 1.5],
    ['sum(facts.list.map(x, has(output.items) ? x : 0)) % 4', 2],
    [`output.items.map(x, x + 'é"\\n')[0]`, 'aé"\n'],
  ])('changes nothing in %s', (source, expected) => {
    const { value } = compiled(source).evaluate(scope);
    expect(value).toMatchObject({ kind: 'exact', value: expected });
  });
});
