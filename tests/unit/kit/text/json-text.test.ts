import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault, prettyJson } from '../../../../src/kit/text/json-text';

it.each([
  ['', 1, 1],
  ['{"a": 1,}', 1, 9],
  ['[1, 2', 1, 6],
  ['[1 2]', 1, 4],
  ['{"a": oops}', 1, 7],
  ['{a: 1}', 1, 2],
  ['{"a" 1}', 1, 6],
  ['[\n  {"a": 1},\n  {"a": tru}\n]', 3, 9],
  ['[{"a": "x\ny"}]', 1, 8],
  ['[1] [2]', 1, 5],
  ['[1]]', 1, 4],
  ['[01]', 1, 2],
  ['{"a": [1, {"b": null}, ]}', 1, 24],
])('%j is broken in line %i, column %i', (text, line, column) => {
  expect(() => {
    JSON.parse(text);
  }).toThrow();
  expect(jsonFault(text)).toEqual({ line, column });
});

it('goes past a text of any length', () => {
  expect(jsonFault(`["${'x'.repeat(20_000_000)}`)).toEqual({ line: 1, column: 2 });
});

it('finds a sign that belongs nowhere, and goes past everything before it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const good = JSON.stringify([value], null, indent);
      const text = `${good.slice(0, -1)}#]`;
      const { line, column } = jsonFault(text);
      const lines = text.split('\n');
      expect(lines[line - 1]?.[column - 1]).toBe('#');
    }),
  );
});

describe('prettyJson', () => {
  it.each([
    ['{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
    ['{ "a" : {} , "b": [ ] }', '{\n  "a": {},\n  "b": []\n}'],
    ['["x, y: {z}", "\\"quoted\\""]', '[\n  "x, y: {z}",\n  "\\"quoted\\""\n]'],
  ])('lays out %s', (source, expected) => {
    expect(prettyJson(source)?.text).toBe(expected);
  });

  it.each(['', 'plain words', '"a text"', '12', '{"a":', '{a: 1}'])('leaves %j alone', (source) => {
    expect(prettyJson(source)).toBeNull();
  });

  it('changes no value, and leads each character that stands outside white space to its new place', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const source = JSON.stringify(value, null, 1);
        const pretty = prettyJson(source);
        if (!pretty) throw new Error('Expected JSON to be laid out.');
        expect(JSON.parse(pretty.text)).toEqual(JSON.parse(source));
        for (let at = 0; at < source.length; at += 1) {
          const character = source.charAt(at);
          if (!/\s/.test(character)) expect(pretty.text.charAt(pretty.placeOf(at))).toBe(character);
        }
        expect(pretty.placeOf(source.length)).toBe(pretty.text.length);
      }),
    );
  });
});
