import { failedChecks, type Findings } from '../judgement/digest';
import type { Judgement } from '../judgement/judgement';
import type { Cell } from '../kit/csv';
import type { Json } from '../kit/json';
import type { OutputSchema } from '../rubric/output-schema';
import { valueAt, type Path } from '../rubric/path';
import { criterionPath, type Rubric } from '../rubric/rubric';
import { leaves, type Leaf } from '../rubric/shape/fields';
import type { Known } from '../rubric/values';
import { numberOf, textOf, valueText } from '../sheet/figures/measure';
import type { Spread, Vote } from '../sheet/figures/repeats';
import type { RunCounts } from '../sheet/run-record';
import type { ExportEntry, ExportRuns, JudgedEntry, PersonLabels, Samples } from './export-run';
import type { ColumnGroup } from './column-groups';
import { claimDiffers, claimed, upheld } from './upheld-score';

export interface ScoredResult {
  judgement: Judgement;
  milliseconds?: number | undefined;
  cost?: RunCounts['cost'] | undefined;
  samples?: Samples | undefined;
}

interface ScoredColumn {
  name: string;
  cell: (result: ScoredResult) => Cell;
}

interface Column {
  name: string;
  /** `result` is null where the case has no readable result of today's text. */
  cell: (entry: JudgedEntry, result: ScoredResult | null) => Cell;
}

type CellOf = (result: ScoredResult, rubric: Rubric) => Cell;

/** Of every export: before what the reply says, after it, and how it was asked. */
const opening: Record<string, CellOf> = {
  status: ({ judgement }) => judgement.status,
  reason: ({ judgement }) => judgement.reason ?? '',
  detail: ({ judgement }) => judgement.detail ?? '',
  score: ({ judgement }) => figure(upheld(judgement).score),
  'score.min': ({ judgement }) => figure(upheld(judgement).range?.min),
  'score.max': ({ judgement }) => figure(upheld(judgement).range?.max),
  verdict: ({ judgement }) => upheld(judgement).verdict ?? '',
};
const byJudge: Record<string, CellOf> = {
  'claimed.score': ({ judgement }, rubric) => jsonCell(claimed(rubric, judgement).score),
  'claimed.verdict': ({ judgement }, rubric) => jsonCell(claimed(rubric, judgement).verdict),
};
const checked: Record<string, CellOf> = {
  checks: ({ judgement }) => failedChecks(judgement).join(' '),
  flags: ({ judgement }, rubric) => flags(rubric, judgement),
};
const asked: Record<string, CellOf> = {
  judge: ({ judgement: { receipt } }) =>
    receipt.mode === 'rules-only' ? 'Rules only: no model was asked' : receipt.judge,
  model: ({ judgement: { receipt } }) => receipt.model,
  mode: ({ judgement: { receipt } }) => receipt.mode,
  tokens: ({ judgement: { receipt } }) => receipt.tokens.prompt + receipt.tokens.reply,
  // Sums of small amounts carry digits that were never charged.
  cost: ({ cost }) => figure(cost && Number(cost.amount.toPrecision(12))),
  'cost.currency': ({ cost }) => cost?.currency ?? '',
  // How long a person took is not measured.
  seconds: ({ judgement: { receipt }, milliseconds }) =>
    milliseconds === undefined || receipt.mode === 'person' ? '' : Math.round(milliseconds) / 1000,
  rubric: (_, rubric) => `${rubric.id}@${rubric.version}`,
  receipt: ({ judgement: { receipt } }) => receipt.id,
  time: ({ judgement: { receipt } }) => receipt.time,
};

const taken = new Set([
  'id',
  'run',
  'case',
  ...Object.keys({ ...opening, ...byJudge, ...checked, ...asked }),
]);
const takenGroups = ['score', 'claimed', 'cost', 'derived', 'expected', 'samples', 'output'] as const;

export interface CsvColumnOptions {
  without?: readonly ColumnGroup[];
  allRuns?: boolean;
  ranges: ReadonlySet<string>;
  /** Some case has another name than its file says: `case` is what it is called now. */
  renamed: boolean;
  samples: boolean;
}

export function csvColumns(
  runs: ExportRuns,
  people: readonly PersonLabels[],
  options: CsvColumnOptions,
): Column[] {
  const ofRuns = runs.map(({ rubric, entries }) =>
    resultColumns(rubric, leaves(rubric.output), { ...options, expected: expectedIn(rubric, entries) }),
  );
  const groups = (ofRuns[0] ?? []).map((_, group) => together(ofRuns.map((groups) => groups[group] ?? [])));
  const about = groups.pop() ?? [];
  // The currency stands only where some cost is known.
  const isPriced = runs.some(({ head }) => (head?.counts.cost ?? null) !== null);
  return [
    { name: 'id', cell: ({ subject }) => subject.id },
    ...groups.flat(),
    ...(options.allRuns ? [{ name: 'run', cell: ({ run }: JudgedEntry) => run.head?.id ?? '' }] : []),
    ...about.filter(({ name }) => isPriced || name !== 'cost.currency'),
    ...(options.without?.includes('people') ? [] : personColumns(people)),
    ...(options.renamed
      ? [{ name: 'case', cell: ({ subject }: JudgedEntry) => subject.label?.trim() ?? '' }]
      : []),
  ];
}

