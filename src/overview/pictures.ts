import { wholeText, decimalText } from '../i18n/numbers';
import type { Messages } from '../i18n/en/en';
import type { OverviewWords } from '../i18n/overview-words';
import { formatKnown, formatNumber, isOpen } from '../judgement/view/format';
import { namingOf } from '../judgement/view/labels';
import type { Status } from '../judgement/judgement';
import { barOfWhole, barRows, histogram, type Part, type Tick } from '../kit/charts/bars';
import { dotsOverBands, mostDots } from '../kit/charts/dots';
import { heatMap, type HeatCell as DrawnCell, type HeatRow } from '../kit/charts/grids';
import type { Ink, Picture } from '../kit/charts/picture';
import type { Rubric } from '../rubric/rubric';
import { verdictMeaning } from '../rubric/values';
import { isScored } from '../sheet/figures/measure';
import type { Summary } from '../sheet/figures/tally';
import { checkSeverity, checkTitle } from '../sheet/table/result-columns';
import { passWord } from '../sheet/view/run-words';
import {
  bandEdges,
  binEdges,
  binOf,
  byScore,
  partOf,
  type AgainstFacts,
  type CaseFigures,
  type Figures,
  type HeatCell,
  type ScoreScale,
  type VerdictPart,
} from './figures';

/** A run as its pictures show it. `rubric` is in the reader's language; figures and summary are of the same moment. */
export interface Shown {
  rubric: Rubric;
  figures: Figures;
  summary: Summary;
}

export interface Speech {
  t: Messages;
  words: OverviewWords;
  language: string;
}

/** What pressing a point leads to. */
export type Target =
  | { kind: 'case'; row: number }
  | { kind: 'rows'; label: string; rows: readonly number[] }
  | { kind: 'status'; status: Status | 'waiting' }
  | { kind: 'check'; check: string };

/** One picture of the overview, with all that is said around it. */
export interface Panel {
  heading: string;
  note: string;
  draw: (width: number) => Picture;
  /** By point. */
  targets: readonly Target[];
}

const statusLook: Record<Status | 'waiting', Pick<Part, 'ink' | 'hatched'>> = {
  valid: { ink: 'good' },
  repaired: { ink: 'warn' },
  inconsistent: { ink: 'bad', hatched: true },
  partial: { ink: 'open', hatched: true },
  unscored: { ink: 'text' },
  waiting: { ink: 'strong-line', hatched: true },
};

/** The result in one or two sentences. */
export function resultSentence(shown: Shown, speech: Speech): string {
  const { rubric, figures, summary } = shown;
  const { t, words, language } = speech;
  const { sentence } = words;
  const whole = (count: number) => wholeText(count, language);
  const naming = namingOf(rubric, t);
  const { passed, score, contradictions, verdicts } = summary;
  const scored = scoredIn(summary);
  const total = figures.cases.length;
  const main = () => {
    if (passed) {
      const word = passWord(summary.verdicts, naming, t);
      const [met, of] = [whole(passed.met), whole(passed.count)];
      // A word stands for one verdict alone.
      const passing = verdicts.filter(({ verdict }) => verdictMeaning(verdict) === 'pass');
      const isPlain = word === t.results.passLabel || passing.length > 1;
      return isPlain ? sentence.passed(met, of) : sentence.pass(met, of, word);
    }
    const [most] = verdicts;
    if (most) return sentence.verdict(naming(most.verdict), whole(most.count), whole(total));
    if (score.value === null) return sentence.scored(whole(scored), whole(total));
    const { max } = rubric.headline;
    const mean = decimalText(score.value, score.decimals, language);
    return sentence.mean(mean, max === undefined ? '' : ` / ${max}`, whole(score.count));
  };
  if (summary.rulesOnly) return `${main()} ${words.rulesOnly}`;
  if (contradictions.cases === 0) {
    const sound = canCheck(shown) ? sentence.sound : words.unchecked;
    return scored > 0 ? `${main()} ${sound}` : main();
  }
  const [worst] = contradictionsIn(shown, speech);
  return `${main()} ${sentence.contradicted(contradictions.cases, total, worst?.title ?? null)}`;
}

