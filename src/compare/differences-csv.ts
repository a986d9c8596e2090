import type { Json } from '../kit/json';
import type { Known } from '../rubric/values';
import type { Digest } from '../judgement/digest';
import { csvRecord } from '../kit/csv';
import { compareRow, scoreDelta, deltaBetween, type ValueChange } from './compare-row';
import type { Comparison, CasePair } from './compare-runs';
import type { ComparedRun } from './compared-run';
import { explain, reasonGround, type Reason } from './explain';

export interface DifferencesCsvOptions {
  delimiter?: string;
  newline?: '\r\n' | '\n';
  /** Excel takes a file without it for one in the system's own encoding, and spoils Korean. */
  bom?: boolean;
  /** True writes the pairs that are the same in both as well. */
  all?: boolean;
  /** How a reason reads in the file. Left out: its code, the same in every language. */
  word?: (reason: Reason) => string;
}

interface Line {
  a: number | null;
  b: number | null;
  pairing: CasePair['by'] | 'only-a' | 'only-b';
}

interface Compared {
  a: ComparedRun;
  b: ComparedRun;
  comparison: Comparison;
}

const chunkLength = 65_536;
const linesPerTurn = 200;

/**
 * The differences as CSV, in pieces of about 64 kB; a piece may be empty, which is a chance to yield to the page. First
 * the pairs that differ, then cases whose input changed, then those of one run only. A cell is empty where nobody decided,
 * and a difference is written only where there are two numbers.
 */
export function* differencesCsvChunks(
  compared: Compared,
  options: DifferencesCsvOptions = {},
): Generator<string, void> {
  const { delimiter = ',', newline = '\r\n', bom = false, all = false, word = reasonCode } = options;
  const columns = columnsOf(compared, word);
  const record = (cells: readonly string[]) => csvRecord(cells, delimiter);
  let chunk = (bom ? '\ufeff' : '') + record(columns.map(({ name }) => name));
  let seen = 0;
  for (const line of linesOf(compared.comparison, all)) {
    if (line !== null) chunk += newline + record(cellsOf(compared, columns, line));
    seen += 1;
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = '';
    } else if (seen % linesPerTurn === 0) yield '';
  }
  yield chunk;
}

/** Null stands for a pair that is left out. */
function* linesOf(comparison: Comparison, all: boolean): Generator<Line | null> {
  for (const { a, b, by, different } of comparison.pairs)
    yield different || all ? { a, b, pairing: by } : null;
  for (const { a, b, by } of comparison.changed) yield { a, b, pairing: by };
  for (const a of comparison.onlyA) yield { a, b: null, pairing: 'only-a' };
  for (const b of comparison.onlyB) yield { a: null, b, pairing: 'only-b' };
}

interface Row {
  line: Line;
  a: Digest | undefined;
  b: Digest | undefined;
  checks: { gained: string[]; lost: string[] };
}

interface Column {
  name: string;
  cell: (row: Row) => string;
}

function cellsOf({ a, b, comparison }: Compared, columns: readonly Column[], line: Line): string[] {
  const one = line.a === null ? undefined : a.digestAt(line.a);
  const other = line.b === null ? undefined : b.digestAt(line.b);
  const { checks } = compareRow(comparison.ground, one, other);
  const row: Row = { line, a: one, b: other, checks };
  return columns.map(({ cell }) => cell(row));
}

