import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGoldCell } from '../../../../src/cases/read/csv-cases';

describe('readGoldCell', () => {
  it.each([
    ['', undefined],
    [' \n', undefined],
    ['PASS', 'PASS'],
    ['null', null],
    ['nobody', 'nobody'],
    [' true ', true],
    ['-4.5', -4.5],
    ['007', '007'],
    ['1e999', '1e999'],
    ['"4"', '4'],
    ['[95, 100]', [95, 100]],
    ['{"a": [null]}', { a: [null] }],
    ['{"a": ', '{"a": '],
    ['가', '가'],
    ['{"__proto__": 0}', '{"__proto__": 0}'],
    ['[{"\\u005f_proto__": 0}]', '[{"\\u005f_proto__": 0}]'],
    ['["__proto__"]', ['__proto__']],
  ])('%j', (cell, value) => {
    expect(readGoldCell(cell)).toEqual(value);
  });

  it('gives back any JSON value, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
        const json = JSON.stringify(value);
        fc.pre(!json.includes('__proto__'));
        expect(readGoldCell(space + json + space)).toEqual(JSON.parse(json));
      }),
    );
  });
});
