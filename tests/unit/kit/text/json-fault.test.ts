import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFault } from '../../../../src/kit/text/json-fault';

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
