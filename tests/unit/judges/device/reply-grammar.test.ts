import { describe, expect, it } from 'vitest';
import type { ObjectSchema, OutputSchema } from '../../../../src/rubric/output-schema';
import { replyGrammar } from '../../../../src/judges/device/reply-grammar';
import { acceptorOf } from '../../../contracts/support/xgrammar';

const rows: [string, OutputSchema, right: string[], wrong: string[]][] = [
  ['a text', { type: 'string' }, ['""', '"a \\"b\\" \\u00e9 한"'], ['"a', '"a\nb"', '"\\x"', 'a', 'null']],
  ['a bounded text', { type: 'string', minLength: 1, maxLength: 3 }, ['"a"', '"abc"'], ['""', '"abcd"']],
  ['a long text', { type: 'string', minLength: 1, maxLength: 9000 }, ['"a"', `"${'a'.repeat(999)}"`], ['""']],
  ['one of', { type: 'string', enum: ['A "b"', 'B'] }, ['"A \\"b\\""', '"B"'], ['"A"', '"b"', 'B']],
  [
    'a score',
    { type: 'integer', minimum: 0, maximum: 12 },
    ['0', '7', '12'],
    ['13', '-1', '07', '1.5', '"1"'],
  ],
  ['below zero', { type: 'integer', minimum: -2, maximum: 1 }, ['-2', '0', '1'], ['-3', '2']],
  ['an integer', { type: 'integer' }, ['0', '-12', '900719925474099'], ['1.0', '01', '']],
  ['not below zero', { type: 'integer', minimum: 0 }, ['0', '12'], ['-1']],
  ['a number', { type: 'number' }, ['0', '-1.25', '3'], ['.5', '1.', 'NaN']],
  [
    'a bounded number',
    { type: 'number', minimum: 0, maximum: 1 },
    ['0', '0.75', '1', '1.0'],
    ['1.5', '2', '-0.1'],
  ],
  ['numbers by name', { type: 'number', enum: [0.5, 2] }, ['0.5', '2'], ['0', '1']],
  ['yes or no', { type: 'boolean' }, ['true', 'false'], ['0', 'True']],
  ['nothing', { type: 'null' }, ['null'], ['""']],
  [
    'this or nothing',
    { anyOf: [{ type: 'integer', minimum: 1, maximum: 2 }, { type: 'null' }] },
    ['1', 'null'],
    ['3'],
  ],
  [
    'a list',
    { type: 'array', items: { type: 'null' } },
    ['[]', '[null]', '[null,null]'],
    ['[null,]', 'null', '[null, null]'],
  ],
  [
    'a bounded list',
    { type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 2 },
    ['[null]', '[null,null]'],
    ['[]', '[null,null,null]'],
  ],
  ['an empty list', { type: 'array', items: { type: 'null' }, maxItems: 0 }, ['[]'], ['[null]']],
  [
    'fixed places',
    { type: 'array', prefixItems: [{ type: 'null' }, { type: 'boolean' }], items: false },
    ['[null,true]'],
    ['[null, true]', '[null]', '[true,null]', '[null,true,null]'],
  ],
];

const within = (value: OutputSchema): ObjectSchema => ({ type: 'object', properties: { value } });

it.each(rows)('%s', async (_, schema, right, wrong) => {
  const accepts = await acceptorOf(replyGrammar(within(schema)));
  for (const text of right) expect(await accepts(`{"value":${text}}`), text).toBe(true);
  for (const text of wrong) expect(await accepts(`{"value":${text}}`), text).toBe(false);
});

describe('an object', () => {
  const flag = { type: 'boolean' as const };
  const nested: ObjectSchema = { type: 'object', properties: { x: flag, y: flag }, required: ['y'] };

  it.each<[string, string[], string[], string[]]>([
    [
      'all keys',
      ['a', 'b'],
      ['{"a":true,"b":true}'],
      ['{"a": true,"b":true}', '{"a":true, "b":true}', '{"b":true,"a":true}', '{"a":true}', '{}'],
    ],
    ['the last may be left out', ['a'], ['{"a":true}', '{"a":true,"b":true}'], ['{"b":true}', '{"a":true,}']],
    [
      'the first may be left out',
      ['b'],
      ['{"b":true}', '{"a":true,"b":true}'],
      ['{"a":true}', '{,"b":true}'],
    ],
    ['all may be left out', [], ['{}', '{"a":true}', '{"b":true}', '{"a":true,"b":true}'], ['{,}']],
  ])('%s', async (_, required, right, wrong) => {
    const accepts = await acceptorOf(
      replyGrammar({ type: 'object', properties: { a: flag, b: flag }, required }),
    );
    for (const text of right) expect(await accepts(text), text).toBe(true);
    for (const text of wrong) expect(await accepts(text), text).toBe(false);
  });

  it('inside others, twice', async () => {
    const accepts = await acceptorOf(
      replyGrammar({ type: 'object', properties: { a: nested, b: { type: 'array', items: nested } } }),
    );
    expect(await accepts('{"a":{"y":true},"b":[{"x":false,"y":true},{"y":false}]}')).toBe(true);
    expect(await accepts('{"a":{"x":true},"b":[]}')).toBe(false);
  });
});