function together(ofRuns: readonly (readonly ScoredColumn[])[]): Column[] {
  const byName = ofRuns.map((columns) => new Map(columns.map(({ name, cell }) => [name, cell])));
  const names = new Set(byName.flatMap((cells) => [...cells.keys()]));
  return [...names].map((name) => {
    const cells = byName.map((cellOf) => cellOf.get(name));
    return {
      name,
      cell: (entry, result) => {
        if (result) return cells[entry.number]?.(result) ?? '';
        if (name !== 'status') return '';
        return entry.outdated ? 'outdated' : entry.unreadable ? 'unreadable' : '';
      },
    };
  });
}

function expectedIn({ criteria }: Rubric, entries: readonly ExportEntry[]): Set<string> {
  const means = entries.flatMap(({ digest, outdated }) => (outdated ? [] : [digest?.expected ?? []]));
  const weighed = criteria.filter((_, place) => means.some((each) => (each[place] ?? null) !== null));
  return new Set(weighed.map(({ id }) => id));
}

/**
 * In groups, so that the columns of runs with other rubrics can be put together group by group. A cell is empty where nothing was
 * decided, never 0. What is known of an undecided number stands in `<column>.min` and `<column>.max`.
 */
export function resultColumns(
  rubric: Rubric,
  fields: readonly Leaf[],
  options: Pick<CsvColumnOptions, 'without' | 'ranges' | 'samples'> & {
    expected: ReadonlySet<string>;
  },
): ScoredColumn[][] {
  const { without = [], ranges, expected, samples } = options;
  const unless = <T>(group: ColumnGroup, columns: T[]) => (without.includes(group) ? [] : columns);
  const fixed = (cells: Record<string, CellOf>) =>
    Object.entries(cells).map(([name, cell]) => ({
      name,
      cell: (result: ScoredResult) => cell(result, rubric),
    }));
  const ofFields = fields.flatMap((leaf) => {
    if (without.includes(isProse(rubric, leaf) ? 'rationales' : 'scores')) return [];
    const { path } = leaf;
    const known = ({ fields }: Judgement) => fields.find((field) => field.path === path)?.known;
    return withRange(
      {
        name: leafColumn(path),
        cell: ({ judgement: { output } }) => jsonCell(valueAt(output ?? undefined, path)),
      },
      known,
      ranges,
    );
  });
  const ofDerived = Object.keys(rubric.derived).flatMap((key) => {
    const known = ({ derived }: Judgement) => (Object.hasOwn(derived, key) ? derived[key] : undefined);
    const cell = ({ judgement }: ScoredResult) => knownCell(known(judgement));
    return withRange({ name: `derived.${key}`, cell }, known, ranges);
  });
  const ofExpected = rubric.criteria
    .filter(({ id }) => expected.has(id))
    .map((criterion) => {
      const path = criterionPath(criterion);
      const cell = ({ judgement: { fields } }: ScoredResult) =>
        figure(fields.find((field) => field.path === path)?.expected);
      return { name: `expected.${criterion.id}`, cell };
    });
  return [
    fixed(opening),
    ofFields,
    unless('derived', ofDerived),
    unless('scores', ofExpected),
    unless('claimed', fixed(byJudge)),
    unless('checks', fixed(checked)),
    samples ? unless('scores', sampleColumns(rubric)) : [],
    unless('asked', fixed(asked)),
  ];
}

/** One column per rater and criterion. A rater who labelled by several rubrics is asked in the order given. */
function personColumns(people: readonly PersonLabels[]): Column[] {
  const cells = new Map<string, (id: string) => Cell>();
  for (const { rater, criteria, labels } of people)
    criteria.forEach(({ id: criterion }, place) => {
      const name = `label.${rater}.${criterion}`;
      const before = cells.get(name) ?? (() => '');
      const own = (id: string) => knownCell(labels.get(id)?.criteria[place] ?? undefined);
      cells.set(name, (id) => (before(id) === '' ? own(id) : before(id)));
    });
  return [...cells].map(([name, cell]) => ({ name, cell: ({ subject }) => cell(subject.id) }));
}

export function noteRanges({ fields, derived }: Judgement, ranges: Set<string>): void {
  for (const { path, known } of fields) if (known.kind === 'range') ranges.add(leafColumn(path));
  for (const [key, known] of Object.entries(derived))
    if (known.kind === 'range') ranges.add(`derived.${key}`);
}

