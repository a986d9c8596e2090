import type { Findings } from '../judgement/digest';
import { headCriterion, headStart, passMark } from '../judgement/explain';
import type { Status } from '../judgement/judgement';
import type { Rubric } from '../rubric/rubric';
import { boundsOf, verdictMeaning, type Known } from '../rubric/values';
import { combinedDigest, isScored, textOf } from '../sheet/figures/measure';
import { levelOf } from '../sheet/table/column-layout';
import { contradictedCriteria } from '../sheet/table/result-columns';

/* What the pictures of a run show. Counts that the table shows too come from the same `Summary`; these are the rest. */

/** A case of the sheet with the digests of its samples in the run; none where it is not judged, or was edited since. */
export interface PicturedCase {
  /** Its place among the cases of the sheet. */
  row: number;
  name: string;
  samples: readonly { sample: number; digest: Findings }[];
  /** It was judged, and edited since. */
  outdated: boolean;
}

export interface HeatCell {
  /** What can be upheld. */
  known: Known;
  /** `level`: how good it is, from 0 to 4. `label`: neither good nor bad. `open`: not decided. */
  look: 'level' | 'label' | 'open';
  level: number | null;
  /** Facts, or the judge's own figures, contradict it. */
  differs: boolean;
  /** What facts say of what the judge said; null where it said nothing. */
  facts: keyof AgainstFacts | null;
}

export interface CaseFigures {
  row: number;
  name: string;
  status: Status | null;
  outdated: boolean;
  /** What can be upheld; null where nothing is known of it. */
  score: { min: number; max: number } | null;
  verdict: string | null;
  contradicted: boolean;
  failedChecks: readonly string[];
  /** By place in the rubric's criteria; empty where the case is not judged or has no score. */
  cells: readonly HeatCell[];
}

/** Parts of all cases, so that they add up to the number of cases. */
export interface VerdictPart {
  kind: 'pass' | 'doubtful-pass' | 'fail' | 'verdict' | 'certain' | 'open' | 'unscored' | 'waiting';
  /** The rubric's constant, where the part has one. */
  verdict: string | null;
  count: number;
}

/** What facts say of the judge's criteria. `silent`: they cannot check it. */
export interface AgainstFacts {
  agree: number;
  differ: number;
  silent: number;
}

export interface ScoreScale {
  min: number;
  max: number;
  /** The rubric's own levels of the score, from the lowest; empty where it has none. */
  bands: readonly { from: number; to: number; name: string }[];
  /** Where the verdict turns. */
  mark: number | null;
}

export interface Figures {
  cases: readonly CaseFigures[];
  scale: ScoreScale | null;
  /** Null where the rubric gives no verdict. */
  verdicts: readonly VerdictPart[] | null;
  facts: AgainstFacts;
}

/** A sheet may have very many cases: pauses are offered. */
export function* figuring(rubric: Rubric, subjects: Iterable<PicturedCase>): Generator<void, Figures, void> {
  const contradicted = contradictedCriteria(rubric);
  const facts = { agree: 0, differ: 0, silent: 0 };
  const cases: CaseFigures[] = [];
  for (const subject of subjects) {
    const figures = caseFigures(rubric, subject, contradicted);
    for (const cell of figures.cells) if (cell.facts) facts[cell.facts] += 1;
    cases.push(figures);
    if (cases.length % pauseEvery === 0) yield;
  }
  return {
    cases,
    scale: scaleOf(rubric, cases),
    verdicts: rubric.headline.verdict === undefined ? null : verdictParts(cases),
    facts,
  };
}
const pauseEvery = 64;

