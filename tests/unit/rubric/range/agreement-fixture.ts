import fc from 'fast-check';
import { sameJson } from '../../../../src/rubric/program/failure';
import type { Expression } from '../../../../src/rubric/program/expression';
import { exactly, sure, toKnown, type Outcome } from '../../../../src/rubric/range/value';
import { fromOutput, type Overrides } from '../../../../src/rubric/range/from-schema';
import { interpret } from '../../../../src/rubric/range/interpret';
import { isJsonObject, type Json, type JsonObject } from '../../../../src/kit/json';
import { expressionOf } from '../program/rubric-fixture';
import type { Known } from '../../../../src/rubric/values';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';

const properties: Record<string, OutputSchema> = {
  a: { type: 'integer', minimum: 0, maximum: 5 },
  b: { type: 'integer', minimum: -20, maximum: 40 },
  c: { type: 'number', minimum: -1, maximum: 1 },
  free: { type: 'number' },
  step: { type: 'integer', enum: [0, 10] },
  flag: { type: 'boolean' },
  other: { type: 'boolean' },
  label: { type: 'string', enum: ['GOOD', 'FAIR', 'POOR'] },
  text: { type: 'string' },
  maybe: { anyOf: [{ type: 'integer', minimum: 0, maximum: 3 }, { type: 'null' }] },
  extra: { type: 'integer', minimum: 1, maximum: 4 },
  rules: {
    type: 'array',
    prefixItems: [0, 1, 2].map((): OutputSchema => ({
      type: 'object',
      properties: { met: { type: 'boolean' }, score: { type: 'integer', minimum: 0, maximum: 10 } },
    })),
    items: false,
  },
  pair: {
    type: 'array',
    prefixItems: [
      { type: 'number', minimum: 0, maximum: 50 },
      { type: 'number', minimum: 50, maximum: 100 },
    ],
    items: false,
  },
  words: { type: 'array', items: { type: 'string' } },
};
export const shape: ObjectSchema = {
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => key !== 'extra'),
};

/** What authors write, and what they should not: each reads some fields, and some can fail. */
export const expressions = [
  'output.a + output.b',
  '-output.b + output.step',
  'output.b / 4',
  'output.b / output.a',
  '10 / output.c',
  'output.b % 7',
  'output.free * output.c',
  'output.a == output.b',
  'output.label == "GOOD" || output.label == "FAIR" || output.label == "POOR"',
  'output.maybe == null',
  'output.maybe != null && output.maybe > 1',
  'output.maybe + 1',
  'output.a > 9 && output.flag',
  'output.a < 9 || 1 / output.a > 0',
  'output.flag ? output.a : output.b',
  'output.flag ? "yes" : null',
  'output.a + output.step >= 15 ? "PASS" : output.a + output.step >= 5 ? "REVIEW" : "FAIL"',
  'output.b >= 50 && output.label == "GOOD" ? "PASS" : "FAIL"',
  'sum(output.rules.map(r, r.met, r.score))',
  'sum([output.a, output.b, 3, 0.1]) + 0.2',
  'mean(output.rules.filter(r, r.met).map(r, r.score))',
  'min(output.rules.map(r, r.score))',
  'max([output.a, output.c])',
  'max(output.words.map(w, size(w)))',
  'round(output.c * 10, 1)',
  'round(mean([output.a, output.b, output.c]), 2)',
  'int(output.c * 3)',
  'double(output.b) / 3.0',
  'string(output.b) + "/" + output.label',
  'output.rules.all(r, r.met == (r.score == 10))',
  'output.rules.exists(r, r.met && r.score > 5)',
  'output.rules.exists_one(r, r.met)',
  'output.rules.filter(r, r.met)',
  'output.rules.filter(r, r.score > 20) == []',
  'output.rules[output.a].score',
  'output.pair[0] <= output.pair[1]',
  'output.pair == [0, 100]',
  '"x" in output.words',
  'output.text.contains("a")',
  'output.label.size() == 4',
  'fold(output.label)',
  'has(output.extra) ? output.extra : 0',
  'output.extra > 0',
  '{"x": output.a, "y": 2}.x + 1',
  '{"GOOD": 3, "FAIR": 2, "POOR": 1}[output.label]',
  '{"GOOD": 3, "FAIR": 2}[output.label]',
  '[output.a, 1] + [2]',
  'output.a in [output.b, 3]',
  'output.text < 3',
  'output.a ? 1 : 2',
  'sum([1, 2, 3].filter(n, n > output.a))',
  'facts.limit - output.b',
  'sentences(output.text, "en") <= 2',
  'hangul_share(output.text) > 2',
  'quoted(output.text).all(name, size(name) > output.a)',
];

const declared = {
  output: shape,
  facts: new Set(['limit']),
  input: new Set<string>(),
  derived: new Set<string>(),
};

export function compiled(source: string): Expression {
  return expressionOf(source, declared);
}

const facts = { limit: 12 };

export type Concrete = { ok: true; value: Json } | { ok: false; message: string };

export function concretely(expression: Expression, output: JsonObject): Concrete {
  const known = toKnown(expression.evaluate({ input: {}, facts, output, derived: {} }));
  if (known.kind === 'value') return { ok: true, value: known.value };
  return { ok: false, message: known.kind === 'error' ? known.message : known.kind };
}

export function abstractly(
  expression: Expression,
  output: JsonObject,
  complete: boolean,
  overrides: Overrides = new Map(),
): Outcome {
  const scope = new Map<string, Outcome>([
    ['input', exactly({})],
    ['facts', exactly(facts)],
    ['output', sure(fromOutput(shape, output, '', { overrides, complete }))],
    ['derived', exactly({})],
  ]);
  return interpret(expression.ast, scope);
}

