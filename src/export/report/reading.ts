import { formatNumber } from '../../judgement/view/format';
import { barRows, type Part } from '../../kit/charts/bars';
import type { Picture } from '../../kit/charts/picture';
import { factsPanel, scorePanel, statusPanel, type Shown, type Speech } from '../../overview/pictures';
import type { Criterion, Level } from '../../rubric/rubric';
import type { Known } from '../../rubric/values';
import { scoreSteps } from '../../rubric/view/formula';
import { levelStates } from '../../rubric/view/rubric-view';
import { valueText } from '../../sheet/figures/measure';
import { averageText } from './front-page';
import { Html, markup, nothing, type Voice } from './html';

/** The rubric as a reader needs it: what is judged, how the score comes about, what the levels mean, what is checked. */
export function rubricSection(voice: Voice): Html {
  const { rubric, words, own } = voice;
  const { page, rubrics } = words;
  const steps = scoreSteps(rubric, rubrics.formula).toReversed();
  const titles = [...rubric.checks, ...rubric.statements].map(({ title }) => markup`<li>${title}</li>`);
  return markup`<section id="rubric">
<h2>${page.setup.rubric}</h2>
<p${own}>${rubric.purpose}</p>
${
  steps.length === 0
    ? nothing
    : markup`<h3>${rubrics.outcome}</h3>
<dl${own}>${steps.map(({ label, formula, inWords }) => markup`<dt>${label}</dt><dd>${[formula, inWords].filter((text) => text !== null).join('. ')}</dd>`)}</dl>
`
}<h3>${rubrics.criteria}</h3>
<div${own}>${rubric.criteria.map((criterion) => criterionText(criterion, voice))}</div>
${
  titles.length === 0
    ? nothing
    : markup`<h3>${page.rubrics.checks}</h3><p class="small soft">${rubrics.checksHint}</p><ul class="columns small"${own}>${titles}</ul>
`
}</section>
`;
}

function criterionText({ label, question, min, max, levels, parts }: Criterion, voice: Voice): Html {
  const { rubrics, language } = voice.words;
  const points = (low: number, high: number) =>
    markup`<span class="small soft" lang="${language}">${rubrics.points(low, high)}</span>`;
  return markup`<div class="criterion"><h4>${label} ${max === undefined ? nothing : points(min, max)}</h4>${question ? markup`<p>${question}</p>` : nothing}${
    parts.length === 0
      ? nothing
      : markup`<ul>${parts.map((part) => markup`<li><b>${part.label}</b> ${points(0, part.max)} ${part.description ?? ''}</li>`)}</ul>`
  }${
    levels.length === 0
      ? nothing
      : markup`<dl>${levels.map((level) => markup`<dt><b>${levelName(level)}</b></dt><dd>${level.description ?? ''}</dd>`)}</dl>`
  }</div>
`;
}

/** A label is called by its name, a score by its number and its name. */
function levelName({ at, name }: Level): string {
  if (typeof at === 'string' || typeof at === 'boolean') return name;
  const scale = (typeof at === 'object' ? at : [at]).map(formatNumber).join('–');
  return name === scale ? scale : `${scale} ${name}`;
}

type Bar = Pick<Part, 'label' | 'count'> & Partial<Part>;

export function figuresSection(voice: Voice, run: Shown, say: Speech): Html {
  const { rubric, words } = voice;
  const { cases } = run.figures;
  const all = cases.length;
  const numeric = rubric.criteria.filter(({ choice }) => choice === undefined);
  const criteria = rubric.criteria.map((criterion, place) => {
    const mean = run.summary.criteria[numeric.indexOf(criterion)];
    const values = cases.map(({ cells }) => cells[place]?.known ?? null);
    const note = mean
      ? averageText(
          voice,
          { mean, max: criterion.max },
          cases,
          ({ cells }) => cells[place]?.known.kind === 'value',
        )
      : '';
    return figure(voice, criterion.label, note, barsOf(criterion, values, voice), all);
  });
  const shared = [statusPanel(run, say), factsPanel(run, say), scorePanel(run, say)];
  return markup`<section id="figures">
<h2>${words.figures}</h2>
<p class="soft">${words.figuresHint(all.toLocaleString(words.language))}</p>
<div class="figures">
${shared.flatMap((panel) => (panel ? [panelOf(panel.heading, '', nothing, panel.draw(figureWidth))] : []))}${criteria}</div>
</section>
`;
}

function panelOf(title: string, note: string, language: Html, picture: Picture): Html {
  return markup`<section class="panel"><h3${language}>${title}</h3>${note === '' ? nothing : markup`<p class="small soft">${note}</p>`}
${Html.picture(picture)}</section>
`;
}

/** About as wide as a phone, so that its words stay legible there. */
const figureWidth = 350;

function figure(voice: Voice, title: string, note: string, bars: readonly Bar[], all: number): Html {
  const { words, own } = voice;
  const rows = bars.map((bar) => partOf(bar, voice));
  const picture = barRows({
    width: figureWidth,
    title: `${title}: ${rows.map(({ name }) => name).join(', ')}`,
    of: all,
    heads: [title, words.cases],
    rows,
  });
  return panelOf(title, note, own, picture);
}

/** A bar with its count as it is read. */
function partOf(bar: Bar, { words }: Voice): Part {
  const text = bar.count.toLocaleString(words.language);
  return { text, name: `${bar.label} ${text}`, ink: 'level-3', ...bar };
}

const evenBands = 5;

/** How often each level was reached, then what has no level: every case is in one bar. */
function barsOf(
  { levels, choice, min, max }: Pick<Criterion, 'levels' | 'choice' | 'min' | 'max'>,
  values: readonly (Known | null)[],
  voice: Voice,
): Bar[] {
  const { words, name } = voice;
  const decided = values.filter((known) => known?.kind === 'value');
  const shown: readonly Level[] =
    levels.length > 0
      ? levels
      : choice === undefined && max !== undefined
        ? bandsOf(min, max)
        : [...new Set(decided.map(({ value }) => valueText(value)))].map((at) => ({ at, name: name(at) }));
  const counts = shown.map(() => 0);
  let others = 0;
  for (const known of decided) {
    const value = levels.length === 0 && choice !== undefined ? valueText(known.value) : known.value;
    const at = levelStates(shown, { kind: 'value', value }).indexOf('chosen');
    if (at === -1) others += 1;
    else counts[at] = (counts[at] ?? 0) + 1;
  }
  const none = values.filter((known) => known === null).length;
  const open = values.length - decided.length - none;
  return [
    ...shown.map((level, at) => ({ label: levelName(level), count: counts[at] ?? 0 })),
    ...[
      { label: words.other, count: others },
      { label: words.page.judgement.undecided, count: open, ink: 'open' as const },
      { label: words.none, count: none, ink: 'strong-line' as const },
    ].filter(({ count }) => count > 0),
  ];
}

/** Where a rubric has no levels, equal steps, the highest first. A border belongs to the upper one. */
function bandsOf(min: number, max: number): Level[] {
  const width = (max - min) / evenBands;
  return Array.from({ length: evenBands }, (_, step): Level => {
    const at: [number, number] = [min + step * width, min + (step + 1) * width];
    return { at, name: at.map(formatNumber).join('–') };
  }).toReversed();
}
