import type { Findings } from '../judgement/digest';
import type { Judgement } from '../judgement/judgement';
import type { Json } from '../kit/json';
import type { OutputSchema } from '../rubric/output-schema';
import { segments, type Path } from '../rubric/path';
import { criterionPath, type Rubric } from '../rubric/rubric';
import { leaves, type Leaf } from '../rubric/shape/fields';
import type { Known } from '../rubric/values';
import type { Spread, Vote } from '../sheet/figures/repeats';
import type { RunCounts } from '../sheet/run-record';
import type { ExportEntry, ExportRuns, JudgedEntry, PersonLabels, Samples } from './export-run';
import { asText, claimDiffers, claimed, upheld } from './upheld';

/** What a run has for a case. */
export interface ScoredResult {
  judgement: Judgement;
  milliseconds?: number | undefined;
  /** Null or left out where it is not known. */
  cost?: RunCounts['cost'] | undefined;
  /** Where cases of the file were judged several times. */
  samples?: Samples | undefined;
}

/** A column that we add: its name without the prefix, and its cell for a case that was judged. */
interface ScoredColumn {
  name: string;
  cell: (result: ScoredResult) => string;
}

const rulesOnlyJudge = 'Rules only: no model was asked';

const idColumn = 'id';
const statusColumn = 'status';
/** Which run a row is of: only in exports of all runs. */
const runColumn = 'run';
/** What the cases are called now: only in exports where some case has another name than its file says. */
const nameColumn = 'case';
/** Only in exports where some cost is known. */
const currencyColumn = 'cost.currency';
const derivedColumns = 'derived';
/** Expected scores: only of criteria of which some case has one. */
const expectedColumns = 'expected';
const labelColumns = 'label';
const samplesColumn = 'samples';
const ownSampleNames = ['count', 'scored', 'score', 'verdict'];

const opening = [statusColumn, 'reason', 'detail', 'score', 'score.min', 'score.max', 'verdict'] as const;
const closing = ['claimed.score', 'claimed.verdict', 'checks', 'flags'] as const;
const asked = ['judge', 'model', 'mode', 'tokens', 'cost', 'seconds', 'rubric', 'receipt', 'time'] as const;
type Fixed = (typeof opening | typeof closing | typeof asked)[number];
/** Every export has these, whatever the rubric. */
const fixedColumns: readonly string[] = [idColumn, ...opening, ...closing, ...asked];

const taken = new Set([...fixedColumns, runColumn, nameColumn]);
const takenGroups = [
  'score',
  'claimed',
  'cost',
  derivedColumns,
  expectedColumns,
  samplesColumn,
  'output',
] as const;

interface ColumnOptions {
  rationales: boolean;
  /** Columns of which some judgement knows a range only. */
  ranges: ReadonlySet<string>;
  /** Criteria, by id, of which some judgement has an expected score. */
  expected: ReadonlySet<string>;
  samples: boolean;
  currency: boolean;
}

interface Column {
  name: string;
  /** `result` is null where the case has no readable result of today's text. */
  cell: (entry: JudgedEntry, result: ScoredResult | null) => string;
}

export interface CsvColumnOptions {
  /** False leaves out free text and keeps scores and labels. */
  rationales?: boolean;
  /** Each row names its run. */
  allRuns?: boolean;
  /** Columns of which some judgement knows a range only. */
  ranges: ReadonlySet<string>;
  renamed: boolean;
  samples: boolean;
}

/** All columns that an export adds, in their order, named without the prefix `assay.`. */
export function csvColumns(
  runs: ExportRuns,
  people: readonly PersonLabels[],
  options: CsvColumnOptions,
): Column[] {
  const { rationales = true, allRuns = false, ranges, renamed, samples } = options;
  const currency = runs.some(({ head }) => (head?.counts.cost ?? null) !== null);
  const ofRuns = runs.map(({ rubric, entries }) =>
    resultColumns(rubric, leaves(rubric.output), {
      rationales,
      ranges,
      expected: expectedIn(rubric, entries),
      samples,
      currency,
    }),
  );
  const groups = ofRuns[0]?.before.map((_, group) => ofRuns.map(({ before }) => before[group] ?? [])) ?? [];
  return [
    { name: idColumn, cell: ({ subject }) => subject.id },
    ...groups.flatMap(together),
    ...(allRuns ? [{ name: runColumn, cell: ({ run }: JudgedEntry) => run.head?.id ?? '' }] : []),
    ...together(ofRuns.map(({ about }) => about)),
    ...personColumns(people).map(({ name, cell }): Column => ({
      name,
      cell: ({ subject }) => cell(subject.id),
    })),
    ...(renamed
      ? [{ name: nameColumn, cell: ({ subject }: JudgedEntry) => subject.label?.trim() ?? '' }]
      : []),
  ];
}

