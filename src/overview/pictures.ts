import { wholeText, decimalText } from '../i18n/numbers';
import type { Messages } from '../i18n/en/en';
import type { OverviewWords } from '../i18n/overview-words';
import { formatKnown, formatNumber, isOpen } from '../judgement/view/format';
import { namingOf } from '../judgement/view/labels';
import type { Status } from '../judgement/judgement';
import { barOfWhole, barRows, histogram, type Part, type Tick } from '../kit/charts/bars';
import { dotsOverBands, mostDots } from '../kit/charts/dots';
import {
  heatMap,
  type HeatCell as DrawnCell,
  type HeatLegend,
  type HeatRow,
  type HeatTexts,
} from '../kit/charts/grids';
import type { Ink, Picture } from '../kit/charts/picture';
import { isOnlyVerdict, type Rubric } from '../rubric/rubric';
import { verdictMeaning } from '../rubric/values';
import { mentionsIn, placeOf } from '../judgement/contradictions';
import type { Summary } from '../sheet/figures/tally';
import { isScored } from '../sheet/figures/measure';
import { checkSeverity, checkTitle } from '../sheet/table/result-columns';
import { passWord } from '../sheet/view/run-words';
import {
  bandEdges,
  binEdges,
  binOf,
  byScore,
  isSettled,
  partOf,
  scoreLabel,
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
  /** What a slide says below it. */
  slideNote?: string;
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

/** The result in a few sentences. */
export function resultSentence(shown: Shown, speech: Speech): string {
  const { rubric, figures, summary } = shown;
  const { t, words, language } = speech;
  const { sentence } = words;
  const whole = (count: number) => wholeText(count, language);
  const naming = namingOf(rubric, t);
  const { passed, score, contradictions, verdicts, judged } = summary;
  const settled = figures.cases.filter(isSettled);
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
    if (most) return sentence.verdict(naming(most.verdict), whole(most.count), whole(judged));
    if (score.value === null) {
      const certain = figures.cases.filter((one) => one.score !== null && one.score.min === one.score.max);
      return sentence.scored(whole(certain.length), whole(judged));
    }
    const { max } = rubric.headline;
    const mean = `${decimalText(score.value, score.decimals, language)}${max === undefined ? '' : ` / ${max}`}`;
    const doubtful = settled.filter(({ contradicted }) => contradicted).length;
    return sentence.mean(mean, settled.length, doubtful, openIn(shown));
  };
  const waiting = figures.cases.filter(({ status, outdated }) => status === null && !outdated).length;
  const all = waiting > 0 ? `${main()} ${sentence.waiting(waiting)}` : main();
  if (summary.rulesOnly) return `${all} ${words.rulesOnly}`;
  if (contradictions.cases === 0) {
    const sound = canCheck(shown) ? sentence.sound : words.unchecked;
    return scoredIn(summary) > 0 ? `${all} ${sound}` : all;
  }
  const [first, ...others] = contradictionsIn(shown, speech);
  const tied = others.filter(({ rows }) => rows.length === first?.rows.length);
  const most = first && first.rows.length > 1 && tied.length < 2 ? [first, ...tied] : [];
  const places = most.map(({ title }) => title);
  return `${all} ${sentence.contradicted(contradictions.cases, judged, places)}`;
}

