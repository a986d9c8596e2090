import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ComparedRun } from '../../../src/compare/stored-run';
import { differencesCsvChunks } from '../../../src/compare/differences-csv';
import { unescapeFormula } from '../../../src/kit/csv';
import { compared, digestOf, is, mark, outlineOf, runOf, unscored } from './run-fixture';

function csvOf(a: ComparedRun, b: ComparedRun): string {
  const text = [...differencesCsvChunks({ ...compared(a, b), a, b })].join('');
  expect(text.startsWith('\ufeff')).toBe(true);
  return text.slice(1);
}

const header =
  'case.a,case.b,label,pairing,status.a,status.b,reason.a,reason.b,verdict.a,verdict.b,score.a,score.b,score.delta,' +
  'criteria.style.a,criteria.style.b,criteria.style.delta,criteria.label.a,criteria.label.b,' +
  'checks.gained,checks.lost,reasons,receipt.a,receipt.b';

describe('differencesCsvChunks', () => {
  const a = runOf([
    [mark('same'), digestOf()],
    [{ ...mark('moved'), label: 'A case' }, digestOf()],
    [mark('changed', 'x'), digestOf()],
    [mark('failed'), digestOf()],
    [mark('gone'), digestOf()],
    [mark('waiting'), digestOf()],
    [
      mark('open'),
      digestOf({ status: 'partial', score: { kind: 'range', min: 0, max: 9 }, criteria: [null, is(null)] }),
    ],
  ]);
  const b = runOf(
    [
      [mark('same'), digestOf()],
      [
        mark('moved again', 'input of moved'),
        digestOf({
          score: is(40.1),
          verdict: is('FAIL'),
          criteria: [is(30), is('POOR')],
          failedChecks: ['one', 'two'],
        }),
      ],
      [
        mark('changed', 'y'),
        digestOf({ score: is(50), criteria: [is(40), is('GOOD')], receipt: 'receipt-2' }),
      ],
      [mark('failed'), unscored('timeout')],
      [mark('new'), digestOf()],
      [mark('waiting'), undefined],
      [mark('open'), digestOf()],
    ],
    outlineOf({ id: 'run-2' }),
  );

  it('writes what differs, and why', () => {
    // What is quoted is tested where it is written.
    expect(csvOf(a, b).replaceAll('"', '').split('\r\n')).toEqual([
      header,
      'moved,moved again,A case,input,valid,valid,,,PASS,FAIL,45,40.1,-4.9,35,30,-5,GOOD,POOR,one two,,' +
        'criterion:style:-5; criterion:label:GOOD>POOR; check:gained:one; check:gained:two; same-question,receipt-1,receipt-1',
      'failed,failed,,id,valid,unscored,,timeout,PASS,,45,,,35,,,GOOD,,,,unscored:b:timeout,receipt-1,receipt-1',
      'waiting,waiting,,id,valid,,,,PASS,,45,,,35,,,GOOD,,,,not-judged:b,receipt-1,',
      'open,open,,id,partial,valid,,,PASS,PASS,,45,,,35,,null,GOOD,,,' +
        'undecided:a; criterion:style:absent>35; criterion:label:null>GOOD; same-question,receipt-1,receipt-1',
      'changed,changed,,changed,valid,valid,,,PASS,PASS,45,50,5,35,40,5,GOOD,GOOD,,,input; criterion:style:+5,receipt-1,receipt-2',
      'gone,,,only-a,valid,,,,PASS,,45,,,35,,,GOOD,,,,,receipt-1,',
      ',new,,only-b,,valid,,,,PASS,,45,,,35,,,GOOD,,,,,receipt-1',
    ]);
  });

  it('has what is upheld of a criterion, as the score has', () => {
    const claims = digestOf({ score: is(30), upheld: [is(20), null] });
    expect(
      csvOf(runOf([[mark('one'), claims]]), runOf([[mark('one'), digestOf()]]))
        .replaceAll('"', '')
        .split('\r\n')[1],
    ).toBe(
      'one,one,,id,valid,valid,,,PASS,PASS,30,45,15,20,35,15,GOOD,GOOD,,,criterion:style:+15; same-question,receipt-1,receipt-1',
    );
  });

  it('is read back as it was, and no cell runs as a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom(
        '=1+1',
        '+A1',
        '-A2+3',
        '@SUM(A1)',
        '\t=1',
        '"=1"',
        'a,b\r\n"c"',
        "'=1",
        '-5',
        '가나다',
      ),
    );
    fc.assert(
      fc.property(text, text, text, text, (id, label, one, other) => {
        const subject = { key: 0, id, label, hash: 'x' };
        const written = csvOf(
          runOf([[subject, digestOf({ verdict: is(one), criteria: [is(1), is(one)] })]]),
          runOf([[subject, digestOf({ verdict: is(other), criteria: [is(2), is(other)] })]]),
        );
        const { data, errors } = Papa.parse<string[]>(written, { delimiter: ',' });
        expect(errors).toEqual([]);
        expect(data).toHaveLength(2);
        const cells = data[1] ?? [];
        expect([0, 1, 2, 8, 9, 16, 17].map((column) => unescapeFormula(cells[column] ?? ''))).toEqual([
          id,
          id,
          label,
          one,
          other,
          one,
          other,
        ]);
        for (const cell of cells) {
          if (/^\s*[=+\-@]/.test(cell)) expect(cell).toMatch(/^[\d\s+\-.,()/[\]'"]*$/);
        }
      }),
    );
  });
});