function columnsOf({ a, b, comparison }: Compared, word: (reason: Reason) => string): Column[] {
  const { ground } = comparison;
  const reasons = reasonGround(a, b, ground);
  const markA = ({ line }: Row) => (line.a === null ? undefined : a.cases[line.a]);
  const markB = ({ line }: Row) => (line.b === null ? undefined : b.cases[line.b]);
  return [
    { name: 'case.a', cell: (row) => markA(row)?.id ?? '' },
    { name: 'case.b', cell: (row) => markB(row)?.id ?? '' },
    { name: 'label', cell: (row) => markA(row)?.label ?? markB(row)?.label ?? '' },
    { name: 'pairing', cell: ({ line }) => line.pairing },
    ...both('status', (digest) => digest?.status ?? ''),
    ...both('reason', (digest) => digest?.reason ?? ''),
    ...both('verdict', (digest) => knownCell(digest?.verdict)),
    ...both('score', (digest) => knownCell(digest?.score)),
    { name: 'score.delta', cell: (row) => numberCell(scoreDelta(ground, row.a, row.b)) },
    ...ground.criteria.flatMap(({ id, kind, place }): Column[] => {
      const said = { a: ({ a }: Row) => a?.criteria[place.a], b: ({ b }: Row) => b?.criteria[place.b] };
      const values = (['a', 'b'] as const).map((side) => ({
        name: `criteria.${id}.${side}`,
        cell: (row: Row) => knownCell(said[side](row)),
      }));
      if (kind === 'choice') return values;
      return [
        ...values,
        { name: `criteria.${id}.delta`, cell: (row) => numberCell(delta(said.a(row), said.b(row))) },
      ];
    }),
    { name: 'checks.gained', cell: ({ checks }) => checks.gained.join(' ') },
    { name: 'checks.lost', cell: ({ checks }) => checks.lost.join(' ') },
    {
      name: 'reasons',
      cell: ({ line, a: one, b: other }) =>
        line.a === null || line.b === null
          ? ''
          : explain(reasons, { digest: one }, { digest: other }, line.pairing !== 'changed')
              .map(word)
              .join('; '),
    },
    ...both('receipt', (digest) => digest?.receipt ?? ''),
  ];
}

function both(name: string, cell: (digest: Digest | undefined) => string): Column[] {
  return [
    { name: `${name}.a`, cell: ({ a }) => cell(a) },
    { name: `${name}.b`, cell: ({ b }) => cell(b) },
  ];
}

function delta(a: Known | null | undefined, b: Known | null | undefined): number | null {
  if (a?.kind !== 'value' || b?.kind !== 'value') return null;
  return typeof a.value === 'number' && typeof b.value === 'number' ? deltaBetween(a.value, b.value) : null;
}

function numberCell(value: number | null): string {
  return value === null ? '' : String(value);
}

function knownCell(known: Known | null | undefined): string {
  return known?.kind === 'value' ? jsonCell(known.value) : '';
}

/** Text as it is; all else as JSON, so that `null` (somebody decided: nothing) differs from undecided. */
function jsonCell(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A reason in the short form that files carry, for scripts to split and count. */
export function reasonCode(reason: Reason): string {
  switch (reason.kind) {
    case 'not-judged':
    case 'undecided':
    case 'repaired':
      return `${reason.kind}:${reason.in}`;
    case 'unscored':
      return `unscored:${reason.in}:${reason.reason ?? 'unknown'}`;
    case 'mode':
      return `mode:${reason.from}>${reason.to}`;
    case 'decided-by':
      return `decided-by:${reason.path}:${reason.from}>${reason.to}`;
    case 'fact':
      return `fact:${reason.name}`;
    case 'criterion':
      return `criterion:${reason.id}:${changeCode(reason.change)}`;
    case 'field':
      return `field:${reason.path}:${changeCode(reason.change)}`;
    case 'rule':
      return reason.name === null ? `rule:${reason.part}` : `rule:${reason.part}:${reason.name}`;
    case 'check':
      return `check:${reason.change}:${reason.id}`;
    case 'other-question':
      return `other-question:${reason.parts.join('+')}`;
    case 'input':
    case 'same-question':
    case 'unexplained':
      return reason.kind;
  }
}

function changeCode(change: ValueChange): string {
  if (change.kind === 'number') return change.delta > 0 ? `+${change.delta}` : String(change.delta);
  if (change.kind === 'label') return `${textOf(change.from)}>${textOf(change.to)}`;
  return `${knownText(change.from)}>${knownText(change.to)}`;
}

function knownText(known: Known | null): string {
  if (known === null) return 'absent';
  if (known.kind === 'value') return textOf(known.value);
  if (known.kind === 'range') return `${known.min}..${known.max}`;
  return known.kind === 'one-of' ? known.values.map(textOf).join('|') : known.kind;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