/** Whether what was known beforehand leaves room for what came. */
export function allows(known: Known, concrete: Concrete): boolean {
  switch (known.kind) {
    case 'undecided':
      return true;
    case 'error':
      return !concrete.ok;
    case 'value':
      return concrete.ok && sameJson(known.value, concrete.value);
    case 'range': {
      const value = concrete.ok ? concrete.value : null;
      return typeof value === 'number' && value >= known.min && value <= known.max;
    }
    case 'one-of':
      return concrete.ok && known.values.some((value) => sameJson(value, concrete.value));
  }
}

const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((n) => (n === 0 ? 0 : n));
const rule = fc.record({ met: fc.boolean(), score: fc.integer({ min: 0, max: 10 }) });

const complete = fc.record({
  a: fc.integer({ min: 0, max: 5 }),
  b: fc.integer({ min: -20, max: 40 }),
  c: number(-1, 1),
  free: fc.oneof(number(-1e6, 1e6), number(-1e308, 1e308), fc.integer()),
  step: fc.constantFrom(0, 10),
  flag: fc.boolean(),
  other: fc.boolean(),
  label: fc.constantFrom('GOOD', 'FAIR', 'POOR'),
  text: fc.oneof(fc.string(), fc.constantFrom('', 'a. b. c.', '가나다')),
  maybe: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  rules: fc.tuple(rule, rule, rule),
  pair: fc.tuple(number(0, 50), number(50, 100)),
  words: fc.array(fc.constantFrom('', 'x', 'yy'), { maxLength: 3 }),
});
export const outputs = fc
  .tuple(complete, fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }))
  .map(([output, extra]) => (extra === undefined ? output : { ...output, extra }));

/** Takes leaves away: a bit of the mask for each leaf met on the way. */
export function withoutSome(output: JsonObject, mask: readonly boolean[]): JsonObject {
  let next = 0;
  const dropped = (): boolean => mask[next++ % mask.length] ?? false;
  const object = (value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, entry]): [string, Json][] => {
        if (key === 'rules' && Array.isArray(entry)) {
          return dropped() && dropped()
            ? []
            : [[key, entry.map((item) => (isJsonObject(item) ? object(item) : item))]];
        }
        return dropped() ? [] : [[key, entry]];
      }),
    );
  return object(output);
}

const numberLiteral = fc.oneof(
  fc.integer({ min: -12, max: 45 }).map((n) => (n < 0 ? `(${n})` : String(n))),
  fc.constantFrom('0.5', '2.5', '10.0', '0.1'),
);
const numberField = fc.constantFrom(...'a b c free step maybe extra rules[1].score pair[0]'.split(' '));

/** Random expressions that a careless author could write. No bare `[]`: CEL cannot type what it is compared with. */
export const randomExpressions = fc.letrec<{ number: string; truth: string; text: string; list: string }>(
  (tie) => {
    const number = tie('number');
    const truth = tie('truth');
    const text = tie('text');
    const list = tie('list');
    return {
      number: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        numberLiteral,
        numberField.map((field) => `output.${field}`),
        fc
          .tuple(number, fc.constantFrom('+', '-', '*', '/', '%'), number)
          .map((parts) => `(${parts.join(' ')})`),
        fc.tuple(truth, number, number).map(([c, x, y]) => `(${c} ? ${x} : ${y})`),
        fc
          .tuple(fc.constantFrom('sum', 'mean', 'min', 'max', 'size'), list)
          .map(([name, l]) => `${name}(${l})`),
        fc.tuple(number, fc.integer({ min: 0, max: 2 })).map(([x, digits]) => `round(${x}, ${digits})`),
        number.map((x) => `(-${x})`),
        number.map((x) => `int(${x})`),
      ),
      truth: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom('output.flag', 'output.other', 'true', 'has(output.extra)', 'has(output.a)'),
        fc
          .tuple(number, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), number)
          .map((p) => `(${p.join(' ')})`),
        fc.tuple(text, fc.constantFrom('==', '!='), text).map((p) => `(${p.join(' ')})`),
        fc.tuple(truth, fc.constantFrom('&&', '||', '=='), truth).map((p) => `(${p.join(' ')})`),
        truth.map((t) => `!${t}`),
        fc.tuple(number, list).map(([x, l]) => `(${x} in ${l})`),
        fc
          .tuple(list, fc.constantFrom('all', 'exists', 'exists_one'), number)
          .map(([l, q, x]) => `${l}.${q}(n, n > ${x})`),
        fc.tuple(list, list).map(([x, y]) => `(${x} == ${y})`),
      ),
      text: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom('output.label', 'output.text', '"GOOD"', '"x"'),
        fc.tuple(truth, text, text).map(([c, x, y]) => `(${c} ? ${x} : ${y})`),
        fc.tuple(text, text).map(([x, y]) => `(${x} + ${y})`),
        number.map((x) => `string(${x})`),
      ),
      list: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom('output.rules.map(r, r.score)', 'output.rules.map(r, r.met, r.score)', 'output.pair'),
        fc.constant('[0].filter(n, n > 1)'),
        fc.array(number, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
        fc.tuple(list, number).map(([l, x]) => `${l}.filter(n, n >= ${x})`),
        fc.tuple(list, number).map(([l, x]) => `${l}.map(n, n + ${x})`),
        // CEL types a joined list by its first part and then refuses other numbers in a macro; dyn() is its own way out.
        fc.tuple(list, list).map(([x, y]) => `(dyn(${x}) + dyn(${y}))`),
      ),
    };
  },
);
