import { wholeText } from '../../i18n/numbers';
import { headStart, passMark } from '../../judgement/explain';
import { formatJson, formatKnown, formatNumber, isOpen } from '../../judgement/view/format';
import { namingOf } from '../../judgement/view/labels';
import { dumbbells, type Dumbbell, type Stretch } from '../../kit/charts/dots';
import { crossTable, heatMap, type HeatCell, type HeatRow } from '../../kit/charts/grids';
import type { Ink, Picture } from '../../kit/charts/picture';
import type { RunMessages } from '../../i18n/compare-words';
import type { Rubric } from '../../rubric/rubric';
import { boundsOf, type Known } from '../../rubric/values';
import { upheldAt } from '../../sheet/figures/measure';
import { changeBetween, isDisagreement } from '../compare-row';
import { verdictKey, type Comparison, type PairedRow, type VerdictKey } from '../compare-runs';
import { caseTitle, type ComparedRun } from '../stored-run';
import { changeInWords, knownInWords, signedNumber, verdictInWords } from './reason-words';
import type { Telling } from './sentence';

/** More are not drawn: what differs least tells least. */
export const mostRows = 200;

type Result = Comparison & { a: ComparedRun; b: ComparedRun };
type Verdicts = NonNullable<Result['verdicts']>;

export function verdictPicture(
  width: number,
  { keys, counts }: Verdicts,
  { b, counts: all }: Result,
  title: string,
  { names, t, language }: Telling,
): Picture {
  const naming = namingOf(b.rubric, t);
  const words = keys.map((key) => verdictInWords(key, t, naming));
  const cell = (from: VerdictKey, to: VerdictKey) => {
    const count = counts.times(from, to);
    const [said, other] = [verdictInWords(from, t, naming), verdictInWords(to, t, naming)];
    const name = t.compare.chart.crossCell(count, names.a, said, names.b, other);
    const open = !from.startsWith('=') || !to.startsWith('=');
    return { count, open, text: count === 0 ? '' : wholeText(count, language), name };
  };
  return crossTable({
    ...{ width, title, of: all.pairs, heads: words, labels: words },
    sides: [`${names.a}\u00a0↓`, `${names.b} →`],
    cells: keys.map((from) => keys.map((to) => cell(from, to))),
  });
}

/** Null where there is nothing to hold against each other. */
export function scorePicture(
  width: number,
  rows: readonly PairedRow[],
  result: Result,
  title: string,
  { names, t }: Telling,
): Picture | null {
  const { a, b, ground } = result;
  if (!ground.scores) return null;
  const naming = namingOf(b.rubric, t);
  const drawn = rows.map((row): Dumbbell => {
    const [one, other] = [a.digestAt(row.a), b.digestAt(row.b)];
    const label = caseTitle(a.cases[row.a]);
    const [from, to] = [scoreText(one?.score), scoreText(other?.score)];
    const delta = row.scoreDelta;
    const by = deltaInWords(row, result, t);
    const verdict = (key: VerdictKey) => verdictInWords(key, t, naming);
    const flip = row.verdictChanged
      ? t.compare.fromTo(verdict(verdictKey(one)), verdict(verdictKey(other)))
      : '';
    const told = [`${names.a} ${from}`, `${names.b} ${to}`, by, flip].filter((part) => part !== '');
    return {
      ...{ label, flipped: row.verdictChanged, note: flip || by },
      values: from === to ? from : t.compare.fromTo(from, to),
      a: stretchOf(one?.score, a.rubric),
      b: stretchOf(other?.score, b.rubric),
      name: `${label}: ${told.join(', ')}`,
      cells: [label, from, to, delta === 0 ? '0' : by || '–', flip],
    };
  });
  const ends = drawn.flatMap((row) => [row.a, row.b]).flatMap((side) => (side ? [side.from, side.to] : []));
  if (!drawn.some((row) => row.a && row.b)) return null;
  const min = Math.min(headStart(b.rubric), ...ends);
  const max = Math.max(b.rubric.headline.max ?? -Infinity, ...ends);
  const mark = passMark(b.rubric);
  const marks = mark === null || mark <= min || mark >= max ? [] : [mark];
  return dumbbells({
    ...{ width, title, min, max: max > min ? max : min + 1, rows: drawn },
    sides: [names.a, names.b],
    heads: [t.results.case, names.a, names.b, t.compare.delta, t.results.verdict],
    ticks: [min, ...marks, max].map((value) => ({
      at: (value - min) / (max - min || 1),
      text: formatNumber(value),
      strong: value === mark,
    })),
  });

  function scoreText(known: Known | undefined): string {
    return known ? formatKnown(known, t) : '–';
  }
}