/** What a reader should know before trusting the row, as words that a script can look for. */
function flags(rubric: Rubric, judgement: Judgement): string {
  const raised = {
    'claim-differs': claimDiffers(rubric, judgement),
    contradicted: judgement.fields.some(({ contradicted }) => contradicted === true),
    repaired: judgement.repairs.length > 0,
    'input-problem': judgement.problems.length > 0,
  };
  return Object.entries(raised)
    .flatMap(([flag, isRaised]) => (isRaised ? [flag] : []))
    .join(' ');
}

/** An output may have a field called `status`: it makes room for ours. */
function leafColumn(path: Path): string {
  const isTaken =
    taken.has(path) ||
    path.startsWith('label.') ||
    takenGroups.some((group) => path === group || path.startsWith(`${group}.`));
  return isTaken ? `output.${path}` : path;
}

/** Free text, as opposed to scores and labels. A criterion's choice is a label even where its shape lists none. */
function isProse(rubric: Rubric, { path, schema }: Leaf): boolean {
  return !rubric.criteria.some(({ choice }) => choice === path) && holdsFreeText(schema);
}

function holdsFreeText(schema: OutputSchema): boolean {
  if ('anyOf' in schema) return schema.anyOf.some(holdsFreeText);
  if ('prefixItems' in schema) return schema.prefixItems.some(holdsFreeText);
  if ('properties' in schema) return Object.values(schema.properties).some(holdsFreeText);
  if ('items' in schema) return holdsFreeText(schema.items);
  return schema.type === 'string' && schema.enum === undefined;
}

function withRange(
  column: ScoredColumn,
  known: (judgement: Judgement) => Known | undefined,
  ranges: ReadonlySet<string>,
): ScoredColumn[] {
  if (!ranges.has(column.name)) return [column];
  const ends = (['min', 'max'] as const).map((end) => ({
    name: `${column.name}.${end}`,
    cell: ({ judgement }: ScoredResult) => {
      const is = known(judgement);
      return is?.kind === 'range' ? is[end] : '';
    },
  }));
  return [column, ...ends];
}

function knownCell(known: Known | undefined): Cell {
  return numberOf(known) ?? textOf(known) ?? '';
}

/** Text and numbers as they are; all else as JSON, so that `null` (decided: nothing) differs from undecided. */
function jsonCell(value: Json | undefined): Cell {
  if (typeof value === 'number') return value;
  return value === undefined ? '' : valueText(value);
}

function figure(value: number | null | undefined): Cell {
  return value ?? '';
}

const ownSampleNames = ['count', 'scored', 'score', 'verdict', 'output'];

/** Means, spreads and majorities are over the scored samples alone. `.each` lists all values, null where one has no score. */
function sampleColumns({ criteria }: Pick<Rubric, 'criteria'>): ScoredColumn[] {
  const column = (name: string, cell: (samples: Samples) => Cell): ScoredColumn => ({
    name: `samples.${name}`,
    cell: ({ samples }) => (samples ? cell(samples) : ''),
  });
  const each = (name: string, known: (digest: Findings) => Known | null | undefined) =>
    column(`${name}.each`, ({ single }) =>
      JSON.stringify(
        single.map((digest): Json => {
          const said = known(digest);
          const isScored = digest.status !== 'partial' && digest.status !== 'unscored';
          return isScored && said?.kind === 'value' ? said.value : null;
        }),
      ),
    );
  const points = (name: string, spread: (samples: Samples) => Spread | null) => [
    column(`${name}.mean`, (samples) => figure(spread(samples)?.mean)),
    column(`${name}.spread`, (samples) => figure(spread(samples)?.deviation)),
  ];
  // A tie has no majority; its share is that of each of those that tie.
  const votes = (name: string, vote: (samples: Samples) => Vote | null) => [
    column(`${name}.majority`, (samples) => {
      const said = vote(samples);
      return said?.kind === 'majority' ? said.value : '';
    }),
    column(`${name}.share`, (samples) => {
      const said = vote(samples);
      return figure(said && said.count / said.of);
    }),
  ];
  return [
    column('count', ({ together }) => together.samples),
    column('scored', ({ together }) => together.scored),
    ...points('score', ({ together }) => together.score),
    each('score', ({ score }) => score),
    ...votes('verdict', ({ together }) => together.verdict),
    each('verdict', ({ verdict }) => verdict),
    ...criteria.flatMap((criterion, place) => {
      const path = criterionPath(criterion);
      // A criterion whose path is one of our names makes room for ours.
      const name = ownSampleNames.includes(path.split('.')[0] ?? '') ? `output.${path}` : path;
      const found = ({ together }: Samples) => together.criteria[place];
      const spread = (samples: Samples) => {
        const one = found(samples);
        return one?.kind === 'points' ? one.spread : null;
      };
      const vote = (samples: Samples) => {
        const one = found(samples);
        return one?.kind === 'label' ? one.vote : null;
      };
      const ofAll = criterion.choice === undefined ? points(name, spread) : votes(name, vote);
      return [...ofAll, each(name, (digest) => digest.criteria[place])];
    }),
  ];
}
