import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMapping, nameCases } from '../../../../src/cases/mapping/apply-mapping';
import { proposeMapping } from '../../../../src/cases/mapping/propose-mapping';
import { findRowProblems } from '../../../../src/cases/mapping/row-problems';
import { sampleCsv, templateCsv } from '../../../../src/cases/read/csv-cases';
import { leaves } from '../../../../src/rubric/shape/fields';
import { rubricsUnderTest } from '../../../contracts/support/rubric-cases';
import { finish, input, tableFromCsv } from '../mapping-fixture';

describe('templateCsv', () => {
  it.each([
    ['an example', input('a', { example: 'x, "y"', help: 'h' }), 'x, "y"'],
    ['help in its place', input('a', { help: 'h' }), 'h'],
    ['the label in its place', input('a', { label: 'l' }), 'l'],
    ['JSON', input('a', { kind: 'json', help: 'h' }), '{}'],
    ['a number', input('a', { kind: 'number', help: 'h' }), '0'],
    ['a number that may be left out', input('a', { kind: 'number', required: false }), ''],
  ])('shows %s', (_, declared, cell) => {
    expect(tableFromCsv(templateCsv({ inputs: [declared] }))).toEqual({
      columns: ['id', 'label', 'a'],
      rows: [['example-1', 'Example', cell]],
    });
  });

  it('leaves a column to the input that bears its name', () => {
    const { columns } = tableFromCsv(templateCsv({ inputs: [input('id'), input('q')] }));
    expect(columns).toEqual(['label', 'id', 'q']);
  });

  it('starts with a byte order mark when Excel is to open it', () => {
    expect(templateCsv({ inputs: [input('q')] }, { bom: true })).toMatch(/^\uFEFFid,/);
    expect(templateCsv({ inputs: [input('q')] })).toMatch(/^id,/);
  });

  it('makes every cell harmless', () => {
    const declared = input('q', { example: '=1+1' });
    const protect = (cell: string) => `<${cell}>`;
    expect(tableFromCsv(templateCsv({ inputs: [declared] }, { protect })).rows).toEqual([
      ['<example-1>', '<Example>', '<=1+1>'],
    ]);
  });
});

describe.each(rubricsUnderTest)('the files to download for $id', ({ rubric, samples }) => {
  const outputPaths = leaves(rubric.output).map(({ path }) => path);
  const read = (csv: string) => {
    const table = tableFromCsv(csv);
    const { mapping } = proposeMapping(table, rubric, { outputPaths });
    return { table, mapping, ids: finish(nameCases(table, mapping)) };
  };

  it('the template gives every input its column and has no problem itself', () => {
    const { table, mapping, ids } = read(templateCsv(rubric, { bom: true }));
    expect(mapping).toEqual({
      id: 0,
      label: 1,
      inputs: Object.fromEntries(rubric.inputs.map(({ name }, index) => [name, index + 2])),
      gold: {},
    });
    expect(finish(findRowProblems(table, mapping, rubric.inputs, { characters: 1e6 }, ids))).toEqual([]);
  });

  it('the samples come back as they are', () => {
    const { table, mapping, ids } = read(sampleCsv(rubric, samples));
    expect([...applyMapping(table, mapping, rubric.inputs, ids)]).toEqual(samples);
  });

  it('any cases come back as they are', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('가,나', 'a"b', 'x\ny', 'x\r\ny', ' 007 ', '=1'));
    const anyCase = fc.record({
      label: fc.stringMatching(/^[a-z가-힣]{1,9}$/u),
      input: fc.record(Object.fromEntries(rubric.inputs.map(({ name }) => [name, cell]))),
    });
    fc.assert(
      fc.property(fc.array(anyCase, { minLength: 1, maxLength: 5 }), (made) => {
        const cases = made.map((each, index) => ({ id: `c${index}`, ...each }));
        const { table, mapping, ids } = read(sampleCsv(rubric, cases));
        expect([...applyMapping(table, mapping, rubric.inputs, ids)]).toEqual(cases);
      }),
    );
  });
});
