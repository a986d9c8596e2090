import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCases } from '../../../../src/cases/intake';
import { nameCases, readGoldCell } from '../../../../src/cases/mapping/apply-mapping';
import type { Mapping, SourceTable } from '../../../../src/cases/table';
import { caseSchema } from '../../../../src/cases/case';
import { finish, input, table } from '../mapping-fixture';

const inputs = [input('a'), input('b', { required: false })];
const casesOf = (source: SourceTable, mapping: Mapping) =>
  finish(makeCases(source, mapping, { inputs }, new Set(), new Set())).cases;

describe('makeCases', () => {
  const columns = ['id', 'label', 'x', 'gold.score', 'gold.verdict'];

  it.each<[string, string[], Mapping, unknown]>([
    [
      'everything mapped',
      ['c1', ' First ', ' 007 ', '4', 'PASS'],
      { inputs: { a: 2, b: 1 }, id: 0, label: 1, gold: { score: 3, verdict: 4 } },
      { id: 'c1', label: 'First', input: { a: ' 007 ', b: ' First ' }, gold: { score: 4, verdict: 'PASS' } },
    ],
    [
      'an input that the file does not have and that may be empty',
      ['c1', 'l', 'x', '4', 'PASS'],
      { inputs: { b: 2 }, blank: ['a'], gold: {} },
      { id: 'row-1', input: { a: '', b: 'x' } },
    ],
    ['nothing mapped', ['c1', 'l', 'x', '4', 'PASS'], { inputs: {}, gold: {} }, { id: 'row-1', input: {} }],
    [
      'blank cells: an empty input, no label, no claim',
      ['', ' ', '', '', ' '],
      { inputs: { a: 2 }, id: 0, label: 1, gold: { score: 3, verdict: 4 } },
      { id: 'row-1', input: { a: '' } },
    ],
    [
      'gold cells that are JSON',
      ['c1', '', 'x', '[1, 2]', 'null'],
      { inputs: { a: 2 }, id: 0, gold: { score: 3, verdict: 4 } },
      { id: 'c1', input: { a: 'x' }, gold: { score: [1, 2], verdict: null } },
    ],
    [
      'an input the rubric does not have',
      ['c1', '', 'x', '', ''],
      { inputs: { a: 2, gone: 1 }, gold: {} },
      { id: 'row-1', input: { a: 'x' } },
    ],
  ])('%s', (_, row, mapping, expected) => {
    expect(casesOf(table(columns, row), mapping)[0]).toEqual(expected);
  });

  it('makes a case of every row, in order, and leaves the table alone', () => {
    const column = fc.nat(3);
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 4, maxLength: 4 })),
        fc.record(
          {
            inputs: fc.record({ a: column, b: column }, { requiredKeys: [] }),
            gold: fc.dictionary(fc.constantFrom('score', 'x.y', '__proto__'), column),
            id: column,
            label: column,
          },
          { requiredKeys: ['inputs', 'gold'] },
        ),
        (rows, mapping) => {
          const source = table(['a', 'a', '', '__proto__'], ...rows);
          const before = structuredClone(source);
          const cases = casesOf(source, mapping);
          expect(source).toEqual(before);
          expect(cases.length).toBe(rows.length);
          cases.forEach((made, index) => {
            expect(caseSchema.safeParse(made).success).toBe(true);
            for (const [name, place] of Object.entries(mapping.inputs))
              expect(made.input[name]).toBe(rows[index]?.[place]);
          });
        },
      ),
    );
  });
});

const named = (ids: string[], taken: string[] = []) =>
  finish(nameCases(table(['id'], ...ids.map((id) => [id])), { inputs: {}, id: 0, gold: {} }, new Set(taken)));

describe('nameCases', () => {
  it.each<[string, string[], string[]]>([
    ['as the file says', ['b', 'a'], ['b', 'a']],
    ['repeated', ['a', 'b', 'a', 'a'], ['a', 'b', 'a (2)', 'a (3)']],
    ['repeated but for spaces', ['a', ' a '], ['a', 'a (2)']],
    ['blank', ['a', ' ', ''], ['a', 'row-2', 'row-3']],
    ['a suffix that the file itself has, further down', ['a', 'a', 'a (2)'], ['a', 'a (3)', 'a (2)']],
    ['a suffix upon a suffix', ['a (2)', 'a (2)', 'a', 'a'], ['a (2)', 'a (2) (2)', 'a', 'a (3)']],
    ['a row number that is an id', ['row-2', ''], ['row-2', 'row-2 (2)']],
    ['names every object has', ['__proto__', '__proto__'], ['__proto__', '__proto__ (2)']],
  ])('%s', (_, given, expected) => {
    expect(named(given).ids).toEqual(expected);
  });

  it('numbers the rows where no column gives an id', () => {
    expect(finish(nameCases(table(['x'], ['a'], ['a']), { inputs: {}, gold: {} })).ids).toEqual([
      'row-1',
      'row-2',
    ]);
  });

  it('keeps clear of ids that are taken elsewhere', () => {
    expect(named(['a', 'b', 'a'], ['a', 'a (3)']).ids).toEqual(['a (2)', 'b', 'a (4)']);
  });

  it.each<[string, string[], string[], string[]]>([
    ['an id that is taken', ['a', 'b'], ['a'], ['a', 'b']],
    ['only once', ['a', 'a'], ['a', 'a (2)'], ['a', 'a (3)']],
    ['no row number, which is not an id of the file', ['', 'b'], ['row-1', 'b'], ['row-1 (2)', 'b']],
  ])('keeps, where it is to replace a case, %s', (_, given, taken, expected) => {
    const source = table(['id'], ...given.map((id) => [id]));
    const names = nameCases(source, { inputs: {}, id: 0, gold: {} }, new Set(taken), 'keep');
    expect(finish(names).ids).toEqual(expected);
  });

  it('says which row had the id first', () => {
    expect([...named(['a', 'b', 'a', 'b', 'a']).repeats]).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
    ]);
  });

  it('gives every row an id of its own that starts with what the file says', () => {
    const id = fc.oneof(fc.constantFrom('a', 'a (2)', 'a (3)', 'row-1', 'row-2', '', ' '), fc.string());
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (given, taken) => {
        const { ids } = named(given, taken);
        expect(new Set([...ids, ...taken]).size).toBe(ids.length + new Set(taken).size);
        given.forEach((text, row) => {
          expect(ids[row]?.startsWith(text.trim() || `row-${row + 1}`)).toBe(true);
        });
      }),
    );
  });

  it('stays quick when one id stands in every row', () => {
    const { ids } = named(Array.from({ length: 50_000 }, () => 'same'));
    expect(ids.at(-1)).toBe('same (50000)');
  });
});

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
});