/** What no figure counts; nothing where there is none. */
export function unscoredSentence({ summary }: Shown, { words }: Speech): string {
  const count = summary.statuses.find(({ status }) => status === 'unscored')?.count ?? 0;
  return count > 0 ? words.unscored(count) : '';
}

/** Where nothing could be checked, nothing holds. */
function canCheck({ rubric: { checks, statements }, figures: { facts } }: Shown): boolean {
  return facts.agree + facts.differ + checks.length + statements.length > 0;
}

function scoredIn({ statuses }: Summary): number {
  return statuses.reduce((sum, { status, count }) => sum + (isScored(status) ? count : 0), 0);
}

/** Statements that do not hold, most frequent first, without those that are only unusual. Alike in words, they are one. */
export function contradictionsIn({ rubric, figures }: Shown, { words }: Speech) {
  const known = new Map<string, string | null>();
  const titleOf = (id: string) => {
    const title = checkTitle(id, rubric);
    const said = id.startsWith('program:') ? words.notAsFacts(title) : title;
    return checkSeverity(id, rubric) === 'error' ? said : null;
  };
  const found = new Map<string, { title: string; ids: Set<string>; rows: number[] }>();
  for (const { failedChecks, row } of figures.cases)
    for (const id of failedChecks) {
      const title = known.get(id) ?? titleOf(id);
      known.set(id, title);
      if (title === null) continue;
      const one = found.get(title) ?? { title, ids: new Set(), rows: [] };
      found.set(title, one);
      one.ids.add(id);
      if (one.rows.at(-1) !== row) one.rows.push(row);
    }
  return [...found.values()].sort((a, b) => b.rows.length - a.rows.length);
}

/** One bar of all cases by verdict; null where the rubric gives none. */
export function verdictPanel({ rubric, figures, summary }: Shown, speech: Speech): Panel | null {
  const { t, words, language } = speech;
  if (!figures.verdicts) return null;
  const naming = namingOf(rubric, t);
  const total = figures.cases.length;
  const ofKind = new Map<string, number>();
  const parts = figures.verdicts.map(({ kind, verdict, count }): Part => {
    const place = ofKind.get(kind) ?? 0;
    ofKind.set(kind, place + 1);
    const named = verdict === null ? '' : naming(verdict);
    const label = {
      ...{ pass: named, fail: named, verdict: named },
      ...{ 'doubtful-pass': words.doubtful(named), certain: words.certain(named) },
      ...{ open: words.open, unscored: t.status.unscored, waiting: t.results.notJudged },
    }[kind];
    return counted(label, count, total, verdictLook(kind, place), speech);
  });
  const { passed } = summary;
  const share =
    passed && passed.value !== null ? decimalText(passed.value * 100, passed.decimals, language) : '';
  const [met, of] = [wholeText(passed?.met ?? 0, language), wholeText(passed?.count ?? 0, language)];
  const figure: [string, string] =
    share === '' ? [met, words.ofCount(of)] : [`${share}%`, t.results.shown(met, of)];
  const heading = passed ? words.passRate : t.results.verdict;
  return {
    heading,
    note: words.verdictNote,
    draw: (width) =>
      barOfWhole({
        ...{ width, parts, of: total, heads: [t.results.verdict, words.count] },
        title: listed(heading, parts),
        ...(passed && { figure }),
      }),
    targets: figures.verdicts.map(({ kind, verdict }, place) => ({
      ...{ kind: 'rows', label: parts[place]?.label ?? '' },
      rows: rowsOf(
        figures.cases,
        (one) => partOf(one) === kind && (verdict === null || one.verdict === verdict),
      ),
    })),
  };
}

