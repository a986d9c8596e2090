import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { escapeFormula } from '../../../src/kit/csv';
import { isScoredExport, restoreExport } from '../../../src/cases/intake';
import { criterionPath } from '../../../src/rubric/rubric';
import { scoredCsvChunks, type CsvOptions } from '../../../src/export/scored-csv';
import { columnGroups } from '../../../src/export/column-groups';
import { resultColumns } from '../../../src/export/csv-columns';
import type { CaseSource, ExportEntry, ExportRun, PersonLabels } from '../../../src/export/export-run';
import type { Judgement } from '../../../src/judgement/judgement';
import type { CheckResult, Known } from '../../../src/rubric/values';
import type { SourceTable } from '../../../src/cases/table';
import { digestOf } from '../../../src/judgement/digest';
import { numberOf, textOf } from '../../../src/sheet/figures/measure';
import { essayRubric } from '../rubric/program/rubric-fixture';
import { collected, judgedRuns, judgementOf, rubric, runHead, written } from './export-fixture';

type Result = Judgement | 'outdated' | 'unreadable' | undefined;

function entryOf(result: Result, row: number): ExportEntry {
  const subject = { id: `case-${row}`, input: {} };
  if (typeof result === 'object') return { subject, judgement: result, digest: digestOf(rubric, result) };
  if (result === 'outdated') return { subject, outdated: true };
  return result === undefined ? { subject } : { subject, at: { run: 'run-1', place: row } };
}
function runOf(results: readonly Result[], changes: Partial<ExportRun> = {}): ExportRun {
  return { head: runHead('run-1'), rubric, entries: results.map(entryOf), ...changes };
}
function sourceOf(table: SourceTable): CaseSource {
  const rowOf = new Map(table.rows.map((_, row) => [`case-${row}`, row]));
  return { table, mapping: { inputs: {}, gold: {} }, rowOf };
}
function chunksOf(
  table: SourceTable,
  runs: readonly [ExportRun, ...ExportRun[]],
  options: CsvOptions = {},
  people: readonly PersonLabels[] = [],
) {
  return scoredCsvChunks(judgedRuns(runs), { sources: [sourceOf(table)], people }, options);
}
function exportOf(table: SourceTable, judgements: readonly Result[], options: CsvOptions = {}) {
  return written(chunksOf(table, [runOf(table.rows.map((_, row) => judgements[row]))], options));
}
/** The rows of a file by the names of its columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const { columns, rows } = read(csv);
  expect(new Set(columns).size).toBe(columns.length);
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? 'no cell'])));
}

function read(csv: string, delimiter = ','): SourceTable {
  const [columns = [], ...rows] = Papa.parse<string[]>(csv, { delimiter, newline: '\r\n' }).data;
  return { columns, rows };
}

/** Our cells of one judged row, by column name. */
async function cellsOf(
  judgement: Judgement | undefined,
  options: CsvOptions = {},
): Promise<Record<string, string>> {
  const { columns, rows } = read(
    await exportOf({ columns: ['essay'], rows: [['text']] }, [judgement], options),
  );
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
  it('are empty where nobody decided; what is known of a number has columns of its own', async () => {
    const cells = await cellsOf(undecided);
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

  it('have no score where there is none, and nothing at all where nobody judged', async () => {
    const base = judgementOf();
    const unscored = judgementOf({
      status: 'unscored',
      reason: 'truncated',
      detail: 'The reply was cut off.',
      output: null,
      fields: [],
      derived: {},
      checks: [],
      headline: null,
    });
    const filled = Object.entries(await cellsOf(unscored)).filter(([, cell]) => cell !== '');
    expect(Object.fromEntries(filled)).toEqual({
      essay: 'text',
      'assay.id': 'case-0',
      'assay.tokens': '3',
      'assay.status': 'unscored',
      'assay.reason': 'truncated',
      'assay.detail': 'The reply was cut off.',
      'assay.judge': base.receipt.judge,
      'assay.model': base.receipt.model,
      'assay.mode': base.receipt.mode,
      'assay.rubric': 'essay@1.0.0',
      'assay.receipt': base.receipt.id,
      'assay.time': base.receipt.time,
    });
    expect(new Set(Object.values(await cellsOf(undefined)))).toEqual(new Set(['text', 'case-0', '']));
  });

  it('name the checks that failed', async () => {
    const check: Omit<CheckResult, 'id' | 'outcome'> = {
      title: '',
      severity: 'error',
      message: '',
      about: [],
    };
    const checks = (['failed', 'passed', 'broken', 'skipped', 'undecided', 'failed'] as const).map(
      (outcome, index) => ({ ...check, outcome, id: `check-${index}` }),
    );
    expect((await cellsOf(judgementOf({ checks })))['assay.checks']).toBe('check-0 check-2 check-5');
  });

  it('have expected scores of the criteria that have any', async () => {
    const rubric = essayRubric();
    const [criterion] = rubric.criteria;
    if (!criterion) throw new Error('Expected a criterion.');
    const path = criterionPath(criterion);
    const known = { kind: 'value' as const, value: 7 };
    const judged = judgementOf({ fields: [{ path, by: 'model', known, expected: 6.25 }] });
    const csv = await exportOf({ columns: ['a'], rows: [['x'], ['y']] }, [
      judged,
      judgementOf({ fields: [] }),
    ]);
    const { columns, rows } = read(csv);
    const expected = columns.flatMap((name, at) => (name.startsWith('assay.expected.') ? [at] : []));
    expect(expected.map((at) => columns[at])).toEqual([`assay.expected.${criterion.id}`]);
    expect(rows.map((row) => expected.map((at) => row[at]))).toEqual([['6.25'], ['']]);
  });

  it('give cost and time where they are known, and the currency beside the cost', async () => {
    const reply = { text: '', stop: 'complete' as const, model: '', parameters: {} };
    const attempts = [0.1, 0.2].map((amount) => ({
      reply: { ...reply, usage: { cost: { amount, currency: 'USD' } } },
    }));
    const { counts } = runHead('run-1');
    const head = runHead('run-1', { counts: { ...counts, cost: { amount: 0.3, currency: 'USD' } } });
    const entries = [
      { ...entryOf(judgementOf({ attempts }), 0), milliseconds: 1250.4999998509884 },
      entryOf(judgementOf(), 1),
    ];
    const table = { columns: ['a'], rows: [['x'], ['y']] };
    const rows = rowsOf(await written(chunksOf(table, [{ head, rubric, entries }])));
    const names = ['assay.cost', 'assay.cost.currency', 'assay.seconds'];
    expect(rows.map((row) => names.map((name) => row[name]))).toEqual([
      ['0.3', 'USD', '1.25'],
      ['', '', ''],
    ]);
    expect(await cellsOf(judgementOf())).not.toHaveProperty(['assay.cost.currency']);
  });

  const flagged: [string, Partial<Judgement>, string][] = [
    ['nothing', {}, ''],
    ['mended replies', { repairs: ['added a missing comma'] }, 'repaired'],
    ['inputs with problems', { problems: [{ input: 'essay', message: 'no JSON' }] }, 'input-problem'],
    [
      'what the program contradicts',
      { fields: [{ path: 'label', by: 'model', known: { kind: 'undecided' }, contradicted: true }] },
      'contradicted',
    ],
    [
      'a total of the judge that is not the sum of its parts',
      { headline: { value: { kind: 'value', value: 45 }, statedValue: 60 } },
      'claim-differs',
    ],
  ];
  it.each(flagged)('flag %s', async (_, changes, flags) => {
    expect((await cellsOf(judgementOf(changes)))['assay.flags']).toBe(flags);
  });

  it('hold what people said, by rater and criterion', async () => {
    const value = (of: string | number): Known => ({ kind: 'value', value: of });
    const { criteria } = rubric;
    const people = [
      { rater: 'Mina', criteria, labels: new Map([['case-0', { criteria: [value(30), value('GOOD')] }]]) },
      { rater: '=J. Kim', criteria, labels: new Map([['case-1', { criteria: [null, value('POOR')] }]]) },
      // An older run of hers fills what the newer one leaves open.
      {
        rater: 'Mina',
        criteria,
        labels: new Map([
          ['case-0', { criteria: [value(1), value('POOR')] }],
          ['case-1', { criteria: [value(2), null] }],
        ]),
      },
    ];
    const table = { columns: ['a'], rows: [['x'], ['y']] };
    const rows = rowsOf(await written(chunksOf(table, [runOf([judgementOf(), undefined])], {}, people)));
    const labels = rows.map((row) => Object.entries(row).filter(([name]) => name.startsWith('assay.label.')));
    expect(labels.map((row) => Object.fromEntries(row))).toEqual([
      {
        'assay.label.Mina.style': '30',
        'assay.label.Mina.label': 'GOOD',
        'assay.label.=J. Kim.style': '',
        'assay.label.=J. Kim.label': '',
      },
      {
        'assay.label.Mina.style': '2',
        'assay.label.Mina.label': '',
        'assay.label.=J. Kim.style': '',
        'assay.label.=J. Kim.label': 'POOR',
      },
    ]);
    expect(Object.keys(rows[0] ?? {}).at(-5)).toBe('assay.time');
  });

  it('make room where the output has names that are ours', () => {
    const schema = { type: 'string' } as const;
    const paths = [
      ...['status', 'output.status', 'derived.total', 'case', 'run', 'verdict', 'score', 'score.min', 'id'],
      ...['claimed.score', 'label.Mina.style', 'cost.currency', 'free', 'label', 'checks.first'],
    ];
    const groups = resultColumns(
      rubric,
      paths.map((path) => ({ path, schema })),
      { ranges: new Set(), expected: new Set(), samples: false },
    );
    const columns = groups.flat().map(({ name }) => name);
    expect(new Set(columns).size).toBe(columns.length);
    expect(groups[1]?.map(({ name }) => name)).toEqual([
      ...paths.slice(0, -3).map((path) => `output.${path}`),
      ...paths.slice(-3),
    ]);
  });
});

describe('the score', () => {
  const knowns = fc.oneof(
    fc.record({
      kind: fc.constant('value' as const),
      value: fc.oneof(fc.integer(), fc.constantFrom('A', null)),
    }),
    fc.tuple(fc.integer(), fc.nat()).map(([min, more]) => ({ kind: 'range' as const, min, max: min + more })),
    fc.record({ kind: fc.constant('one-of' as const), values: fc.array(fc.integer(), { maxLength: 3 }) }),
    fc.constant({ kind: 'undecided' as const }),
    fc.constant({ kind: 'error' as const, message: 'no such field' }),
  );
  const headlines = fc.record(
    {
      value: knowns,
      verdict: knowns,
      statedValue: fc.oneof(fc.integer(), fc.string()),
      statedVerdict: fc.constantFrom('PASS', 'FAIL'),
    },
    { requiredKeys: ['value'] },
  );

  it('is the figure of the page, whatever the judge claims; while it is open, its range stands beside it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(headlines), async (headline) => {
        const judgement = judgementOf({ headline, fields: [] });
        const digest = digestOf(rubric, judgement);
        const cells = await cellsOf(judgement);
        expect(cells['assay.score']).toBe(String(numberOf(digest.score) ?? ''));
        expect(cells['assay.verdict']).toBe(textOf(digest.verdict) ?? '');
        expect(cells['assay.claimed.score']).toBe(escapeFormula(String(headline?.statedValue ?? '')));
        expect(cells['assay.claimed.verdict']).toBe(headline?.statedVerdict ?? '');
        const [min, max] = ['assay.score.min', 'assay.score.max'].map((name) => cells[name]);
        if (cells['assay.score'] !== '')
          expect([min, max]).toEqual([cells['assay.score'], cells['assay.score']]);
        if (headline?.value.kind === 'range')
          expect([min, max]).toEqual([String(headline.value.min), String(headline.value.max)]);
        if (headline === null || headline.value.kind === 'undecided') expect([min, max]).toEqual(['', '']);
      }),
    );
  });

  it('that the program put into the output is no claim of the judge', async () => {
    const known = { kind: 'value' as const, value: 45 };
    const headline = { value: known, statedValue: 45, statedVerdict: 'PASS' };
    const cells = await cellsOf(judgementOf({ headline, fields: [{ path: 'total', by: 'program', known }] }));
    expect([cells['assay.claimed.score'], cells['assay.claimed.verdict']]).toEqual(['', 'PASS']);
  });

  it('is in no row that is outdated or unreadable', async () => {
    const table = { columns: ['a'], rows: [['x'], ['y'], ['z']] };
    const csv = await exportOf(table, ['outdated', 'unreadable', judgementOf()]);
    const filled = rowsOf(csv).map((row) => Object.entries(row).filter(([, cell]) => cell !== ''));
    expect(filled.slice(0, 2).map((row) => Object.fromEntries(row))).toEqual([
      { a: 'x', 'assay.id': 'case-0', 'assay.status': 'outdated' },
      { a: 'y', 'assay.id': 'case-1', 'assay.status': 'unreadable' },
    ]);
  });
});

