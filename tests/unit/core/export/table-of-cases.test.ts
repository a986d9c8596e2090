import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { readCsvCases } from '../../../../src/core/cases/read-csv-cases';
import { tableOfCases } from '../../../../src/core/export/table-of-cases';
import type { Case } from '../../../../src/core/model/case';
import { rubric } from './judgement-fixture';

it('has the id, the label, the inputs of the rubric and the gold values', () => {
  const cases: Case[] = [
    { id: 'a', input: { essay: 'text' } },
    { id: 'b', label: 'B', input: { essay: '', hint: 'h' }, gold: { total: 45, label: 'GOOD' } },
  ];
  expect(tableOfCases(cases, rubric)).toEqual({
    columns: ['id', 'label', 'essay', 'hint', 'gold.total', 'gold.label'],
    rows: [
      ['a', '', 'text', '', '', ''],
      ['b', 'B', '', 'h', '45', 'GOOD'],
    ],
  });
});

it('reads back as the same cases', () => {
  const gold = fc.oneof(
    fc.string(),
    fc.constantFrom('5', 'true', '"x"', 'null', '', ' ', '\n'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
  );
  const cases = fc.array(
    fc.record({
      label: fc.string({ minLength: 1 }),
      essay: fc.string(),
      hint: fc.string(),
      gold: fc.record({ total: gold, label: gold }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(cases, (drawn) => {
      const written: Case[] = drawn.map(({ label, essay, hint, gold: values }, index) => ({
        id: `case-${index}`,
        label,
        input: { essay, hint },
        gold: values,
      }));
      const { columns, rows } = tableOfCases(written, rubric);
      const csv = Papa.unparse({ fields: columns, data: rows });
      expect(readCsvCases(csv, ['essay', 'hint'])).toEqual(written);
    }),
  );
});
