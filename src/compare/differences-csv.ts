import type { Known } from '../rubric/values';
import type { Digest } from '../judgement/digest';
import { csvRecord, type Cell } from '../kit/csv';
import { numberOf, textOf, upheldAt, valueText } from '../sheet/figures/measure';
import { compareRow, knownDelta, scoreDelta, type ValueChange } from './compare-row';
import type { Comparison, CasePair } from './compare-runs';
import type { CaseMark, ComparedRun, Side } from './stored-run';
import { explain, reasonGround, type Reason } from './explain';

type Compared = Pick<Comparison, 'ground' | 'pairs' | 'changed' | 'onlyA' | 'onlyB'> & {
  a: ComparedRun;
  b: ComparedRun;
};

/** Pairs that differ, then cases whose input changed, then those of one run only. A cell is empty where nothing is decided. */
export function* differencesCsvChunks(compared: Compared): Generator<string, void> {
  const columns = columnsOf(compared);
  // Excel takes a file without a byte order mark for one in the system's own encoding, and spoils Korean.
  yield `\ufeff${csvRecord(columns.map(({ name }) => name))}`;
  for (const row of rowsOf(compared)) yield `\r\n${csvRecord(columns.map(({ cell }) => cell(row)))}`;
}

interface Row {
  pairing: CasePair['by'] | 'only-a' | 'only-b';
  a: JudgedCase | null;
  b: JudgedCase | null;
}

interface JudgedCase extends CaseMark {
  digest: Digest | undefined;
}

function* rowsOf({ a, b, pairs, changed, onlyA, onlyB }: Compared): Generator<Row> {
  const judged = ({ cases, digestAt }: ComparedRun, row: number): JudgedCase | null => {
    const mark = cases[row];
    return mark ? { ...mark, digest: digestAt(row) } : null;
  };
  for (const { by, different, ...rows } of [...pairs, ...changed])
    if (different || by === 'changed') yield { pairing: by, a: judged(a, rows.a), b: judged(b, rows.b) };
  for (const row of onlyA) yield { pairing: 'only-a', a: judged(a, row), b: null };
  for (const row of onlyB) yield { pairing: 'only-b', a: null, b: judged(b, row) };
}

interface Column {
  name: string;
  cell: (row: Row) => Cell;
}

function columnsOf({ a: inA, b: inB, ground }: Compared): Column[] {
  const reasons = reasonGround(inA, inB, ground);
  const checks = ({ a, b }: Row) => compareRow(ground, a?.digest, b?.digest).checks;
  return [
    { name: 'case.a', cell: ({ a }) => a?.id ?? '' },
    { name: 'case.b', cell: ({ b }) => b?.id ?? '' },
    { name: 'label', cell: ({ a, b }) => a?.label ?? b?.label ?? '' },
    { name: 'pairing', cell: ({ pairing }) => pairing },
    ...both('status', (digest) => digest?.status ?? ''),
    ...both('reason', (digest) => digest?.reason ?? ''),
    ...both('verdict', (digest) => knownCell(digest?.verdict)),
    ...both('score', (digest) => knownCell(digest?.score)),
    { name: 'score.delta', cell: ({ a, b }) => scoreDelta(ground, a?.digest, b?.digest) ?? '' },
    ...ground.criteria.flatMap(({ id, kind, place }): Column[] => {
      const said = (digest: Digest | undefined, side: Side) => digest && upheldAt(digest, place[side]);
      const values = both(`criteria.${id}`, (digest, side) => knownCell(said(digest, side)));
      const delta = ({ a, b }: Row) => knownDelta(said(a?.digest, 'a'), said(b?.digest, 'b'));
      if (kind === 'choice') return values;
      return [...values, { name: `criteria.${id}.delta`, cell: (row) => delta(row) ?? '' }];
    }),
    { name: 'checks.gained', cell: (row) => checks(row).gained.join(' ') },
    { name: 'checks.lost', cell: (row) => checks(row).lost.join(' ') },
    {
      name: 'reasons',
      cell: ({ pairing, a, b }) =>
        a && b
          ? explain(reasons, a, b, pairing !== 'changed')
              .map(reasonCode)
              .join('; ')
          : '',
    },
    ...both('receipt', (digest) => digest?.receipt ?? ''),
  ];
}

function both(name: string, cell: (digest: Digest | undefined, side: Side) => Cell): Column[] {
  return (['a', 'b'] as const).map((side) => ({
    name: `${name}.${side}`,
    cell: (row) => cell(row[side]?.digest, side),
  }));
}

function knownCell(known: Known | null | undefined): Cell {
  return numberOf(known ?? undefined) ?? textOf(known ?? undefined) ?? '';
}

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
  if (change.kind === 'label') return `${valueText(change.from)}>${valueText(change.to)}`;
  return `${knownText(change.from)}>${knownText(change.to)}`;
}

function knownText(known: Known | null): string {
  if (known === null) return 'absent';
  if (known.kind === 'value') return valueText(known.value);
  if (known.kind === 'range') return `${known.min}..${known.max}`;
  return known.kind === 'one-of' ? known.values.map(valueText).join('|') : known.kind;
}