function verdictLook(kind: VerdictPart['kind'], place: number): Pick<Part, 'ink' | 'hatched'> {
  const inks: Partial<Record<VerdictPart['kind'], readonly Ink[]>> = {
    pass: ['good', 'accent'],
    'doubtful-pass': ['bad'],
    fail: ['strong-line', 'soft', 'level-0'],
    certain: ['accent', 'strong-line', 'soft'],
    verdict: ['level-3', 'level-2', 'level-1', 'open', 'strong-line'],
  };
  const own = inks[kind];
  const ink =
    own?.[place % own.length] ?? (kind === 'open' ? 'open' : kind === 'unscored' ? 'text' : 'strong-line');
  return { ink, hatched: own === undefined || kind === 'doubtful-pass' || kind === 'certain' };
}

/** One dot for each case; of very many how many lie where. Null where the scale has no end. */
export function scorePanel({ rubric, figures }: Shown, speech: Speech): Panel | null {
  const { t, words, language } = speech;
  const { scale } = figures;
  if (!scale) return null;
  const whole = (count: number) => wholeText(count, language);
  const known = figures.cases.flatMap((one) => (one.score ? [{ ...one, score: one.score }] : []));
  const isWhole = ({ min, max }: { min: number; max: number }) =>
    min <= scale.min && max >= scale.max && min < max;
  const placed = known
    .filter(({ score }) => !isWhole(score))
    .toSorted((a, b) => a.score.min - b.score.min || a.score.max - b.score.max || a.row - b.row);
  const settled = placed.filter(isSettled);
  const unplaced = figures.cases.filter(({ status }) => status !== null && status !== 'unscored').length;
  const title = words.scored(whole(settled.length), whole(unplaced - settled.length));
  const heads = [t.results.case, rubric.headline.label ?? t.results.headline] as const;
  const hidden = unplaced - placed.length;
  if (placed.length > mostDots) return binPanel(settled, unplaced - settled.length, scale, title, speech);
  const dots = placed.map((one) => {
    const { name, score, contradicted } = one;
    const text = scoreText(score);
    const settledHere = isSettled(one);
    return {
      name: words.scoreOf(name, text, contradicted ? words.contradicted : ''),
      cells: [name, text] as const,
      ...{ from: score.min, to: score.max },
      look: contradicted ? ('doubtful' as const) : settledHere ? ('sound' as const) : ('open' as const),
    };
  });
  const drawn = {
    ...{ heads, dots, min: scale.min, max: scale.max, edges: bandEdges(scale) },
    ticks: ticksOf(scale, bandEdges(scale), words),
  };
  const heading = words.scores;
  return {
    heading,
    note:
      placed.length === 0
        ? words.noScores
        : words.dotsNote + (hidden > 0 ? ` ${words.openScores(hidden)}` : ''),
    draw: (width) => dotsOverBands({ width, title: `${heading}: ${title}`, ...drawn }),
    targets: placed.map(({ row }) => ({ kind: 'case', row })),
  };
}

type Placed = CaseFigures & { score: { min: number; max: number } };

/** As the average counts: fully scored, with one number. */
function isSettled({ status, score: { min, max } }: Placed): boolean {
  return status !== null && isScored(status) && min === max;
}

function binPanel(
  settled: readonly Placed[],
  open: number,
  scale: ScoreScale,
  title: string,
  speech: Speech,
): Panel {
  const { words, language, t } = speech;
  const edges = binEdges(scale);
  const inBins = edges.slice(1).map((): Placed[] => []);
  for (const one of settled) inBins[binOf(edges, one.score.min)]?.push(one);
  const share = (score: number) => (score - scale.min) / (scale.max - scale.min);
  const bins = inBins.map((cases, place) => {
    const [from = 0, to = 0] = edges.slice(place);
    const between = place === inBins.length - 1 ? words.scoreBetween : words.scoreFrom;
    const label = between(formatNumber(from), formatNumber(to));
    const doubtful = cases.filter(({ contradicted }) => contradicted).length;
    const part = counted(label, cases.length, settled.length, { ink: 'accent' }, speech);
    return { ...part, doubtful, from: share(from), to: share(to) };
  });
  const heading = words.scoresMany;
  return {
    heading,
    note: `${settled.length === 0 ? `${words.noScores}.` : words.binsNote(wholeText(settled.length, language))}${open > 0 ? ` ${words.openScores(open)}` : ''}`,
    draw: (width) =>
      histogram({
        ...{ width, bins, of: settled.length, title: `${heading}: ${title}` },
        ...{ heads: [t.results.headline, words.count], ticks: ticksOf(scale, bandEdges(scale), words) },
      }),
    targets: inBins.map((cases, place) => ({
      ...{ kind: 'rows', label: bins[place]?.label ?? '' },
      rows: cases.map(({ row }) => row),
    })),
  };
}