/** How much higher B's score is: between ranges that do not meet, at least. Zeroes are quiet. */
export function deltaInWords(row: PairedRow, { a, b }: Pick<Result, 'a' | 'b'>, t: RunMessages): string {
  if (row.scoreDelta !== null) return row.scoreDelta === 0 ? '' : signedNumber(row.scoreDelta);
  const [low, high] = [boundsOf(a.digestAt(row.a)?.score), boundsOf(b.digestAt(row.b)?.score)];
  if (row.apart === 0 || !low || !high) return '';
  return t.compare.chart.atLeast(signedNumber(high.min > low.max ? row.apart : -row.apart));
}

/** Null where all of the scale is open. */
function stretchOf(known: Known | undefined, { headline }: Rubric): Stretch | null {
  const bounds = known && isOpen(known, headline.max) ? null : boundsOf(known);
  return bounds && { from: bounds.min, to: bounds.max };
}

/** From much lower to much higher. What is the same stays quiet. */
const lower: readonly Ink[] = ['bad-wash', 'level-0', 'level-0-strong', 'bad'];
const higher: readonly Ink[] = ['accent-wash', 'level-2', 'level-3', 'level-4'];
const tints: readonly Ink[] = [...lower.toReversed(), 'sunken', ...higher];
/** Up to which share of the scale a tint goes; the last one has no end. */
const tintEnds = [0.1, 0.25, 0.5];
/** Another label is neither lower nor higher. */
const changedInk = 'level-1';

export function criteriaPicture(
  width: number,
  rows: readonly PairedRow[],
  { a, b, ground }: Result,
  title: string,
  { t }: Telling,
): Picture {
  const words = t.compare.chart;
  const naming = namingOf(b.rubric, t);
  const labels = ground.criteria.map(({ id, place }) => b.rubric.criteria[place.b]?.label ?? id);
  const cellOf = (
    from: Known | null | undefined,
    to: Known | null | undefined,
    reach: number,
  ): Omit<HeatCell, 'name'> & { told: string } => {
    const change = changeBetween(from, to);
    // A corner says that facts differ, which no cell of this map does.
    const differs = false;
    if (change === null && to?.kind === 'value')
      return { text: '', ink: 'sunken', differs, told: words.sameAs(formatKnown(to, t, naming)) };
    if (!change || !isDisagreement(change)) {
      const sides = [knownInWords(from, t, naming), knownInWords(to, t, naming)] as const;
      return { text: '', ink: null, differs, told: words.none(...sides) };
    }
    const told = changeInWords(change, t, naming);
    if (change.kind !== 'number') {
      const text = change.kind === 'label' ? `→ ${formatJson(change.to, t, naming)}` : words.changed;
      return { text, ink: changedInk, differs, told };
    }
    const share = Math.abs(change.delta) / reach;
    const inks = change.delta > 0 ? higher : lower;
    const ink = inks[tintEnds.filter((end) => share > end).length] ?? null;
    return { text: signedNumber(change.delta), ink, differs, told };
  };
  const drawn = rows.map((row): HeatRow => {
    const label = caseTitle(a.cases[row.a]);
    const [one, other] = [a.digestAt(row.a), b.digestAt(row.b)];
    const cells = ground.criteria.map(({ place, min, max }, index) => {
      const reach = max === null ? Infinity : max - min;
      const { told, ...cell } = cellOf(
        one && upheldAt(one, place.a),
        other && upheldAt(other, place.b),
        reach,
      );
      return { ...cell, name: `${label}, ${labels[index]}: ${told}` };
    });
    const text = (cell: HeatCell) => (cell.ink === null ? '–' : cell.text || words.same);
    return { label, name: label, cells, missing: '', table: [label, ...cells.map(text)] };
  });
  const all = drawn.flatMap(({ cells }) => cells);
  const { low, high, differs, open } = words.legend;
  return heatMap({
    ...{ width, title, rows: drawn },
    heads: [t.results.case, ...labels],
    legend: {
      ...(all.some(({ ink, text }) => ink !== changedInk && text !== '') && { ends: [low, high], tints }),
      ...(all.some(({ ink }) => ink === changedInk) && { differs, differsInk: changedInk }),
      ...(all.some(({ ink }) => ink === null) && { open }),
    },
  });
}
