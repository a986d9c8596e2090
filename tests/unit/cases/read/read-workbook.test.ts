import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readWorkbook } from '../../../../src/cases/read/read-workbook';
import { makeWorkbook, storeZip, workbookParts } from './support/make-workbook';

it('rows of a sheet keep the numbers that a spreadsheet shows', async () => {
  const cell = (text: string) => [{ text }, { text: `${text}!` }];
  const sheet = [
    cell('id'),
    [null, null],
    cell('one'),
    cell('two'),
    [null, null],
    [null, null],
    cell('three'),
  ];
  const read = await readWorkbook(makeWorkbook({ Cases: sheet }), { header: true });
  expect(read).toMatchObject({
    table: {
      rows: [
        ['one', 'one!'],
        ['two', 'two!'],
        ['three', 'three!'],
      ],
    },
    numbers: [3, 4, 7],
    notes: [],
  });
});

it.each<[string, string, string[]]>([
  ['an id of seventeen digits', '<v>12345678901234567</v>', ['12345678901234567']],
  ['more digits than a program keeps', '<v>12345678901234567890.12</v>', ['12345678901234567890.12']],
  ['a zero at the end', '<v>1.10</v>', ['1.10']],
  ['a fraction that was written in full', '<v>1.1000000000000001</v>', ['1.1']],
  ['a fraction with all its digits', '<v>0.12345678901234568</v>', ['0.12345678901234568']],
])('keeps the digits of %s', async (_, value, cells) => {
  const sheet = `<row><c t="str"><v>id</v></c></row><row><c>${value}</c></row>`;
  expect(await readWorkbook(makeWorkbook({ S: sheet }), {})).toMatchObject({ table: { rows: [cells] } });
});

it('cells of every kind are read as a spreadsheet shows them', async () => {
  const cells = [
    '<c t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></is></c>',
    '<c t="str"><f>A1&amp;"x"</f><v>a &lt;b&gt; &#44032;_x000D_\r\nc</v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c t="d"><v>2024-03-01</v></c>',
    '<c t="str"><v><![CDATA[<&]]></v></c>',
    '<c><f>SUM(A1)</f><v>3</v></c>',
  ];
  const sheet = `<!-- > --><row>${'<c><v>1</v></c>'.repeat(6)}</row><row>${cells.join('')}</row>`;
  expect(await readWorkbook(makeWorkbook({ S: sheet }), { header: false })).toMatchObject({
    table: {
      rows: [
        ['1', '1', '1', '1', '1', '1'],
        ['rich text', 'a <b> 가\r\nc', '#DIV/0!', '2024-03-01', '<&', '3'],
      ],
    },
    notes: [],
  });
});

it('formulas without a stored result are reported, an empty result is not', async () => {
  const without = [
    '<c r="A2"><f>B2</f></c>',
    '<c r="D2"><f>1+1</f><v/></c>',
    '<c r="E2" t="str"><f>C2</f></c>',
  ];
  const sheet = `<row><c t="str"><v>id</v></c></row><row r="2">${without[0]}<c r="B2" t="str"><f>""</f><v></v></c><c r="C2"><v>7</v></c>${without[1]}${without[2]}</row>`;
  expect(await readWorkbook(makeWorkbook({ S: sheet }), {})).toMatchObject({
    table: { rows: [['', '', '7']] },
    notes: [{ kind: 'no-result', at: 2, found: 3, cell: 'A2' }],
  });
});

it('a short sheet at the front does not hide the others, and can be chosen', async () => {
  const text = (written: string) => [{ text: written }];
  const book = makeWorkbook({ Empty: [], Title: [text('About')], Cases: [text('id'), text('a')] });
  const sheets = ['Empty', 'Title', 'Cases'];
  expect(await readWorkbook(book, {})).toMatchObject({ report: { sheets, sheet: 'Cases' } });
  expect(await readWorkbook(book, { sheet: 'Title' })).toEqual({ code: 'no-rows' });
  expect(await readWorkbook(book, { sheet: 'Title', header: false })).toMatchObject({ report: { sheets } });
});

it('a workbook that Excel packed is read: shared texts, custom dates, days from 1904', async () => {
  const parts = workbookParts({
    S: '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c s="0"><v>1</v></c><c s="1"><v>40000.5</v></c></row>',
  });
  const relations = parts['xl/_rels/workbook.xml.rels'] ?? '';
  const files = {
    ...parts,
    'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    ),
    'xl/_rels/workbook.xml.rels': relations.replace(
      '</Relationships>',
      '<Relationship Id="t" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>id</t></si><si><t xml:space="preserve"> when</t><rPh><t>no</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;년&quot; h:mm"/><numFmt numFmtId="165" formatCode="[Red]0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="165"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  };
  const packed = Object.entries(files).map(([path, text]) => [path, deflateRawSync(text)] as const);
  const sizes = Object.entries(files).map(
    ([path, text]) => [path, { method: 8, size: Buffer.from(text).length }] as const,
  );
  expect(
    await readWorkbook(storeZip(Object.fromEntries(packed), Object.fromEntries(sizes)), {}),
  ).toMatchObject({
    table: { columns: ['id', ' when'], rows: [['1', '2013-07-07T12:00:00']] },
  });
});
