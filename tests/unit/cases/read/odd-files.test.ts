import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../../src/cases/read/read-table';

const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Of one row below its header. */
const pairs = (name: string, text: string, expected: string): [string, Buffer, string[][]] => [
  name,
  utf8(`id,text\n1,${text}\n`),
  [
    ['id', 'text'],
    ['1', expected],
  ],
];
const kept = (name: string, text: string) => pairs(name, text, text);

describe('odd files are read cell by cell as they are', () => {
  it.each<[string, Buffer, string[][]]>([
    pairs('empty quotes and another column', '""', ''),
    pairs('a cell of one quote', '""""', '"'),
    pairs('quotes around quotes', '"""a"""', '"a"'),
    pairs('blanks behind a closing quote', '"a"  ', 'a'),
    pairs('blanks in quotes', '"  a  "', '  a  '),
    pairs('a CRLF in a file of LFs', '"a\r\nb"', 'a\r\nb'),
    pairs('lines of nothing in a cell', '"\n\n\n"', '\n\n\n'),
    pairs('a whole table in a cell', '"a,b\n""1"",2\n"', 'a,b\n"1",2\n'),
    kept('a quote inside a cell', '5" pipe'),
    kept('a tab in text', 'a\tb'),
    kept('the separator of lines and of paragraphs in Unicode', 'a\u2028b\u2029c'),
    kept('form feed, vertical tab, bell', 'a\fb\vc\u0007'),
    kept('composed and decomposed Hangul', '각\u1100\u1161\u11a8'),
    kept('a family, a flag, a half-width comma', '👨‍👩‍👧🇰🇷、'),
    kept('invisible and turning characters', 'a\u200bb\u202ec\u00ad'),
    kept('a replacement character of its own', 'a\ufffdb'),
    kept('what a spreadsheet would run', '=1+1'),
    kept('an apostrophe in a file that is not ours', "'=1+1"),
    kept('an exponent', '1E400'),
    kept('zeros at both ends', '0001.5000'),
    kept('words that mean nothing', 'NULL'),
    kept('a backslash before the end', 'C:\\'),
    kept('markup', '<b onclick="x">&amp;</b>'),
    [
      'lone CRs',
      utf8('a,b\r1,"x\ry"\r'),
      [
        ['a', 'b'],
        ['1', 'x\ry'],
      ],
    ],
    [
      'CRLF, LF and an end without either',
      utf8('a,b\r\n1,2\n3,4'),
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a mark before a quoted header',
      utf8('\ufeff"a","b"\n1,2\n'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'UTF-16 with tabs, from Excel',
      utf16('a\tb\r\n가\t"x\ny"\r\n'),
      [
        ['a', 'b'],
        ['가', 'x\ny'],
      ],
    ],
    [
      'UTF-16, big end first',
      utf16('a,b\n가,2\n').swap16(),
      [
        ['a', 'b'],
        ['가', '2'],
      ],
    ],
    [
      'Windows-1252',
      latin1('id;text\n1;d\xe9j\xe0 vu\n'),
      [
        ['id', 'text'],
        ['1', 'déjà vu'],
      ],
    ],
    [
      'Shift-JIS',
      Buffer.from('69642c746578740a312c836583588367814182b182f182c982bf82cd0a', 'hex'),
      [
        ['id', 'text'],
        ['1', 'テスト、こんにちは'],
      ],
    ],
    [
      'names that every object has',
      utf8('constructor,toString,__proto__\n1,2,3\n'),
      [
        ['constructor', 'toString', '__proto__'],
        ['1', '2', '3'],
      ],
    ],
    [
      'names that differ in blanks',
      utf8('a, a,a\n1,2,3\n'),
      [
        ['a', ' a', 'a'],
        ['1', '2', '3'],
      ],
    ],
    [
      'an empty name',
      utf8('a,,c\n1,2,3\n'),
      [
        ['a', '', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'ragged rows',
      utf8('a,b\n1\n1,2,3\n'),
      [
        ['a', 'b', 'Column 3'],
        ['1', '', ''],
        ['1', '2', '3'],
      ],
    ],
    [
      'decimal commas',
      utf8('id;x\n1;2,5\n2;1.000,5\n'),
      [
        ['id', 'x'],
        ['1', '2,5'],
        ['2', '1.000,5'],
      ],
    ],
    [
      'commas in text between bars',
      utf8('a|b\n1|x, y\n2|z, z\n'),
      [
        ['a', 'b'],
        ['1', 'x, y'],
        ['2', 'z, z'],
      ],
    ],
    ['one column', utf8('text\nfirst\nsecond\n'), [['text'], ['first'], ['second']]],
    [
      'rows of nothing but quotes and blanks',
      utf8('a,b\n"",""\n \t,\n1,2\n'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the end of a DOS file',
      utf8('a,b\n1,2\n\u001a'),
      [
        ['a', 'b'],
        ['1', '2'],
        ['\u001a', ''],
      ],
    ],
  ])('%s', (_, bytes, rows) => {
    const read = readBytes(bytes, 'odd.csv', {});
    if (read === 'xlsx' || 'code' in read) throw new Error(JSON.stringify(read));
    expect([read.table.columns, ...read.table.rows]).toEqual(rows);
  });

  it.each<[string, Buffer, string]>([
    ['only a byte order mark', utf8('\ufeff'), 'empty'],
    ['only blanks and lines', utf8(' \n\t\n  \r\n'), 'empty'],
    ['only empty quotes', utf8('"",""\n"",""\n'), 'no-rows'],
    ['a header and blank rows', utf8('a,b\n,\n  \n'), 'no-rows'],
    ['zero bytes between letters', utf8('a,b\n1,\0'), 'not-text'],
    ['UTF-16 without a mark', utf16('a,b\n1,2\n').subarray(2), 'not-text'],
    ['half a character of UTF-8', utf8('a,b\n1,가나다').subarray(0, -1), 'wrong-bytes'],
    ['bytes without a meaning', Buffer.from([0x61, 0xff, 0xfe, 0xfd, 0xff, 0x0a, 0xff]), 'wrong-bytes'],
  ])('%s is refused', (_, bytes, code) => {
    expect(readBytes(bytes, 'odd.csv', {})).toMatchObject({ code });
  });
});
