import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { escapeFormula } from '../../../../src/core/text/formula-safety';
import { isScoredExport, restoreExport } from '../../../../src/core/export/restore-export';
import { written, writtenPieces } from './written-pieces';
import { criterionPath } from '../../../../src/core/model/criterion-path';
import { scoredCsvChunks, type CsvOptions } from '../../../../src/core/export/scored-csv';
import type { CheckResult, Judgement } from '../../../../src/core/model/judgement';
import type { SourceTable } from '../../../../src/core/model/table';
import { essayRubric } from '../check/rubric-fixture';
import { judgementOf, rubric, rubricLeaves as leaves } from './judgement-fixture';

function exportOf(table: SourceTable, judgements: (Judgement | undefined)[], options: CsvOptions = {}) {
  const scored = { table, rubric, leaves, judgementOf: (row: number) => judgements[row] };
  return written(scoredCsvChunks(scored, options));
}

function read(csv: string, delimiter = ',', newline: '\r\n' | '\n' = '\r\n'): SourceTable {
  const [columns = [], ...rows] = Papa.parse<string[]>(csv, { delimiter, newline }).data;
  return { columns, rows };
}

/** Our cells of one judged row, by column name. */
function cellsOf(judgement: Judgement | undefined, options: CsvOptions = {}): Record<string, string> {
  const { columns, rows } = read(exportOf({ columns: ['essay'], rows: [['text']] }, [judgement], options));
  return Object.fromEntries(columns.map((name, at) => [name, rows[0]?.[at] ?? 'no cell']));
}

const undecided = judgementOf({
  status: 'partial',
  output: { label: 'GOOD' },
  fields: [
    { path: 'style.score', by: 'nobody', known: { kind: 'range', min: 0, max: 15 } },
    { path: 'label', by: 'program', known: { kind: 'value', value: 'GOOD' } },
  ],
  derived: {
    total: { kind: 'range', min: 0, max: 35 },
    verdict: { kind: 'one-of', values: ['PASS', 'FAIL'] },
  },
});