/** The columns of several runs, each name once, in the order in which they are met. */
function together(ofRuns: readonly (readonly ScoredColumn[])[]): Column[] {
  const names = new Set(ofRuns.flatMap((columns) => columns.map(({ name }) => name)));
  const byName = ofRuns.map((columns) => new Map(columns.map(({ name, cell }) => [name, cell])));
  return [...names].map((name) => {
    const cells = byName.map((cellOf) => cellOf.get(name));
    return {
      name,
      cell: (entry, result) => {
        if (result) return cells[entry.number]?.(result) ?? '';
        if (name !== statusColumn) return '';
        return entry.outdated ? 'outdated' : entry.unreadable ? 'unreadable' : '';
      },
    };
  });
}

/** Criteria, by id, of which some case has an expected score. */
function expectedIn({ criteria }: Rubric, entries: readonly ExportEntry[]): Set<string> {
  const found = new Set<string>();
  for (const { digest, outdated } of entries)
    if (!outdated)
      digest?.expected?.forEach((mean, place) => {
        const criterion = criteria[place];
        if (mean !== null && criterion) found.add(criterion.id);
      });
  return found;
}

/**
 * What a run has for a case, in groups that stand in this order, so that the columns of runs with other rubrics can be put
 * together group by group. A cell is empty where nobody decided, never 0. What is known of an undecided number stands in
 * `<column>.min` and `<column>.max`: a column of numbers holds nothing but numbers.
 */
export function resultColumns(
  rubric: Rubric,
  fields: readonly Leaf[],
  options: ColumnOptions,
): { before: ScoredColumn[][]; about: ScoredColumn[] } {
  const fixed = fixedCells(rubric);
  const named = (name: Fixed): ScoredColumn => ({ name, cell: fixed[name] });
  const kept = options.rationales ? fields : fields.filter((leaf) => !isProse(rubric, leaf));
  const ofFields = kept.flatMap(({ path }) => {
    const name = leafColumn(path);
    const known = ({ fields }: Judgement) => fields.find((field) => field.path === path)?.known;
    return withRange({ name, cell: outputCell(path) }, known, options);
  });
  const ofDerived = Object.keys(rubric.derived).flatMap((key) => {
    const known = ({ derived }: Judgement) => (Object.hasOwn(derived, key) ? derived[key] : undefined);
    const cell = ({ judgement }: ScoredResult) => knownCell(known(judgement));
    return withRange({ name: derivedColumn(key), cell }, known, options);
  });
  const ofExpected = rubric.criteria.flatMap((criterion) => {
    if (!options.expected.has(criterion.id)) return [];
    const path = criterionPath(criterion);
    const cell = ({ judgement: { fields } }: ScoredResult) =>
      figure(fields.find((field) => field.path === path)?.expected);
    return [{ name: `${expectedColumns}.${criterion.id}`, cell }];
  });
  const ofSamples = options.samples
    ? sampleColumns(rubric).map(({ name, cell }) => ({
        name,
        cell: ({ samples }: ScoredResult) => (samples ? cell(samples) : ''),
      }))
    : [];
  const currency = { name: currencyColumn, cell: ({ cost }: ScoredResult) => cost?.currency ?? '' };
  return {
    before: [opening.map(named), ofFields, ofDerived, ofExpected, closing.map(named), ofSamples],
    about: asked.flatMap((name) =>
      name === 'cost' && options.currency ? [named(name), currency] : [named(name)],
    ),
  };
}

