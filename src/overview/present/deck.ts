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
import type { Picture } from '../../kit/charts/picture';
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

/** So many rows may be read; of more cases the first and the last are shown. */
const mostRows = 12;
const fewerRows = [10, 8, 6];

/** How high a picture may be in parts of its width, so that it fits on a slide with its heading and what is below it. */
const highest = { map: 0.52, notedMap: 0.46, bars: 0.38 };

export function deckOf(source: DeckSource, words: DeckWords, room: Room): Deck {
  const { rubric, presented, figures, summary } = source;
  const { present, overview, t, language } = words;
  const shown = { rubric, figures, summary };
  const speech = { t, words: overview, language };
  const { half, whole } = widths[room];
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
    const scores = scorePanel(shown, speech);
    const status = statusPanel(shown, speech);
    // That all have the same status is no picture.
    const verdicts = verdictPanel(shown, speech) ?? (scores && status.targets.length === 1 ? null : status);
    const unscored = unscoredSentence(shown, speech);
    const panels = [verdicts, scores].filter((panel) => panel !== null);
    const pair = panels.map((panel) => figure(panel, panels.length > 1 ? half : whole, panel.slideNote));
    slides.push(
      own(
        'result',
        present.result,
        piece('p.lead', {}, resultSentence(shown, speech)),
        ...(unscored === '' ? [] : [piece('p', {}, unscored)]),
        piece(panels.length > 1 ? 'div.pair' : 'div', {}, pair),
      ),
    );
    const sorted = byScore(figures.cases);
    const maps = [sorted.length, ...fewerRows]
      .filter((count) => count <= Math.min(sorted.length, mostRows))
      .map((count) => {
        const ends = count / 2;
        const isCut = count < sorted.length;
        const cases = isCut ? [...sorted.slice(0, ends), ...sorted.slice(-ends)] : sorted;
        const { heading, draw, slideNote } = mapPanel({ ...shown, figures: { ...figures, cases } }, speech);
        const picture = fitted(draw, room, isCut ? 'notedMap' : 'map');
        const note = isCut
          ? [piece('p.soft', {}, `${slideNote} ${present.mapPart(ends, sorted.length)}`)]
          : [];
        return { picture, slide: own('cases', heading, pictured(picture), ...note) };
      });
    // A wider picture has smaller words than the slide.
    const map = maps.find(({ picture }) => picture.width <= whole) ?? maps.at(-1);
    if (map) slides.push(map.slide);
  }
  const isChosen = presented.some(({ why }) => why !== 'starred');
  presented.forEach((one, place) => {
    const slide = caseSlide(rubric, one, present.caseAt(one.name, place + 1, presented.length), words);
    slides.push(isChosen ? { ...slide, aside: present.chosen(presented.length) } : slide);
  });
  const problems = summary.judged > 0 ? problemsPanel(shown, speech) : null;
  if (problems) {
    const { targets, note, draw } = problems;
    const body = targets.length > 0 ? pictured(fitted(draw, room, 'bars')) : piece('p.lead', {}, note);
    const of = targets.length > 0 ? [piece('p.soft', {}, present.share(figures.cases.length))] : [];
    slides.push(own('mistakes', present.mistakes, body, ...of));
  }
  return { title: rubric.title, language, fileName: source.fileName, slides };
}

/** With words as large as there is room for on a slide. A narrow screen scrolls. */
function fitted(draw: Panel['draw'], room: Room, beside: keyof typeof highest): Picture {
  const { whole } = widths[room];
  const times = room === 'wide' ? [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4] : [1];
  const drawn = times.map((each) => draw(whole * each));
  return drawn.find(({ width, height }) => height <= width * highest[beside]) ?? drawn.at(-1) ?? draw(whole);
}

function rubricSlide(
  { rubric, purpose, run, figures, summary: { judged } }: DeckSource,
  { present, t }: DeckWords,
): Slide {
  const { language } = rubric;
  const cases = figures.cases.length;
  const counted = judged === cases ? t.setup.count(cases) : present.judgedOf(judged, cases);
  const said =
    run === null
      ? [present.notJudged, t.setup.count(cases)]
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
  const others = byScore(cases).filter(
    ({ row, score }) => score !== null && chosen.every((one) => one.row !== row),
  );
  const best = others[0];
  const worst = others.findLast(({ score }) => score && best?.score && score.max < best.score.max);
  const ends = { best, worst };
  for (const why of ['best', 'worst'] as const) {
    const one = ends[why];
    if (one) chosen.push({ row: one.row, why: isCertain(one, why, cases) ? why : 'first' });
  }
  // Where no case has a score, one tells why.
  const judged = cases.find(({ status }) => status !== null);
  return chosen.length > 0 || !judged ? chosen : [{ row: judged.row, why: 'first' }];
}

/** No other case can have a higher score, or a lower one. A case of several with the same score is still that. */
function isCertain(
  { score: own }: CaseFigures,
  end: 'best' | 'worst',
  cases: readonly CaseFigures[],
): boolean {
  const judged = cases.filter(({ status }) => status !== null && status !== 'unscored');
  const scores = judged.flatMap(({ score }) => score ?? []);
  // All alike, none stands out.
  const [low, high] = [Math.min(...scores.map(({ min }) => min)), Math.max(...scores.map(({ max }) => max))];
  if (own === null || scores.length < judged.length || low === high) return false;
  return end === 'best' ? own.min === high : own.max === low;
}