/** Judged cases without a number of their own. */
function openIn({ figures }: Shown): number {
  const scored = figures.cases.filter(({ status }) => status !== null && status !== 'unscored');
  return scored.length - scored.filter(isSettled).length;
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

/** What doesn't hold, by what it is about. */
export interface Problem {
  title: string;
  /** What fails most often there, in words; null where the title says it. */
  detail: string | null;
  ids: ReadonlySet<string>;
  rows: readonly number[];
}

/** That a check failed, as a sentence: a title says what should be. */
export function failureInWords(id: string, rubric: Rubric, { words }: Pick<Speech, 'words'>): string {
  const title = checkTitle(id, rubric);
  if (!id.startsWith('program:')) return words.notSo(title.replace(/[.。]$/, ''));
  const rule = rubric.decided[id.slice(id.indexOf(':') + 1)];
  const expressions = typeof rule === 'object' ? [rule.when, rule.value, rule.range] : [rule];
  return mentionsIn(rubric, expressions).output.size > 0 ? words.notItsParts(title) : words.notAsFacts(title);
}

/** What a failed check is about: a criterion, the total, the verdict. Null where it is about no place of the judgement. */
function placeInWords(id: string, rubric: Rubric, { t }: Pick<Speech, 't'>): string | null {
  const { checks, statements, criteria } = rubric;
  const [kind = '', own = id] = id.split(/:(.*)/s);
  const check = checks.find((one) => one.id === id)?.about[0];
  const path = kind === 'says' ? statements.find((one) => one.id === own)?.about : check;
  if (path === undefined && kind !== 'program') return null;
  const place = placeOf(rubric, path ?? own);
  if (place.kind === 'verdict') return t.results.verdict;
  const criterion = criteria.find((one) => one.id === place.criterion);
  return criterion?.label ?? (place.label || t.results.headline);
}

/** What does not hold, most frequent first, without what is only unusual. */
export function contradictionsIn({ rubric, figures }: Shown, speech: Speech): Problem[] {
  const { words } = speech;
  const places = new Map<string, string | null>();
  const placeAt = (id: string) => {
    if (checkSeverity(id, rubric) !== 'error') return null;
    return placeInWords(id, rubric, speech) ?? failureInWords(id, rubric, speech);
  };
  const found = new Map<string, { ids: Map<string, number>; rows: number[] }>();
  for (const { failedChecks, row } of figures.cases)
    for (const id of failedChecks) {
      const title = places.get(id) ?? placeAt(id);
      places.set(id, title);
      if (title === null) continue;
      const one = found.get(title) ?? { ids: new Map<string, number>(), rows: [] };
      found.set(title, one);
      one.ids.set(id, (one.ids.get(id) ?? 0) + 1);
      if (one.rows.at(-1) !== row) one.rows.push(row);
    }
  const problems = [...found].map(([title, { ids, rows }]): Problem => {
    const [most = '', ...others] = [...ids.keys()].sort((a, b) => (ids.get(b) ?? 0) - (ids.get(a) ?? 0));
    const failure = failureInWords(most, rubric, speech);
    const detail = failure === title ? null : words.andOthers(failure, others.length);
    return { title, detail, ids: new Set(ids.keys()), rows };
  });
  return problems.sort((a, b) => b.rows.length - a.rows.length);
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
      ...{ open: t.judgement.undecided, unscored: t.status.unscored, waiting: t.results.notJudged },
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
    note: '',
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
export function scorePanel(shown: Shown, speech: Speech): Panel | null {
  const { rubric, figures } = shown;
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
  const title = words.scored(whole(settled.length), whole(openIn(shown)));
  const label = scoreLabel(rubric);
  const heads = [t.results.case, label ?? t.results.headline] as const;
  const hidden = known.length - placed.length + openIn(shown) - known.filter((one) => !isSettled(one)).length;
  if (placed.length > mostDots) return binPanel(placed, hidden, scale, { label, title }, speech);
  const dots = placed.map((one) => {
    const { name, score, contradicted } = one;
    const text = scoreText(score);
    return {
      name: words.scoreOf(name, text, contradicted ? words.contradicted : ''),
      cells: [name, text] as const,
      ...{ from: score.min, to: score.max },
      look: contradicted
        ? ('doubtful' as const)
        : score.min === score.max
          ? ('sound' as const)
          : ('open' as const),
    };
  });
  const drawn = {
    ...{ heads, dots, min: scale.min, max: scale.max, edges: bandEdges(scale) },
    ticks: ticksOf(scale, bandEdges(scale), words),
  };
  const heading = words.scores(label);
  const looks = (['sound', 'doubtful', 'open'] as const).filter((look) =>
    dots.some((dot) => (look === 'open' ? dot.from < dot.to : dot.look === look)),
  );
  // Where all are sound, that needs no word.
  const told = looks.join() === 'sound' ? '' : looks.map((look) => words.dots[look]).join(' · ');
  const note = [...(told === '' ? [] : [`${told}.`]), words.dotsNote].join(' ');
  return {
    heading,
    note: placed.length === 0 ? words.noScores : note + (hidden > 0 ? ` ${words.openScores(hidden)}` : ''),
    slideNote: told,
    draw: (width) => dotsOverBands({ width, title: `${heading}: ${title}`, ...drawn }),
    targets: placed.map(({ row }) => ({ kind: 'case', row })),
  };
}

type Placed = CaseFigures & { score: { min: number; max: number } };

/** How many are in each step of the scale: what is scored once, a range in each step that it may end in. */
function binPanel(
  placed: readonly Placed[],
  hidden: number,
  scale: ScoreScale,
  { label, title }: { label: string | null; title: string },
  speech: Speech,
): Panel {
  const { words, language, t } = speech;
  const edges = binEdges(scale);
  const inBins = edges.slice(1).map((): Record<'settled' | 'open', Placed[]> => ({ settled: [], open: [] }));
  for (const one of placed) {
    const [from, to] = [binOf(edges, one.score.min), binOf(edges, one.score.max)];
    for (const bin of inBins.slice(from, to + 1)) (isSettled(one) ? bin.settled : bin.open).push(one);
  }
  const ranges = placed.filter((one) => !isSettled(one)).length;
  const doubtful = placed.filter((one) => isSettled(one) && one.contradicted).length;
  const share = (score: number) => (score - scale.min) / (scale.max - scale.min);
  const bins = inBins.map(({ settled, open }, place) => {
    const [from = 0, to = 0] = edges.slice(place);
    const between = place === inBins.length - 1 ? words.scoreBetween : words.scoreFrom;
    const step = between(formatNumber(from), formatNumber(to));
    const part = counted(step, settled.length, placed.length, { ink: 'accent' }, speech);
    const possible = wholeText(open.length, language);
    return {
      ...part,
      name: open.length > 0 ? `${part.name}${words.possibly(possible)}` : part.name,
      doubtful: settled.filter(({ contradicted }) => contradicted).length,
      ...{ open: open.length, openText: possible, from: share(from), to: share(to) },
    };
  });
  const heading = words.scoresMany(label);
  const notes = [
    ...(doubtful > 0 ? [words.binsDoubtful(doubtful)] : []),
    ...(ranges > 0 ? [words.binsOpen(ranges)] : []),
    ...(hidden > 0 ? [words.openScores(hidden)] : []),
  ];
  return {
    heading,
    note: [words.binsNote(wholeText(placed.length, language)), ...notes].join(' '),
    slideNote: notes.join(' '),
    draw: (width) =>
      histogram({
        ...{ width, bins, of: placed.length, title: `${heading}: ${title}` },
        heads: [label ?? t.results.headline, words.count, ...(ranges > 0 ? [words.possible] : [])],
        ticks: ticksOf(scale, bandEdges(scale), words),
      }),
    targets: inBins.map(({ settled, open }, place) => ({
      ...{ kind: 'rows', label: bins[place]?.label ?? '' },
      rows: [...settled, ...open].map(({ row }) => row).sort((a, b) => a - b),
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
    ...barPanel(t.results.status, rows, total, [t.results.status, words.count]),
    targets: present.map(({ status }) => ({ kind: 'status', status })),
  };
}

/** How often what the judge says of a criterion agrees with what programs find, if they find anything; without a model, what these find. */
export function factsPanel({ rubric, figures, summary }: Shown, speech: Speech): Panel | null {
  const { t, words } = speech;
  if (summary.rulesOnly) {
    const settled = rubric.criteria.map((_, place) =>
      rowsOf(figures.cases, ({ cells }) => (cells[place]?.look ?? 'open') !== 'open'),
    );
    const parts = rubric.criteria.map(({ label }, place) =>
      counted(label, settled[place]?.length ?? 0, figures.cases.length, { ink: 'accent' }, speech),
    );
    return {
      ...barPanel(words.byRules, parts, figures.cases.length, [t.judgement.criteria, words.count]),
      targets: parts.map(({ label }, place) => {
        return { kind: 'rows', label: `${words.byRules}: ${label}`, rows: settled[place] ?? [] };
      }),
    };
  }
  const { agree, differ, silent } = figures.facts;
  if (agree + differ === 0) return null;
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
  return {
    ...barPanel(words.facts, rows, total, [words.facts, t.judgement.criteria]),
    note: words.factsNote,
    targets: kinds.map(([kind], place) => ({
      ...{ kind: 'rows', label: `${words.facts}: ${words.against[kind]}` },
      rows: cases[place] ?? [],
    })),
  };
}

const mostProblems = 4;

/** Null where nothing is claimed, or nothing of it can be checked. */
export function problemsPanel(run: Shown, speech: Speech): Panel | null {
  if (run.summary.rulesOnly || !canCheck(run)) return null;
  const { words, language } = speech;
  const total = run.figures.cases.length;
  const all = contradictionsIn(run, speech);
  const shown = all.slice(0, mostProblems);
  const rows = shown.map(({ title, detail, rows: found }): Part => {
    const part = counted(title, found.length, total, { ink: 'bad' }, speech);
    return detail === null ? part : { ...part, detail, name: `${part.name}. ${detail}` };
  });
  const note = words.problemsNote(wholeText(total, language), all.length - shown.length);
  return {
    ...barPanel(words.problems, rows, total, [words.problems, words.count]),
    note: shown.length > 0 ? note : words.problemsNone,
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
  title: string;
  heads: readonly string[];
  rows: readonly CaseFigures[];
  /** Rows are made when they are drawn: there may be very many. */
  rowAt: (place: number) => HeatRow;
  legend: HeatLegend;
  /** What rows are called and what stands in their cells, to make room for. */
  fits: HeatTexts;
}

/** A copied map, and the table behind it, have no more rows. */
const mostMapRows = 200;

export function mapPanel({ rubric, figures }: Shown, speech: Speech): HeatPanel {
  const { t, words, language } = speech;
  const { criteria } = rubric;
  const naming = namingOf(rubric, t);
  const rows = byScore(figures.cases);
  const onlyVerdict = isOnlyVerdict(rubric);
  // As in the bar of verdicts.
  const verdictInks = new Map<unknown, Ink>(
    (onlyVerdict ? (figures.verdicts ?? []) : []).map(({ kind, verdict }, place) => {
      const { ink } = verdictLook(kind, place);
      return [verdict, ink.startsWith('level') ? ink : 'line'] as const;
    }),
  );
  const label = scoreLabel(rubric) ?? t.results.headline;
  const heads = [t.results.case, ...criteria.map((criterion) => criterion.label)];
  const textOf = ({ known }: HeatCell, place: number) =>
    isOpen(known, criteria[place]?.max) || known.kind === 'error'
      ? t.judgement.undecided
      : formatKnown(known, t, naming);
  const cellOf = (cell: HeatCell, place: number): DrawnCell => {
    const { look, level, differs } = cell;
    const text = textOf(cell, place);
    const own = cell.known.kind === 'value' ? verdictInks.get(cell.known.value) : undefined;
    const ink = look === 'open' ? null : (own ?? (level === null ? 'line' : levelInks[level]));
    return { text, ink: ink ?? null, differs, name: words.cell(criteria[place]?.label ?? '', text, differs) };
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
      table: [one.name, score, ...criteria.map((_, place) => inTable(cells[place]) ?? missing)],
    };
  };
  const cut = rows.length > mostMapRows;
  const hasRanges = rows.some(({ score }) => score !== null && score.min < score.max);
  const order = onlyVerdict ? words.mapGrouped : words.mapOrder(label, hasRanges);
  const title = `${words.mapTitle(rows.length, criteria.length)} ${order}`;
  const cutNote = words.mapCut(wholeText(mostMapRows, language), wholeText(rows.length, language));
  const has = (is: (cell: HeatCell) => boolean) => rows.some(({ cells }) => cells.some(is));
  const { low, high, plain, differs, open } = words.legend;
  const legend: HeatLegend = {
    ...(!onlyVerdict && has(({ look }) => look === 'level') && { ends: [low, high] }),
    ...(!onlyVerdict && has(({ look }) => look === 'label') && { plain }),
    ...(has((cell) => cell.differs) && { differs }),
    ...(has(({ look }) => look === 'open') && { open }),
  };
  const long = rows.length > mostRowsAtOnce ? words.mapMany(wholeText(rows.length, language)) : words.mapNote;
  return {
    ...{ heading: words.map, title, heads, rows, legend },
    rowAt: (place) => {
      const one = rows[place];
      return one ? row(one) : { label: '', name: '', cells: [], missing: '', table: [] };
    },
    note: `${order} ${long}`,
    slideNote: order,
    fits: { labels: rows.map(({ name }) => name), texts: distinctTexts(rows, textOf) },
    draw: (width) =>
      heatMap({
        ...{ width, heads, legend, title: cut ? `${title} ${cutNote}` : title },
        tableHeads: [t.results.case, label, ...heads.slice(1)],
        rows: rows.slice(0, mostMapRows).map(row),
      }),
    targets: [],
  };
}

/** What stands in the cells of many rows, each once. Numbers are all about as wide. */
function distinctTexts(
  rows: readonly CaseFigures[],
  textOf: (cell: HeatCell, place: number) => string,
): string[] {
  const found = new Map<string, string>();
  for (const { cells } of rows)
    for (const [place, cell] of cells.entries()) {
      const { known } = cell;
      const key = known.kind === 'value' && typeof known.value === 'string' ? known.value : known.kind;
      if (!found.has(key)) found.set(key, textOf(cell, place));
    }
  return [...found.values()];
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