describe('all runs', () => {
  const table = { columns: ['a'], rows: [['x'], ['y']] };
  const other = essayRubric({
    version: '2.0.0',
    derived: { sum: '1', total: '2' },
    decided: {},
    headline: { value: '1' },
  });
  const partial = judgementOf({ status: 'partial', derived: { sum: { kind: 'range', min: 1, max: 2 } } });
  const rowsOfBoth = async () => {
    const runs = [
      runOf([judgementOf(), undefined], { head: runHead('focus') }),
      runOf(['outdated', partial], { head: runHead('other'), rubric: other }),
    ] as const;
    return rowsOf(await written(chunksOf(table, runs, { allRuns: true })));
  };

  it('are stacked: all cases of the run in focus, then all of the next', async () => {
    const rows = await rowsOfBoth();
    const names = ['a', 'assay.id', 'assay.status', 'assay.run', 'assay.rubric'];
    expect(rows.map((row) => names.map((name) => row[name]))).toEqual([
      ['x', 'case-0', 'valid', 'focus', 'essay@1.0.0'],
      ['y', 'case-1', '', 'focus', ''],
      ['x', 'case-0', 'outdated', 'other', ''],
      ['y', 'case-1', 'partial', 'other', 'essay@2.0.0'],
    ]);
  });

  it('with other rubric versions have the columns of each, where they belong', async () => {
    const rows = await rowsOfBoth();
    const names = Object.keys(rows[0] ?? {});
    const place = (name: string) => names.indexOf(`assay.${name}`);
    expect(names.slice(place('output.verdict') + 1, place('claimed.score'))).toEqual(
      ['verdict', 'total', 'sum', 'sum.min', 'sum.max'].map((name) => `assay.derived.${name}`),
    );
    expect(place('run')).toBe(place('judge') - 1);
    expect(rows.map((row) => row['assay.derived.sum.max'])).toEqual(['', '', '', '2']);
  });
});

