import { describe, expect, it } from 'vitest';
import { checkRows, makeCases, propose } from '../../../../src/cases/intake';
import { readCsvCases, sampleCsv, templateCsv } from '../../../../src/cases/read/csv-cases';
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

  it('starts with a byte order mark for Excel, and no cell runs as a formula', () => {
    const text = templateCsv({ inputs: [input('q', { example: '=1+1' })] });
    expect(text).toMatch(/^\uFEFF"id",/);
    expect(tableFromCsv(text).rows).toEqual([['example-1', 'Example', "'=1+1"]]);
  });
});

describe.each(rubricsUnderTest)('the files to download for $id', ({ rubric, samples }) => {
  const read = (csv: string) => {
    const table = tableFromCsv(csv);
    return { table, mapping: propose(table, rubric, null) };
  };

  it('the template gives every input its column and has no problem itself', () => {
    const { table, mapping } = read(templateCsv(rubric));
    expect(mapping).toEqual({
      id: 0,
      label: 1,
      inputs: Object.fromEntries(rubric.inputs.map(({ name }, index) => [name, index + 2])),
      gold: {},
    });
    expect(finish(checkRows(table, mapping, rubric, new Set()))).toEqual([]);
  });

  it('the samples come back as they are', () => {
    const { table, mapping } = read(sampleCsv(rubric, samples));
    expect(finish(makeCases(table, mapping, rubric, new Set(), new Set())).cases).toEqual(samples);
  });
});

describe('readCsvCases', () => {
  it('takes inputs, name and gold values by their columns', () => {
    const csv = 'id,label,title,other,gold.score,gold.verdict,gold.notes\na1,First,"A, ""B""\nC",x,4,PASS,\n';
    expect(readCsvCases(csv, ['title'])).toEqual([
      { id: 'a1', label: 'First', input: { title: 'A, "B"\nC' }, gold: { score: 4, verdict: 'PASS' } },
    ]);
  });

  it('refuses a ragged file, saying where', () => {
    expect(() => readCsvCases('id,title\n1,a,b\n', ['title'])).toThrow(/row 1/);
  });
});
