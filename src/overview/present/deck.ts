import type { Rubric } from '../../rubric/rubric';
import type { Summary } from '../../sheet/figures/tally';
import { byScore, type CaseFigures, type Figures } from '../figures';
import {
  mapPanel,
  problemsPanel,
  resultSentence,
  scorePanel,
  statusPanel,
  unscoredSentence,
  verdictPanel,
  type Panel,
} from '../pictures';
import { caseSlide, type DeckWords, type PresentedCase } from './case-slide';
import { headed, piece, pictured, type Deck, type Slide } from './slide';

export interface DeckSource {
  fileName: string;
  rubric: Rubric;
  /** What the rubric asks, in one sentence. */
  purpose: string;
  /** Null where nothing is judged. */
  run: { judge: string; kind: 'example' | 'rules' | 'judge'; date: string } | null;
  /** By place in the sheet; those that are shown one by one. */
  presented: readonly PresentedCase[];
  figures: Figures;
  summary: Summary;
}

/** How wide pictures are drawn, in their own pixels: their words are as large on the slide as its others. */
const widths = { wide: { whole: 820, half: 390 }, narrow: { whole: 390, half: 390 } } as const;
export type Room = keyof typeof widths;

/** More rows would be too small to read. */
const mostRows = 10;

export function deckOf(source: DeckSource, words: DeckWords, room: Room): Deck {
  const { rubric, presented, figures, summary } = source;
  const { present, overview, t, language } = words;
  const shown = { rubric, figures, summary };
  const speech = { t, words: overview, language };
  const { whole, half } = widths[room];
  const own = (kind: Slide['kind'], heading: string, ...body: Slide['body']): Slide => ({
    kind,
    language,
    heading: headed({}, heading),
    steps: 1,
    body,
  });
  const figure = ({ heading, draw }: Panel, width: number, note = '') =>
    piece(
      'figure',
      {},
      piece('figcaption.soft', {}, heading),
      pictured(draw(width)),
      note !== '' && piece('p.soft', {}, note),
    );

  const slides: Slide[] = [rubricSlide(source, words)];
  if (summary.judged > 0) {
    const verdicts = verdictPanel(shown, speech) ?? statusPanel(shown, speech);
    const scores = scorePanel(shown, speech);
    const unscored = unscoredSentence(shown, speech);
    const pair = [figure(verdicts, half), ...(scores ? [figure(scores, half, present.dots)] : [])];
    slides.push(
      own(
        'result',
        present.result,
        piece('p.lead', {}, resultSentence(shown, speech)),
        ...(unscored === '' ? [] : [piece('p', {}, unscored)]),
        piece('div.pair', {}, pair),
      ),
    );
    const sorted = byScore(figures.cases);
    const isCut = sorted.length > mostRows;
    const cases = isCut ? [...sorted.slice(0, mostRows / 2), ...sorted.slice(-mostRows / 2)] : sorted;
    const map = mapPanel({ ...shown, figures: { ...figures, cases } }, speech);
    const note = isCut && piece('p.soft', {}, present.mapPart(mostRows, sorted.length));
    slides.push(own('cases', map.heading, pictured(map.draw(whole)), ...(note ? [note] : [])));
  }
  const isChosen = presented.some(({ why }) => why !== 'starred');
  presented.forEach((one, place) => {
    const slide = caseSlide(rubric, one, present.caseAt(one.name, place + 1, presented.length), words);
    const note = piece('p.note.soft', {}, present.chosen(presented.length));
    slides.push(isChosen && place === 0 ? { ...slide, body: [...slide.body, note] } : slide);
  });
  if (summary.judged > 0 && !summary.rulesOnly) {
    const { targets, note, draw } = problemsPanel(shown, speech);
    const body = targets.length > 0 ? pictured(draw(whole)) : piece('p.lead', {}, note);
    const of = targets.length > 0 ? [piece('p.soft', {}, present.share(figures.cases.length))] : [];
    slides.push(own('mistakes', present.mistakes, body, ...of));
  }
  return { title: rubric.title, language, fileName: source.fileName, slides };
}

function rubricSlide(
  { rubric, purpose, run, figures, summary: { judged } }: DeckSource,
  { present }: DeckWords,
): Slide {
  const { language } = rubric;
  const cases = figures.cases.length;
  const counted = judged === cases ? present.cases(cases) : present.judgedOf(judged, cases);
  const said =
    run === null
      ? [present.notJudged, present.cases(cases)]
      : [present.judgedBy(run.judge), run.date, counted];
  const source =
    run === null || run.kind === 'judge' ? null : run.kind === 'example' ? present.examples : present.noModel;
  return {
    kind: 'rubric',
    language,
    heading: headed({ lang: language }, rubric.title),
    steps: 1,
    body: [
      piece('p.lead', { lang: language }, purpose),
      piece('p', {}, said.join(' · ')),
      ...(source === null ? [] : [piece('p.source', {}, source)]),
    ],
  };
}

const mostContradicted = 3;

export interface Chosen {
  row: number;
  why: 'starred' | 'contradicted' | 'best' | 'worst' | 'first';
}

/** The starred cases in the order of the sheet; without any, up to five that tell most. `errors`: statements that do not hold. */
export function chooseCases(
  cases: readonly CaseFigures[],
  isStarred: (row: number) => boolean,
  errors: (row: number) => number,
): Chosen[] {
  const starred = cases.filter(({ row }) => isStarred(row));
  if (starred.length > 0) return starred.map(({ row }) => ({ row, why: 'starred' }));
  const chosen: Chosen[] = cases
    .filter(({ row }) => errors(row) > 0)
    .toSorted((a, b) => errors(b.row) - errors(a.row) || a.row - b.row)
    .slice(0, mostContradicted)
    .map(({ row }) => ({ row, why: 'contradicted' }));
  const others = cases.filter(({ row, score }) => score !== null && chosen.every((one) => one.row !== row));
  const lowest = ({ score }: CaseFigures) => score?.min ?? 0;
  const [best, ...rest] = others.toSorted((a, b) => lowest(b) - lowest(a) || a.row - b.row);
  const worst = rest.findLast((one) => best && lowest(one) < lowest(best));
  if (best) chosen.push({ row: best.row, why: worst ? 'best' : 'first' });
  if (worst) chosen.push({ row: worst.row, why: 'worst' });
  // Where no case has a score, one tells why.
  const judged = cases.find(({ status }) => status !== null);
  return chosen.length > 0 || !judged ? chosen : [{ row: judged.row, why: 'first' }];
}
