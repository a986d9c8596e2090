import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mendJson } from '../../../../src/core/reply/mend-json';

describe('mendJson', () => {
  it.each([
    ['{"a": 1,}', { a: 1 }],
    ["{'a': 'it is \"so\"', b: None}", { a: 'it is "so"', b: null }],
    ['{"a": "x" // y\n}', { a: 'x' }],
    ['[{"a": 1} {"a": 2}]', [{ a: 1 }, { a: 2 }]],
    ['{"a": "one\ttwo\\_"}', { a: 'one\ttwo_' }],
  ])('mends %s', (text, value) => {
    const mended = mendJson(text);
    expect(mended).not.toBeNull();
    expect(JSON.parse(mended ?? '')).toEqual(value);
  });

  it.each([
    ['a bracket would be closed', '{"a": [1'],
    ['a value would be made up', '{"a": , "b": 1}'],
    ['a value would be made up from nothing said', '{"a": undefined}'],
    ['words would become a text', '{"a": four}'],
    ['texts would be joined', '{"a": "1" + "2"}'],
    ['a number would be completed', '{"a": 2.}'],
    ['a number would become a text', '{"a": 007}'],
    ['something left out would be dropped', '{"a": [1, ...]}'],
    ['a quote would be moved', '{"a": "b,c,"d":"e"}'],
    ['a text would end elsewhere', '{"a": ["x [1"], "b": 1,}'],
    ['a bracket would be dropped', '{"a": 1}}'],
    ['it would be wrapped in a list', '{"a": 1}\n{"a": 2}'],
    ['it is too long', `{"a": "${'x'.repeat(100_000)}",}`],
  ])('gives nothing where %s', (_name, text) => {
    expect(mendJson(text)).toBeNull();
  });

  it('never changes what is valid', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value });
        const mended = mendJson(text);
        if (mended !== null) expect(JSON.parse(mended)).toEqual(JSON.parse(text));
      }),
    );
  });
});