function ticksOf({ min, max, mark }: ScoreScale, edges: readonly number[], words: OverviewWords): Tick[] {
  return [...new Set([min, max, ...edges])].map((score) => {
    const text = formatNumber(score);
    const at = (score - min) / (max - min || 1);
    return score === mark ? { at, text: words.passMark(text), strong: true } : { at, text };
  });
}

function scoreText({ min, max }: { min: number; max: number }): string {
  return min === max ? formatNumber(min) : `${formatNumber(min)}–${formatNumber(max)}`;
}

export function statusPanel({ figures, summary }: Shown, speech: Speech): Panel {
  const { t, words } = speech;
  const total = figures.cases.length;
  const all: { status: Status | 'waiting'; count: number }[] = [
    ...summary.statuses,
    { status: 'waiting', count: total - summary.judged },
  ];
  const present = all.filter(({ count }) => count > 0);
  const rows = present.map(({ status, count }) => {
    const label = status === 'waiting' ? t.results.notJudged : t.status[status];
    return counted(label, count, total, statusLook[status], speech);
  });
  return {
    ...barPanel(words.status, rows, total, [t.results.status, words.count]),
    targets: present.map(({ status }) => ({ kind: 'status', status })),
  };
}

/** How often what the judge says of a criterion agrees with what programs find. */
export function factsPanel({ figures, summary }: Shown, speech: Speech): Panel {
  const { words } = speech;
  const { agree, differ, silent } = figures.facts;
  const total = agree + differ + silent;
  const kinds: readonly [keyof AgainstFacts, Pick<Part, 'ink' | 'hatched'>][] = [
    ['agree', { ink: 'good' }],
    ['differ', { ink: 'bad' }],
    ['silent', { ink: 'strong-line' }],
  ];
  const cases = kinds.map(([kind]) =>
    rowsOf(figures.cases, ({ cells }) => cells.some(({ facts }) => facts === kind)),
  );
  const rows = kinds.map(([kind, look], place) => {
    const part = counted(words.against[kind], figures.facts[kind], total, look, speech);
    return { ...part, name: part.name + words.inCases(cases[place]?.length ?? 0) };
  });
  const empty = summary.rulesOnly || total === 0;
  return {
    ...barPanel(words.facts, empty ? [] : rows, total, [words.facts, words.count]),
    note: !empty ? words.factsNote : summary.rulesOnly ? words.factsNone : words.factsSilent,
    targets: kinds.map(([kind], place) => ({
      ...{ kind: 'rows', label: `${words.facts}: ${words.against[kind]}` },
      rows: cases[place] ?? [],
    })),
  };
}

const mostProblems = 5;

export function problemsPanel(run: Shown, speech: Speech): Panel {
  const { words, language } = speech;
  const total = run.figures.cases.length;
  const all = contradictionsIn(run, speech);
  const shown = all.slice(0, mostProblems);
  const rows = shown.map((one) => counted(one.title, one.rows.length, total, { ink: 'bad' }, speech));
  const note = words.problemsNote(wholeText(total, language), all.length - shown.length);
  return {
    ...barPanel(words.problems, rows, total, [words.problems, words.count]),
    note:
      shown.length > 0
        ? note
        : run.summary.rulesOnly
          ? words.factsNone
          : canCheck(run)
            ? words.problemsNone
            : words.unchecked,
    targets: shown.map(({ title, ids, rows: found }) => {
      const [check = '', ...others] = ids;
      return others.length === 0 ? { kind: 'check', check } : { kind: 'rows', label: title, rows: found };
    }),
  };
}