export function figuresOf(rubric: Rubric, subjects: Iterable<PicturedCase>): Figures {
  const work = figuring(rubric, subjects);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function caseFigures(
  rubric: Rubric,
  { row, name, samples, outdated }: PicturedCase,
  contradicted: (digest: Findings) => ReadonlySet<number>,
): CaseFigures {
  const digest = combinedDigest(rubric, samples);
  const judged = digest !== undefined && digest.status !== 'unscored';
  const differing = judged ? contradicted(digest) : none;
  return {
    row,
    name,
    status: digest?.status ?? null,
    outdated,
    score: boundsOf(digest?.score),
    verdict: textOf(digest?.verdict),
    contradicted: digest?.status === 'inconsistent',
    failedChecks: digest?.failedChecks ?? [],
    cells: !judged
      ? []
      : rubric.criteria.map((criterion, place) => {
          const known: Known = digest.upheld?.[place] ?? digest.criteria[place] ?? { kind: 'undecided' };
          const level = levelOf(criterion, known);
          const look = level !== null ? 'level' : known.kind === 'value' ? 'label' : 'open';
          const differs = differing.has(place);
          const said = digest.facts?.[place] ?? null;
          // What is only unusual is no contradiction.
          const facts = said && differs ? 'differ' : said === 'differ' ? 'silent' : said;
          return { known, look, level, differs, facts };
        }),
  };
}
const none: ReadonlySet<number> = new Set();

const partOrder: readonly VerdictPart['kind'][] = [
  'pass',
  'doubtful-pass',
  'verdict',
  'fail',
  'certain',
  'open',
  'unscored',
  'waiting',
];

function verdictParts(cases: readonly CaseFigures[]): VerdictPart[] {
  const parts = new Map<string, VerdictPart>();
  for (const one of cases) {
    const kind = partOf(one);
    const { verdict } = one;
    const name = ['open', 'unscored', 'waiting'].includes(kind) ? null : verdict;
    const key = `${kind}:${name}`;
    const part = parts.get(key) ?? { kind, verdict: name, count: 0 };
    parts.set(key, { ...part, count: part.count + 1 });
  }
  return [...parts.values()].sort(
    (a, b) => partOrder.indexOf(a.kind) - partOrder.indexOf(b.kind) || b.count - a.count,
  );
}

/** As the pass rate counts: only what is fully scored passes or fails. `certain`: whatever its open points will be. */
export function partOf({ status, verdict }: CaseFigures): VerdictPart['kind'] {
  if (status === null) return 'waiting';
  if (status === 'unscored') return 'unscored';
  if (verdict === null) return 'open';
  if (!isScored(status)) return 'certain';
  const meaning = verdictMeaning(verdict);
  if (meaning === null) return 'verdict';
  if (meaning === 'fail') return 'fail';
  return status === 'inconsistent' ? 'doubtful-pass' : 'pass';
}

/** Without a maximum of its own the headline has that of the criterion which it is, else the highest score that is known. */
function scaleOf(rubric: Rubric, cases: readonly CaseFigures[]): ScoreScale | null {
  const head = headCriterion(rubric);
  const min = rubric.headline.max === undefined && head ? head.min : headStart(rubric);
  const known = () => cases.reduce((most, { score }) => Math.max(most, score?.max ?? min), min);
  const max = rubric.headline.max ?? head?.max ?? known();
  if (max <= min) return null;
  const bands = (head?.levels ?? []).flatMap(({ at, name }) =>
    typeof at === 'object' ? [{ from: at[0], to: at[1], name }] : [],
  );
  return { min, max, bands: bands.sort((a, b) => a.from - b.from), mark: passMark(rubric) };
}

/** What the number of the headline is called; null where the rubric has no name for it. */
export function scoreLabel(rubric: Rubric): string | null {
  return rubric.headline.label ?? headCriterion(rubric)?.label ?? null;
}

/** As the average counts: fully scored, with one number. */
export function isSettled({ status, score }: CaseFigures): boolean {
  return status !== null && isScored(status) && score !== null && score.min === score.max;
}

/** Falling by the lower end of the score, then by the upper one; what has none comes last, its most frequent verdict first. */
export function byScore(cases: readonly CaseFigures[]): CaseFigures[] {
  const often = new Map<string | null, number>();
  for (const { verdict } of cases) often.set(verdict, (often.get(verdict) ?? 0) + 1);
  const rank = ({ verdict }: CaseFigures) => (verdict === null ? 0 : (often.get(verdict) ?? 0));
  const ends = ({ score }: CaseFigures) => (score ? [score.min, score.max] : [-Infinity, -Infinity]);
  return cases.toSorted((a, b) => {
    const [[low = 0, high = 0], [otherLow = 0, otherHigh = 0]] = [ends(a), ends(b)];
    if (low !== otherLow) return low < otherLow ? 1 : -1;
    if (high !== otherHigh) return high < otherHigh ? 1 : -1;
    if (a.score) return a.row - b.row;
    return rank(b) - rank(a) || (a.verdict ?? '').localeCompare(b.verdict ?? '') || a.row - b.row;
  });
}

/** Where the bands of the scale begin and end: the rubric's levels, what passes, or the points of a short scale. */
export function bandEdges({ min, max, bands, mark }: ScoreScale): number[] {
  if (bands.length > 1) return [...bands.map(({ from }) => from), max];
  if (max - min <= shortScale) return steps(min, max, 1);
  return mark !== null && mark > min && mark < max ? [min, mark, max] : [min, max];
}
const shortScale = 10;

/** The same for counting many cases: parts fine enough to show how they lie, and none across what passes. */
export function binEdges(scale: ScoreScale): number[] {
  const { min, max, bands, mark } = scale;
  if (bands.length > 1 || max - min <= shortScale) return bandEdges(scale);
  const fine = [10, 20].map((count) => steps(min, max, (max - min) / count));
  const apart = fine.find((edges) => mark === null || edges.includes(mark));
  return apart ?? [...new Set([...steps(min, max, (max - min) / 10), mark ?? min])].sort((a, b) => a - b);
}

function steps(from: number, to: number, by: number): number[] {
  const inner = Array.from({ length: Math.ceil((to - from) / by) }, (_, place) => from + place * by);
  return [...inner, to];
}

/** Which part of the scale a score is in; the last one has its end too. */
export function binOf(edges: readonly number[], score: number): number {
  const above = edges.findIndex((edge) => edge > score);
  return Math.max(0, Math.min(edges.length - 2, (above < 0 ? edges.length : above) - 1));
}