/** One column per rater and criterion. A rater who labelled by several rubrics is asked in the order given. */
function personColumns(people: readonly PersonLabels[]): { name: string; cell: (id: string) => string }[] {
  const columns = new Map<string, (id: string) => string>();
  for (const { rater, criteria, labels } of people)
    criteria.forEach(({ id: criterion }, place) => {
      const name = `${labelColumns}.${rater}.${criterion}`;
      const before = columns.get(name);
      const own = (id: string) => knownCell(labels.get(id)?.criteria[place] ?? undefined);
      columns.set(name, (id) => {
        const said = before?.(id) ?? '';
        return said === '' ? own(id) : said;
      });
    });
  return [...columns].map(([name, cell]) => ({ name, cell }));
}

/** Adds the columns of which this judgement knows a range only. */
export function noteRanges(judgement: Judgement, ranges: Set<string>): void {
  for (const { path, known } of judgement.fields) if (known.kind === 'range') ranges.add(leafColumn(path));
  for (const key of Object.keys(judgement.derived))
    if (judgement.derived[key]?.kind === 'range') ranges.add(derivedColumn(key));
}

function fixedCells(rubric: Rubric): Record<Fixed, ScoredColumn['cell']> {
  return {
    status: ({ judgement }) => judgement.status,
    reason: ({ judgement }) => judgement.reason ?? '',
    detail: ({ judgement }) => judgement.detail ?? '',
    score: ({ judgement }) => figure(upheld(judgement).score),
    'score.min': ({ judgement }) => figure(upheld(judgement).range?.min),
    'score.max': ({ judgement }) => figure(upheld(judgement).range?.max),
    verdict: ({ judgement }) => upheld(judgement).verdict ?? '',
    'claimed.score': ({ judgement }) => jsonCell(claimed(rubric, judgement).score),
    'claimed.verdict': ({ judgement }) => jsonCell(claimed(rubric, judgement).verdict),
    checks: ({ judgement }) => failedChecks(judgement),
    flags: ({ judgement }) => flags(rubric, judgement),
    judge: ({ judgement: { receipt } }) => (receipt.mode === 'rules-only' ? rulesOnlyJudge : receipt.judge),
    model: ({ judgement: { receipt } }) => receipt.model,
    mode: ({ judgement: { receipt } }) => receipt.mode,
    tokens: ({ judgement: { receipt } }) => String(receipt.tokens.prompt + receipt.tokens.reply),
    // Sums of small amounts carry digits that nobody was charged.
    cost: ({ cost }) => figure(cost && Number(cost.amount.toPrecision(12))),
    // Nobody measures how long a person took.
    seconds: ({ judgement: { receipt }, milliseconds }) =>
      milliseconds === undefined || receipt.mode === 'person' ? '' : String(milliseconds / 1000),
    rubric: () => `${rubric.id}@${rubric.version}`,
    receipt: ({ judgement: { receipt } }) => receipt.id,
    time: ({ judgement: { receipt } }) => receipt.time,
  };
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

function derivedColumn(name: string): string {
  return `${derivedColumns}.${name}`;
}

/** An output may have a field called `status`: it makes room for ours. */
function leafColumn(path: Path): string {
  const isTaken =
    taken.has(path) ||
    path.startsWith(`${labelColumns}.`) ||
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

function failedChecks({ checks }: Judgement): string {
  let ids = '';
  for (const { id, outcome } of checks) {
    if (outcome === 'failed' || outcome === 'broken') ids += ids === '' ? id : ` ${id}`;
  }
  return ids;
}

/** The way to the value is cut up once, not once per row. */
function outputCell(path: Path): ScoredColumn['cell'] {
  const keys = segments(path);
  return ({ judgement: { output } }) => {
    let here: Json | undefined = output ?? undefined;
    for (const key of keys) {
      if (typeof here !== 'object' || here === null) return '';
      if (Array.isArray(here)) here = here[Number(key)];
      else here = Object.hasOwn(here, key) ? here[key] : undefined;
    }
    return jsonCell(here);
  };
}

function withRange(
  column: ScoredColumn,
  known: (judgement: Judgement) => Known | undefined,
  { ranges }: ColumnOptions,
): ScoredColumn[] {
  if (!ranges.has(column.name)) return [column];
  const ends = (['min', 'max'] as const).map((end) => ({
    name: `${column.name}.${end}`,
    cell: ({ judgement }: ScoredResult) => {
      const is = known(judgement);
      return is?.kind === 'range' ? String(is[end]) : '';
    },
  }));
  return [column, ...ends];
}

function knownCell(known: Known | undefined): string {
  return known?.kind === 'value' ? jsonCell(known.value) : '';
}

/** Text as it is; all else as JSON, so that `null` (somebody decided: nothing) differs from undecided. */
function jsonCell(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? String(value) : asText(value);
}

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A column about all samples of a case: its name without the prefix, and its cell. */
interface SampleColumn {
  name: string;
  cell: (samples: Samples) => string;
}

/**
 * Where cases were judged several times: how often, how many of these have a score, and for each number its mean and
 * spread, for each label what most say and their share, over the scored ones alone. `.each` has the single values in order,
 * as a JSON list with null where one has no score. The other columns of the row are those of the first judgement
 * with a score.
 */
export function sampleColumns(rubric: Pick<Rubric, 'criteria'>): SampleColumn[] {
  const columns: SampleColumn[] = [
    { name: 'count', cell: ({ together }) => String(together.samples) },
    { name: 'scored', cell: ({ together }) => String(together.scored) },
    ...pointColumns(
      'score',
      ({ together }) => together.score,
      ({ score }) => score,
    ),
    ...voteColumns(
      'verdict',
      ({ together }) => together.verdict,
      ({ verdict }) => verdict,
    ),
    ...rubric.criteria.flatMap((criterion, place) => {
      const name = sampleName(criterionPath(criterion));
      const known = ({ criteria }: Findings) => criteria[place] ?? undefined;
      return criterion.choice === undefined
        ? pointColumns(name, (samples) => spreadAt(samples, place), known)
        : voteColumns(name, (samples) => voteAt(samples, place), known);
    }),
  ];
  return columns.map(({ name, cell }) => ({ name: `${samplesColumn}.${name}`, cell }));
}

/** A criterion whose path is one of our names makes room for ours. */
function sampleName(path: Path): string {
  const [first = ''] = path.split('.');
  return ownSampleNames.includes(first) || first === 'output' ? `output.${path}` : path;
}

function spreadAt({ together }: Samples, place: number): Spread | null {
  const criterion = together.criteria[place];
  return criterion?.kind === 'points' ? criterion.spread : null;
}

function voteAt({ together }: Samples, place: number): Vote | null {
  const criterion = together.criteria[place];
  return criterion?.kind === 'label' ? criterion.vote : null;
}

function pointColumns(
  name: string,
  spread: (samples: Samples) => Spread | null,
  known: (digest: Findings) => Known | undefined,
): SampleColumn[] {
  return [
    { name: `${name}.mean`, cell: (samples) => figure(spread(samples)?.mean) },
    { name: `${name}.spread`, cell: (samples) => figure(spread(samples)?.deviation) },
    each(name, known),
  ];
}

/** A tie has no majority; its share is that of each of those that tie. */
function voteColumns(
  name: string,
  vote: (samples: Samples) => Vote | null,
  known: (digest: Findings) => Known | undefined,
): SampleColumn[] {
  const majority = (samples: Samples) => {
    const said = vote(samples);
    return said?.kind === 'majority' ? said.value : '';
  };
  const share = (samples: Samples) => {
    const said = vote(samples);
    return figure(said && said.count / said.of);
  };
  return [
    { name: `${name}.majority`, cell: majority },
    { name: `${name}.share`, cell: share },
    each(name, known),
  ];
}

function each(name: string, known: (digest: Findings) => Known | undefined): SampleColumn {
  const value = (digest: Findings): Json => {
    if (digest.status === 'partial' || digest.status === 'unscored') return null;
    const said = known(digest);
    return said?.kind === 'value' ? said.value : null;
  };
  return { name: `${name}.each`, cell: ({ single }) => JSON.stringify(single.map(value)) };
}