function barPanel(
  heading: string,
  rows: readonly Part[],
  of: number,
  heads: readonly [string, string],
): Omit<Panel, 'targets'> {
  const title = listed(heading, rows);
  return { heading, note: '', draw: (width) => barRows({ width, title, of, heads, rows }) };
}

export interface HeatPanel extends Panel {
  heads: readonly string[];
  rows: readonly CaseFigures[];
  /** Rows are made when they are drawn: there may be very many. */
  rowAt: (place: number) => HeatRow;
}

/** A copied map, and the table behind it, have no more rows. */
const mostMapRows = 200;

export function mapPanel({ rubric, figures }: Shown, speech: Speech): HeatPanel {
  const { t, words, language } = speech;
  const { criteria } = rubric;
  const naming = namingOf(rubric, t);
  const rows = byScore(figures.cases);
  const heads = [t.results.case, ...criteria.map(({ label }) => label)];
  const cellOf = (cell: HeatCell, place: number): DrawnCell => {
    const { known, look, level, differs } = cell;
    const open = look === 'open';
    const criterion = criteria[place];
    const text =
      isOpen(known, criterion?.max) || known.kind === 'error' ? words.open : formatKnown(known, t, naming);
    const ink = open ? null : level === null ? 'line' : levelInks[level];
    return { text, ink: ink ?? null, differs, name: words.cell(criterion?.label ?? '', text, differs) };
  };
  const inTable = (cell: DrawnCell | undefined) =>
    cell?.differs ? `${cell.text} (${words.legend.differs})` : cell?.text;
  const row = (one: CaseFigures): HeatRow => {
    const cells = one.cells.map(cellOf).map((cell) => ({ ...cell, name: `${one.name}. ${cell.name}` }));
    const state = one.contradicted ? words.contradicted : '';
    const missing = one.outdated
      ? t.results.outdated
      : one.status === null
        ? t.results.notJudged
        : t.status[one.status];
    const score = one.score ? scoreText(one.score) : missing;
    return {
      ...{ label: one.name, cells, missing, name: words.scoreOf(one.name, score, state) },
      table: [one.name, ...criteria.map((_, place) => inTable(cells[place]) ?? missing)],
    };
  };
  const cut = rows.length > mostMapRows;
  const title = words.mapTitle(rows.length, criteria.length);
  const cutNote = words.mapCut(wholeText(mostMapRows, language), wholeText(rows.length, language));
  return {
    ...{ heading: words.map, heads, rows },
    rowAt: (place) => {
      const one = rows[place];
      return one ? row(one) : { label: '', name: '', cells: [], missing: '', table: [] };
    },
    note: rows.length > mostRowsAtOnce ? words.mapMany(wholeText(rows.length, language)) : words.mapNote,
    draw: (width) =>
      heatMap({
        ...{ width, heads, legend: words.legend, title: cut ? `${title} ${cutNote}` : title },
        rows: rows.slice(0, mostMapRows).map(row),
      }),
    targets: [],
  };
}

/** A map with more rows scrolls by itself. */
export const mostRowsAtOnce = 40;

const levelInks: readonly Ink[] = ['level-0', 'level-1', 'level-2', 'level-3', 'level-4'];

function rowsOf(cases: readonly CaseFigures[], matches: (one: CaseFigures) => boolean): number[] {
  return cases.filter(matches).map(({ row }) => row);
}

function counted(
  label: string,
  count: number,
  of: number,
  look: Pick<Part, 'ink' | 'hatched'>,
  { words, language }: Speech,
): Part {
  const text = wholeText(count, language);
  return { label, count, text, name: words.counted(label, text, wholeText(of, language)), ...look };
}

function listed(heading: string, parts: readonly Part[]): string {
  return `${heading}: ${parts.map(({ label, text }) => `${label} ${text}`).join(', ')}.`;
}
