import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMapping, nameCases } from '../../../../src/cases/mapping/apply-mapping';
import type { Mapping, SourceTable } from '../../../../src/cases/table';
import { caseSchema } from '../../../../src/cases/case';
import { finish, input, table } from '../mapping-fixture';

const inputs = [input('a'), input('b', { required: false })];
const casesOf = (source: SourceTable, mapping: Mapping) =>
  applyMapping(source, mapping, inputs, finish(nameCases(source, mapping)));

describe('applyMapping', () => {
  const columns = ['id', 'label', 'x', 'gold.score', 'gold.verdict'];

  it.each<[string, string[], Mapping, unknown]>([
    [
      'everything mapped',
      ['c1', ' First ', ' 007 ', '4', 'PASS'],
      { inputs: { a: 2, b: 1 }, id: 0, label: 1, gold: { score: 3, verdict: 4 } },
      { id: 'c1', label: 'First', input: { a: ' 007 ', b: ' First ' }, gold: { score: 4, verdict: 'PASS' } },
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
    expect(casesOf(table(columns, row), mapping).at(0)).toEqual(expected);
  });

  it('reads a cell as it stands when the case is asked for', () => {
    const source = table(['x'], ['before']);
    const cases = casesOf(source, { inputs: { a: 0 }, gold: {} });
    source.rows[0] = ['after'];
    expect(cases.at(0).input).toEqual({ a: 'after' });
  });

  it.each([-1, 1, 0.5])('refuses row %s of a table of one row', (index) => {
    const cases = casesOf(table(['x'], ['v']), { inputs: { a: 0 }, gold: {} });
    expect(() => cases.at(index)).toThrow('Expected a row index below 1');
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
          const cases = [...casesOf(source, mapping)];
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