describe('the columns', () => {
  it('stand in their order: the original ones, status, fields, computed values, provenance', () => {
    expect(Object.keys(cellsOf(judgementOf()))).toEqual([
      'essay',
      'assay.status',
      'assay.reason',
      'assay.style.rationale',
      'assay.style.score',
      'assay.rules.0.met',
      'assay.rules.0.score',
      'assay.rules.1.met',
      'assay.rules.1.score',
      'assay.label',
      'assay.advice',
      'assay.share',
      'assay.errors',
      'assay.remark',
      'assay.total',
      'assay.verdict',
      'assay.derived.verdict',
      'assay.derived.total',
      'assay.checks',
      'assay.judge',
      'assay.model',
      'assay.mode',
      'assay.rubric',
      'assay.receipt',
      'assay.time',
    ]);
  });

  it('hold values as they are', () => {
    expect(cellsOf(judgementOf())).toMatchObject({
      essay: 'text',
      'assay.status': 'valid',
      'assay.reason': '',
      'assay.style.rationale': 'Clear, with a few slips',
      'assay.style.score': '35',
      'assay.rules.1.met': 'false',
      'assay.rules.1.score': '0',
      'assay.advice': 'null',
      'assay.share': '0.5',
      'assay.errors': '["comma","tense"]',
      'assay.derived.total': '45',
      'assay.checks': '',
      'assay.judge': 'pasted',
      'assay.model': 'some-model',
      'assay.mode': 'model-alone',
      'assay.rubric': 'essay@1.0.0',
      'assay.receipt': 'receipt-1',
    });
  });

  it('are empty where nobody decided; what is known of a number has columns of its own', () => {
    const cells = cellsOf(undecided);
    expect(cells).toMatchObject({
      'assay.status': 'partial',
      'assay.style.score': '',
      'assay.style.score.min': '0',
      'assay.style.score.max': '15',
      'assay.label': 'GOOD',
      'assay.total': '',
      'assay.derived.total': '',
      'assay.derived.total.min': '0',
      'assay.derived.total.max': '35',
      'assay.derived.verdict': '',
    });
    expect(Object.keys(cells)).not.toContain('assay.derived.verdict.min');
  });

  it('have no score where there is none, and nothing at all where nobody judged', () => {
    const base = judgementOf();
    const unscored = judgementOf({
      status: 'unscored',
      reason: 'truncated',
      output: null,
      fields: [],
      derived: {},
      checks: [],
      headline: null,
    });
    const filled = Object.entries(cellsOf(unscored)).filter(([, cell]) => cell !== '');
    expect(Object.fromEntries(filled)).toEqual({
      essay: 'text',
      'assay.status': 'unscored',
      'assay.reason': 'truncated',
      'assay.judge': base.receipt.judge,
      'assay.model': base.receipt.model,
      'assay.mode': base.receipt.mode,
      'assay.rubric': 'essay@1.0.0',
      'assay.receipt': base.receipt.id,
      'assay.time': base.receipt.time,
    });
    expect(new Set(Object.values(cellsOf(undefined)))).toEqual(new Set(['text', '']));
  });

  it('name the checks that failed', () => {
    const check: Omit<CheckResult, 'id' | 'outcome'> = {
      title: '',
      severity: 'error',
      message: '',
      about: [],
    };
    const checks = (['failed', 'passed', 'broken', 'skipped', 'undecided', 'failed'] as const).map(
      (outcome, index) => ({ ...check, outcome, id: `check-${index}` }),
    );
    expect(cellsOf(judgementOf({ checks }))['assay.checks']).toBe('check-0 check-2 check-5');
  });

  it('say that no model was asked', () => {
    const { receipt } = judgementOf();
    const cells = cellsOf(judgementOf({ receipt: { ...receipt, judge: 'rules', mode: 'rules-only' } }));
    expect(cells['assay.judge']).toBe('Rules only: no model was asked');
  });

  it('go without free text when asked, but keep labels', () => {
    const names = Object.keys(cellsOf(judgementOf(), { rationales: false }));
    const gone = Object.keys(cellsOf(judgementOf())).filter((name) => !names.includes(name));
    expect(gone).toEqual(['assay.style.rationale', 'assay.advice', 'assay.errors', 'assay.remark']);
  });

  it('have expected scores of the criteria that have any', () => {
    const rubric = essayRubric();
    const [criterion] = rubric.criteria;
    if (!criterion) throw new Error('Expected a criterion.');
    const path = criterionPath(criterion);
    const known = { kind: 'value' as const, value: 7 };
    const judged = judgementOf({ fields: [{ path, by: 'model', known, expected: 6.25 }] });
    const csv = written(
      scoredCsvChunks({
        table: { columns: ['a'], rows: [['x'], ['y']] },
        rubric,
        leaves: [],
        judgementOf: (row) => (row === 0 ? judged : judgementOf({ fields: [] })),
        expected: new Set([criterion.id]),
      }),
    );
    const { columns, rows } = read(csv);
    const expected = columns.flatMap((name, at) => (name.startsWith('assay.expected.') ? [at] : []));
    expect(expected.map((at) => columns[at])).toEqual([`assay.expected.${criterion.id}`]);
    expect(rows.map((row) => expected.map((at) => row[at]))).toEqual([['6.25'], ['']]);
  });

  it('say in which run each case was judged', () => {
    const csv = written(
      scoredCsvChunks({
        table: { columns: ['a'], rows: [['1'], ['2'], ['3']] },
        rubric: essayRubric(),
        leaves: [],
        judgementOf: (row) => (row === 1 ? undefined : judgementOf()),
        runOf: (row) => ['first', '', 'second'][row] ?? '',
      }),
    );
    const { columns, rows } = read(csv);
    expect(columns.slice(-2)).toEqual(['assay.time', 'assay.run']);
    expect(rows.map((cells) => cells.at(-1))).toEqual(['first', '', 'second']);
    expect(rows.every((cells) => cells.length === columns.length)).toBe(true);
  });

  it('make room where the output has names that are ours', () => {
    const named = essayRubric();
    const schema = { type: 'string' } as const;
    const csv = written(
      scoredCsvChunks({
        table: { columns: ['a'], rows: [] },
        rubric: named,
        leaves: ['status', 'output.status', 'derived.total', 'case', 'run', 'verdict'].map((path) => ({
          path,
          schema,
        })),
        judgementOf: () => undefined,
      }),
    );
    const { columns } = read(csv);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.slice(3, 9)).toEqual([
      'assay.output.status',
      'assay.output.output.status',
      'assay.output.derived.total',
      'assay.output.case',
      'assay.output.run',
      'assay.verdict',
    ]);
  });
});

