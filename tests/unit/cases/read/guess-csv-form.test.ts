import { describe, expect, it } from 'vitest';
import { guessDelimiter, guessHeader } from '../../../../src/cases/read/guess-csv-form';

describe('guessDelimiter', () => {
  it.each<[string, string, string | null]>([
    ['commas', 'id,text\n1,a\n2,b\n', ','],
    ['a TSV with commas in its text', 'id\ttext\n1\tYes, it is, really\n2\tNo\n3\tWell, no\n', '\t'],
    ['a TSV without header and with commas', '1\ta, b, c, d\n2\te, f, g, h\n', '\t'],
    ['semicolons with quoted commas', 'id;text\n1;"a, b, c"\n2;"d"\n3;"e, f"\n', ';'],
    ['semicolons with decimal commas', 'id;score\n1;0,5\n2;0,75\n', ';'],
    ['bars', 'id|text\n1|a, b\n2|c\n', '|'],
    ['commas with lists in bars', '1,a|b,x\n2,c|d,y\n3,e|f,z\n', ','],
    ['rows shorter than the header', 'a,b,c,d\n1,2,3\n4,5,6\n7,8,9\n', ','],
    ['an odd row among even ones', 'a,b\n1,2\n1,2,3\n1,2\n1,2\n1,2\n', ','],
    ['a header alone', 'id,text', ','],
    ['a few rows of all lengths', 'id,title,text\n1\n2,b,c\n3,d\n', ','],
    ['rows of all lengths, most longer than the header', 'id,text\n1,a,b\n2,c,d,e\n3\n4,f\n', ','],
    ['semicolons, ragged, with commas in the text', 'id;title;text\n1;a, b\n2;c;d, e, f;g\n3\n', ';'],
    ['many names and rows that are mostly cut off', 'a;b;c;d;e\n1\n2\n3;x\n4;y;z\n', ';'],
    ['two names, and hardly a row that is cut', 'yes,no\nalpha\nbeta\ngamma,delta\nepsilon\n', null],
    ['figures with commas in one column', '1,234\n56\n7,890,123\n45\n', null],
    ['one column whose first text has commas', 'red,green,blue.\nyellow\nblack,white\ngrey\n', null],
    ['one column of prose', 'text\nWell, yes, it did.\nNo.\nIt may, or may not.\n', null],
    [
      'one column of prose with one comma each',
      'review\nGood, but dear\nBad, very bad\nFine, thanks\n',
      null,
    ],
    [
      'prose without a header',
      'Well, yes, it did.\nNo.\nIt may, or may not.\nOnce, twice, thrice, more.\n',
      null,
    ],
  ])('%s', (_, text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});

describe('guessHeader', () => {
  it.each<[string, string, boolean]>([
    ['words over numbers', 'id|score\n1|0.5\n2|0.7', true],
    ['words over prose', 'text\nIt was good. We liked it.\nIt rained.', true],
    ['words over JSON', 'output\n{"a": 1}\n{"a": 2}', true],
    ['words over words', 'brand|title\nNike|Shoe\nPuma|Boot', true],
    ['numbers over numbers', '1|2\n3|4\n5|6', false],
    ['an id and a word that comes again', '1|PASS\n2|FAIL\n3|PASS', false],
    ['prose first', 'It was good. We liked it.\nIt rained.', false],
    ['JSON first', '{"a": 1}\n{"a": 2}', false],
    ['a header alone', 'id|text', true],
    ['empty and repeated names', '|a|a\n1|2|3\n2|3|4', true],
    ['Korean names', '번호|회의록\n1|안건을 논의했다.\n2|결정했다.', true],
  ])('%s', (_, text, header) => {
    expect(guessHeader(text.split('\n').map((row) => ({ cells: row.split('|') })))).toBe(header);
  });
});