it('the file comes row by row, and says how far it is', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => [`${row}`]);
  const progress: number[] = [];
  const onProgress = (done: number) => progress.push(done);
  const run = runOf(rows.map(() => undefined));
  const pieces = await collected(chunksOf({ columns: ['n'], rows }, [run], { onProgress }));
  expect(pieces).toHaveLength(301);
  expect(progress).toEqual(rows.map((_, row) => row + 1));
});

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'\'=-@",;\t\r\n 1a한\ufeff|'.split('')),
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
  bom: fc.boolean(),
});

describe('for any table', () => {
  it('gives back the same cells and values, and exports them again as they were', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        options,
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        async (table, chosen, words, share) => {
          const judgements = table.rows.map(() => judgementOf({ output: { remark: words, share } }));
          const csv = await exportOf(table, judgements, chosen);
          const again = restoreExport(read(csv, chosen.delimiter));
          const width = table.columns.length;
          expect(again.columns.slice(0, width)).toEqual(table.columns);
          expect(again.rows.map((row) => row.slice(0, width))).toEqual(table.rows);
          for (const row of again.rows) {
            expect(row[again.columns.lastIndexOf('assay.remark')]).toBe(words);
            expect(Number(row[again.columns.lastIndexOf('assay.share')])).toBe(share === 0 ? 0 : share);
          }
          const second = read(await exportOf(again, judgements, chosen), chosen.delimiter);
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

it('figures with a decimal comma are read with a point again; a file without them keeps every comma', async () => {
  const judgements = [judgementOf({ output: { remark: '1,5', share: 0.5 } })];
  const table = { columns: ['mine'], rows: [['2,5']] };
  const label = {
    criteria: rubric.criteria,
    labels: new Map([['case-0', { criteria: [{ kind: 'value' as const, value: 3.5 }] }]]),
  };
  const people = [{ rater: 'Mina', ...label }];
  for (const decimalComma of [true, false]) {
    const form = { delimiter: ';', decimalComma };
    const csv = await written(chunksOf(table, [runOf(judgements)], form, people));
    const { columns, rows } = restoreExport(read(csv, ';'));
    const cell = (name: string) => rows[0]?.[columns.indexOf(name)];
    expect(cell(`assay.label.Mina.${rubric.criteria[0]?.id}`)).toBe('3.5');
    expect([cell('mine'), cell('assay.share')]).toEqual(['2,5', '0.5']);
    if (!decimalComma) expect(cell('assay.remark')).toBe('1,5');
  }
});

it('a file of any choice of columns is known as ours', async () => {
  const table = { columns: ['note'], rows: [['=1']] };
  const csv = await exportOf(table, [judgementOf()], {
    without: columnGroups.filter((group) => group !== 'original'),
  });
  const names = ['note', 'id', 'status', 'reason', 'detail', 'score', 'score.min', 'score.max', 'verdict'];
  expect(read(csv).columns).toEqual(names.map((name, at) => (at === 0 ? name : `assay.${name}`)));
  expect(restoreExport(read(csv)).rows[0]?.[0]).toBe('=1');
});

it('a file that was written without protection keeps apostrophes of its own', async () => {
  const table = { columns: ['note'], rows: [["'=x"], ['=y']] };
  const judgements = table.rows.map(() => judgementOf());
  for (const formulas of [true, false]) {
    const again = restoreExport(read(await exportOf(table, judgements, { formulas })));
    expect(again.rows.map(([note]) => note)).toEqual(["'=x", '=y']);
  }
});

it('a column that a person added behind ours changes nothing of how the others are read', async () => {
  const csv = await exportOf({ columns: ['note'], rows: [['- one']] }, [judgementOf()]);
  const { columns, rows } = read(csv);
  const edited = { columns: [...columns, 'mine'], rows: rows.map((row) => [...row, "- see, '-v'"]) };
  const [again = []] = restoreExport(edited).rows;
  expect([again[0], again.at(-1)]).toEqual(['- one', "- see, '-v'"]);
});

it('a file that is not our export keeps its apostrophes', () => {
  const foreign = { columns: ['assay.status', 'note'], rows: [['valid', "'=1"]] };
  expect(isScoredExport(foreign.columns)).toBe(false);
  expect(restoreExport(foreign)).toBe(foreign);
});
