import { describe, expect, it } from 'vitest';
import { readCsvCases } from '../../../../src/cases/read/csv-cases';

describe('readCsvCases', () => {
  it('takes inputs, name and gold values by their columns', () => {
    const csv = 'id,label,title,other,gold.score,gold.verdict,gold.notes\na1,First,"A, ""B""\nC",x,4,PASS,\n';
    expect(readCsvCases(csv, ['title'])).toEqual([
      { id: 'a1', label: 'First', input: { title: 'A, "B"\nC' }, gold: { score: 4, verdict: 'PASS' } },
    ]);
  });

  it.each([
    ['a number stays text in an input', 'id,title\n1,007\n', { title: '007' }],
    ['an empty cell is an empty input', 'id,title\n1,\n', { title: '' }],
    ['a column that is not there is no input', 'id,label\n1,x\n', {}],
  ])('%s', (_, csv, input) => {
    expect(readCsvCases(csv, ['title'])[0]?.input).toEqual(input);
  });

  it('reads JSON gold cells as JSON and words as words', () => {
    const csv = 'id,gold.range,gold.id,gold.flag,gold.label\n1,"[95,100]",null,true,NATIONAL\n';
    expect(readCsvCases(csv, [])[0]?.gold).toEqual({
      range: [95, 100],
      id: null,
      flag: true,
      label: 'NATIONAL',
    });
  });

  it('refuses a ragged file, saying where', () => {
    expect(() => readCsvCases('id,title\n1,a,b\n', ['title'])).toThrow(/row 0/);
  });
});
