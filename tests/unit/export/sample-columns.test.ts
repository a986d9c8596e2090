import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/cases/case';
import type { Known } from '../../../src/rubric/values';
import { type Digest, digestOf } from '../../../src/judgement/digest';
import type { SourceTable } from '../../../src/cases/table';
import { measureCase } from '../../../src/sheet/figures/measure';
import { Tally } from '../../../src/sheet/figures/tally';
import { en } from '../../../src/i18n/en/en';
import { essayRubric } from '../rubric/program/rubric-fixture';
import type { ExportEntry } from '../../../src/export/export-run';
import { judgementLineSchema, judgementsJsonlChunks } from '../../../src/export/judgements-jsonl';
import { reportChunks } from '../../../src/export/report/report';
import { scoredCsvChunks } from '../../../src/export/scored-csv';
import { judgedRuns, judgementOf, runHead, written } from './export-fixture';

const rubric = essayRubric();
const head = runHead('run-1');
const value = (of: string | number): Known => ({ kind: 'value', value: of });
const first = digestOf(rubric, judgementOf());
const sample = (total: number, verdict: string, style: number, label: string): Digest => ({
  ...first,
  score: value(total),
  verdict: value(verdict),
  criteria: [value(style), value(label)],
});
const { score: _, verdict: __, ...noHeadline } = first;
const unscored: Digest = { ...noHeadline, status: 'unscored', reason: 'refused', criteria: [null, null] };
const partial: Digest = { ...first, status: 'partial' };

const cases: Case[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id, input: { essay: id, hint: '=1' } }));
/** Three replies of which one has no score, a tie, a case judged once, one that was not judged. */
const samples: (readonly Digest[] | undefined)[] = [
  [sample(40, 'PASS', 30, 'GOOD'), unscored, sample(44, 'PASS', 31, 'FAIR')],
  [sample(10, 'FAIL', 5, 'POOR'), partial],
  undefined,
  undefined,
];
const entries: ExportEntry[] = cases.map((subject, place) => {
  const several = samples[place];
  if (place === 3) return { subject };
  const judgement = judgementOf();
  return { subject, judgement, digest: several?.[0] ?? first, ...(several && { samples: several }) };
});

async function exported(given: readonly ExportEntry[], of = rubric): Promise<SourceTable> {
  const judged = judgedRuns([{ head, rubric: of, entries: given }]);
  const csv = await written(scoredCsvChunks(judged, { sources: [], people: [] }));
  const [columns = [], ...rows] = Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' }).data;
  return { columns, rows };
}
const cells = ({ columns, rows }: SourceTable, name: string) =>
  rows.map((row) => row[columns.indexOf(`assay.samples.${name}`)]);

describe('cases judged several times, as CSV', async () => {
  const table = await exported(entries);

  it.each([
    ['count', ['3', '2', '1', '']],
    ['scored', ['2', '1', '1', '']],
    ['score.mean', ['42', '10', '45', '']],
    ['score.spread', [String(Math.sqrt(8)), '', '', '']],
    ['score.each', ['[40,null,44]', '[10,null]', '[45]', '']],
    ['verdict.majority', ['PASS', 'FAIL', 'PASS', '']],
    ['verdict.share', ['1', '1', '1', '']],
    ['style.score.mean', ['30.5', '5', '35', '']],
    ['style.score.each', ['[30,null,31]', '[5,null]', '[35]', '']],
    ['label.majority', ['', 'POOR', 'GOOD', '']],
    ['label.share', ['0.5', '1', '1', '']],
    ['label.each', ['["GOOD",null,"FAIR"]', '["POOR",null]', '["GOOD"]', '']],
  ])('%s', (name, expected) => {
    expect(cells(table, name)).toEqual(expected);
  });

  it('keep the first judgement in the columns that every export has; theirs stand before the judge', async () => {
    const once = await exported(entries.map(({ samples: _, ...entry }) => entry));
    expect(once.columns.some((name) => name.startsWith('assay.samples'))).toBe(false);
    const ours = table.columns.flatMap((name, at) => (name.startsWith('assay.samples.') ? [at] : []));
    const without = <T>(cells: readonly T[]) => cells.filter((_, at) => !ours.includes(at));
    expect(without(table.columns)).toEqual(once.columns);
    expect(table.rows.map(without)).toEqual(once.rows);
    const [flags, judge] = ['assay.flags', 'assay.judge'].map((name) => table.columns.indexOf(name));
    expect([flags, judge]).toEqual([(ours[0] ?? 0) - 1, (ours.at(-1) ?? 0) + 1]);
  });

  it('give way where a criterion is called as one of our columns', async () => {
    const criteria = [
      { id: 'style', label: 'Style', score: 'score', max: 40 },
      { id: 'label', label: 'Grade', choice: 'verdict' },
    ];
    const { columns } = await exported(entries, essayRubric({ criteria }));
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns).toEqual(expect.arrayContaining(['assay.samples.output.score.mean']));
    expect(columns).toEqual(expect.arrayContaining(['assay.samples.output.verdict.majority']));
  });
});

describe('cases judged several times, in the other forms', () => {
  it('JSONL has them by path, together and one by one, and nothing where there was one', async () => {
    const text = await written(judgementsJsonlChunks(judgedRuns([{ head, rubric, entries }])));
    const lines = text.trimEnd().split('\n');
    const [several, tied, once] = lines.map((line) => judgementLineSchema.parse(JSON.parse(line)).samples);
    expect(once).toBeUndefined();
    expect(tied).toMatchObject({ samples: 2, scored: 1, partial: 1, unscored: 0 });
    expect(several).toMatchObject({
      samples: 3,
      scored: 2,
      score: { mean: 42, count: 2 },
      verdict: { kind: 'majority', value: 'PASS', count: 2, of: 2 },
      criteria: {
        'style.score': { kind: 'points', spread: { mean: 30.5 } },
        label: { kind: 'label', vote: { kind: 'tie', values: ['FAIR', 'GOOD'] } },
      },
    });
    expect(
      several?.single.map(({ status, reason, criteria }) => [status, reason, criteria['label']]),
    ).toEqual([
      ['valid', undefined, value('GOOD')],
      ['unscored', 'refused', undefined],
      ['valid', undefined, value('FAIR')],
    ]);
  });

  it('the report shows them', async () => {
    const words = [
      'Judged several times',
      '2 of 3 have a score',
      'Tie: FAIR, GOOD (1 of 2)',
      'What follows is the one that stands for the case',
    ];
    const tally = new Tally();
    for (const digests of samples) if (digests) tally.add(measureCase(rubric, digests));
    const options = {
      summary: tally.summary(),
      time: '',
      build: '',
      language: 'en',
      page: en,
    } as const;
    const html = await written(reportChunks(judgedRuns([{ head, rubric, entries }]), options));
    for (const word of words) expect(html).toContain(word);
    expect(html.split(`<h3>${en.run.samplesTitle}</h3>`)).toHaveLength(3);
  });
});
