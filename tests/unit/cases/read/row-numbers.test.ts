import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../../src/cases/read/read-table';
import type { ReadingChoices } from '../../../../src/cases/table';

/** The number that each data row has. */
function numbersIn(text: string, choices: ReadingChoices = {}, name = 'cases.csv'): number[] {
  const read = readBytes(new TextEncoder().encode(text), name, choices);
  if (read === 'xlsx' || 'code' in read) throw new Error(JSON.stringify(read));
  return read.numbers;
}

describe('rows are numbered as a spreadsheet numbers them', () => {
  it.each<[string, string, ReadingChoices, number[]]>([
    ['below a header', 'id,text\n1,a\n2,b', {}, [2, 3]],
    ['without a header', '1,a\n2,b', { header: false }, [1, 2]],
    ['with empty rows between', 'id,text\n\n1,a\n , \n\n2,b\n3,c\n', {}, [3, 6, 7]],
    ['with empty rows before the header', '\n\nid,text\n1,a\n', {}, [4]],
    ['with a cell of several lines, one of them empty', 'id,text\n1,"a\n\nb"\n\n2,c', {}, [2, 4]],
    ['below the line that tells Excel the separator', 'sep=;\nid;text\n\n1;a', {}, [3]],
    ['with lone returns', 'a,b\r\r1,2\r , \r,\r3,4\r\r', {}, [3, 6]],
    ['with a row of empty quotes', 'id,text\n"",""\n1,a', {}, [3]],
  ])('%s', (_, text, choices, expected) => {
    expect(numbersIn(text, choices)).toEqual(expected);
  });

  it('whatever is empty', () => {
    const row = fc.constantFrom('x,y', '"a\n\nb",c', '', ' ', ',', '"",""');
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const all = ['id,text', ...rows, '1,end'];
        const filled = all.flatMap((each, index) => (/[a-z0-9]/.test(each) ? [index + 1] : []));
        expect(numbersIn(all.join('\n'), { header: true })).toEqual(filled.slice(1));
      }),
    );
  });
});

it('JSON lines are numbered by line, items by their place in the list', () => {
  expect(numbersIn('{"a":1}\n\noops\n{"a":2}', {}, 'cases.jsonl')).toEqual([1, 4]);
  expect(numbersIn('[{"a":1}, 7, {"a":2}]', {}, 'cases.json')).toEqual([1, 3]);
});
