import { modeOf } from '../../compare/run-differences';
import { judgedBy } from '../../judgement/view/format';
import { isOnlyVerdict } from '../../rubric/rubric';
import type { Mean } from '../../kit/text/figures';
import { truncate } from '../../kit/text/shown-text';
import type { CaseFigures } from '../../overview/figures';
import {
  problemsPanel,
  resultSentence,
  statusPanel,
  unscoredSentence,
  verdictPanel,
  type Problem,
  type Shown,
  type Speech,
} from '../../overview/pictures';
import { randomSample, type RunHead } from '../../sheet/run-record';
import { meanSentence } from '../../sheet/view/run-words';
import { heatHeads, heatLegend, heatRow, ownColumns } from './heat';
import { dateInWords, Html, markup, nothing, type Voice } from './html';

export interface FrontProblem extends Problem {
  example: { row: number; name: string; text: string } | null;
}

export interface Front {
  run: Shown;
  say: Speech;
  head: RunHead | null;
  time: string;
  rows: readonly CaseFigures[];
  places: readonly number[];
  problems: readonly FrontProblem[];
  /** Whether the case stands in the report in full. */
  isIn: (row: number) => boolean;
}

export function frontPage(voice: Voice, front: Front): Html {
  const { rubric } = voice;
  const { summary } = front.run;
  return markup`<header id="top">
<h1${voice.own}>${rubric.title}</h1>
<p class="lead">${leadOf(voice, front)}</p>
${aboutRun(voice, front)}${
    summary.judged === 0
      ? nothing
      : markup`<div class="front">
${heatMap(voice, front)}<div class="side">
${resultBar(voice, front)}${problemList(voice, front)}</div>
</div>
`
  }</header>
`;
}

function leadOf({ words }: Voice, { run, say }: Front): string {
  const { summary, figures } = run;
  if (summary.judged === 0) return words.nothingJudged(figures.cases.length);
  return `${resultSentence(run, say)} ${unscoredSentence(run, say)}`.trim();
}

function aboutRun(voice: Voice, { head, run: { figures }, time }: Front): Html {
  const { rubric, words } = voice;
  const judge = head && {
    judge: head.judge.id,
    model: head.judge.model,
    mode: modeOf({ judge: head.judge, settings: head.settings }),
  };
  const count = figures.cases.length.toLocaleString(words.language);
  const sample = head && randomSample(head);
  const rows = [
    ...(judge ? [[words.page.judgement.judge, judgedBy(judge, words.page)]] : []),
    [words.page.setup.rubric, words.page.rubrics.version(rubric.version)],
    [words.date, dateInWords(head?.created ?? time, words.language)],
    [words.cases, sample?.[1] === figures.cases.length ? words.page.run.drawn(...sample) : count],
  ];
  return markup`<dl class="about">${rows.map(([name = '', value = '']) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`;
}

function heatMap(voice: Voice, { rows, places, run: { figures }, say }: Front): Html {
  const { rubric, words } = voice;
  if (rows.length === 0) return nothing;
  const judged = figures.cases.filter(({ cells }) => cells.length > 0).length;
  const all = rubric.criteria.length;
  const order = isOnlyVerdict(rubric) ? say.words.mapGrouped : words.heatAll;
  const hints = [
    rows.length < judged ? words.heatCut(rows.length, judged.toLocaleString(words.language)) : order,
    ...(places.length < all ? [words.criteriaCut(places.length, all)] : []),
  ];
  return markup`<section class="panel map"><h2 id="map">${words.overview.map}</h2>
<p class="small soft">${hints.join(' ')}</p>
<div class="scroll" role="region" aria-labelledby="map" tabindex="0"><table class="cases"><thead><tr>${tableHeads(voice, places)}</tr></thead><tbody>
${rows.map(
  (
    one,
  ) => markup`${heatRow(voice, places, one, { link: `#case-${one.row + 1}`, name: one.name, id: null })}</tr>
`,
)}</tbody></table></div>
${heatLegend(voice, rows)}</section>
`;
}

export function tableHeads(voice: Voice, places: readonly number[]): Html {
  const { page } = voice.words;
  const { max } = voice.rubric.headline;
  const of = max === undefined ? nothing : markup` <small>/${max}</small>`;
  const shown = ownColumns(voice);
  return markup`<th scope="col">${page.results.case}</th>${
    shown.verdict ? markup`<th scope="col" class="v">${page.results.verdict}</th>` : nothing
  }${shown.score ? markup`<th scope="col" class="number">${page.results.headline}${of}</th>` : nothing}${heatHeads(voice, places)}`;
}

/** All cases as one bar: by verdict, or by status where the rubric has none. */
function resultBar(voice: Voice, { run, say }: Front): Html {
  const { words } = voice;
  const { score } = run.summary;
  const mean =
    score.value === null
      ? meanSentence(score, words.page, words.language)
      : averageText(
          voice,
          { mean: score, max: voice.rubric.headline.max },
          run.figures.cases,
          (one) => one.score !== null && one.score.min === one.score.max,
        );
  const { heading, draw } = verdictPanel(run, say) ?? statusPanel(run, say);
  return markup`<section class="panel"><h2>${heading}</h2>
${Html.picture(draw(barWidth))}
${isOnlyVerdict(voice.rubric) ? nothing : markup`<p class="small soft">${mean}</p>`}</section>
`;
}

/** About as wide as its panel. */
const barWidth = 336;

/** Over how many cases, and how many of them are inconsistent. `counts`: whether a scored case has the number. */
export function averageText(
  { words }: Voice,
  { mean: { value, decimals, count }, max }: { mean: Mean; max: number | undefined },
  cases: readonly CaseFigures[],
  counts: (one: CaseFigures) => boolean,
): string {
  if (value === null) return '';
  const doubtful = cases.filter((one) => one.contradicted && counts(one)).length;
  const figure = `${value.toFixed(decimals)}${max === undefined ? '' : ` ${words.page.judgement.of(max)}`}`;
  return words.average(figure, count, cases.length, doubtful);
}

const longestExample = 140;

function problemList(voice: Voice, { problems, run, say, isIn }: Front): Html {
  const { words } = voice;
  const all = run.figures.cases.length;
  const panel = problemsPanel(run, say);
  if (!panel) return nothing;
  const items = problems.map(
    ({ title, detail, rows, example }) =>
      markup`<li><span${voice.own}>${title}</span> <b>${words.page.results.shown(rows.length.toLocaleString(words.language), all.toLocaleString(words.language))}</b>${
        example
          ? markup`<small><span${voice.own}>${truncate(example.text, longestExample).replace(/\S+…$/, '…')}</span> <a href="#${isIn(example.row) ? 'case' : 'row'}-${example.row + 1}">${example.name}</a></small>`
          : detail === null
            ? nothing
            : markup`<small${voice.own}>${detail}</small>`
      }</li>`,
  );
  const list =
    items.length === 0
      ? markup`<p class="soft">${panel.note}</p>`
      : markup`<ol class="problems">${items}</ol>`;
  return markup`<section class="panel"><h2>${panel.heading}</h2>
${list}</section>
`;
}