describe('the file', () => {
  const table = { columns: ['n'], rows: [['a'], ['b'], ['c']] };

  it('has the rows asked for, in the order asked for', () => {
    const csv = exportOf(table, [], { rows: new Uint32Array([2, 0]) });
    expect(read(csv).rows.map(([cell]) => cell)).toEqual(['c', 'a']);
  });

  it('begins with a byte order mark only when asked', () => {
    expect(exportOf(table, [], { bom: true })).toBe(`\ufeff${exportOf(table, [])}`);
  });

  it.each(['', '"', '\n', '\r\n', '||'])('cannot be delimited by %j', (delimiter) => {
    expect(() => exportOf(table, [], { delimiter })).toThrow(/Expected a delimiter/);
  });

  it('comes in small pieces, and says how far it is', () => {
    const rows = Array.from({ length: 5000 }, (_, row) => [`${row} ${'x'.repeat(80)}`]);
    const progress: number[] = [];
    const pieces = writtenPieces(
      scoredCsvChunks(
        { table: { columns: ['n'], rows }, rubric, leaves, judgementOf: () => undefined },
        { onProgress: (done) => progress.push(done) },
      ),
    );
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(66_000);
    expect(progress.at(-1)).toBe(5000);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(5);
  });
});

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      "'",
      '=',
      '-',
      '@',
      '"',
      ',',
      ';',
      '\t',
      '\r',
      '\n',
      ' ',
      '1',
      'a',
      '한',
      '\ufeff',
      '|',
    ),
  }),
  fc.string({ unit: 'grapheme' }),
);
const tables = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    columns: fc.array(text, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  }),
);
const options = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '.', '^', ']', '-', '\\'),
  newline: fc.constantFrom<'\r\n' | '\n'>('\r\n', '\n'),
  bom: fc.boolean(),
});

describe('for any table', () => {
  it('is written as Papa.unparse writes the same cells', () => {
    fc.assert(
      fc.property(tables, options, text, (table, chosen, words) => {
        const output = { remark: words, total: -3 };
        const judgements = table.rows.map(() => judgementOf({ output }));
        const ours = cellsOf(undefined);
        delete ours['essay'];
        const cells = cellsOf(judgementOf({ output: {} }));
        cells['assay.remark'] = words;
        cells['assay.total'] = '-3';
        const fields = [...table.columns, ...Object.keys(ours)].map(escapeFormula);
        const data = table.rows.map((row) =>
          [...row, ...Object.keys(ours).map((name) => cells[name] ?? '')].map(escapeFormula),
        );
        const unparsed = Papa.unparse({ fields, data }, chosen);
        expect(exportOf(table, judgements, chosen)).toBe((chosen.bom ? '\ufeff' : '') + unparsed);
      }),
    );
  });

  it('gives back the same cells and values, and exports them again as they were', () => {
    fc.assert(
      fc.property(
        tables,
        options,
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (table, chosen, words, share) => {
          const judgements = table.rows.map(() => judgementOf({ output: { remark: words, share } }));
          const csv = exportOf(table, judgements, chosen);
          const again = restoreExport(read(csv, chosen.delimiter, chosen.newline));
          const width = table.columns.length;
          expect(again.columns.slice(0, width)).toEqual(table.columns);
          expect(again.rows.map((row) => row.slice(0, width))).toEqual(table.rows);
          for (const row of again.rows) {
            expect(row[again.columns.lastIndexOf('assay.remark')]).toBe(words);
            expect(Number(row[again.columns.lastIndexOf('assay.share')])).toBe(share === 0 ? 0 : share);
          }
          const second = read(exportOf(again, judgements, chosen), chosen.delimiter, chosen.newline);
          expect(second.columns.slice(0, again.columns.length)).toEqual(again.columns.map(escapeFormula));
          expect(second.columns.slice(again.columns.length)).toEqual(
            again.columns.slice(width).map((name) => name.replace(/^assay/, 'assay2')),
          );
          expect(restoreExport(second).rows.map((row) => row.slice(0, again.columns.length))).toEqual(
            again.rows,
          );
        },
      ),
    );
  });
});

describe('a file that is not our export', () => {
  it('keeps its apostrophes', () => {
    const foreign = { columns: ['assay.status', 'note'], rows: [['valid', "'=1"]] };
    expect(isScoredExport(foreign.columns)).toBe(false);
    expect(restoreExport(foreign)).toBe(foreign);
  });
});
