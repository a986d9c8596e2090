import { isOnlyVerdict } from '../../rubric/rubric';
import { formatNumber } from '../../judgement/view/format';
import { byScore, type CaseFigures, type HeatCell } from '../../overview/figures';
import { markup, nothing, type Html, type Voice } from './html';

const mostColumns = 8;
const mostRows = 10;
/** To leave out one or two would say more than they take room. */
const fewEnough = 12;

/** The criteria that a table has room for: those that facts contradict most, then the first. */
export function heatColumns({ rubric }: Voice, cases: readonly CaseFigures[]): number[] {
  const places = [...rubric.criteria.keys()];
  const wrong = places.map((place) => cases.filter(({ cells }) => cells[place]?.differs).length);
  const chosen = places.toSorted((a, b) => (wrong[b] ?? 0) - (wrong[a] ?? 0) || a - b);
  return chosen.slice(0, mostColumns).sort((a, b) => a - b);
}

/** Highest score first; of many cases those that need a look most, and of cases alike in all of it the first. */
export function heatRows(cases: readonly CaseFigures[]): CaseFigures[] {
  const judged = cases.filter(({ cells }) => cells.length > 0);
  if (judged.length <= fewEnough) return byScore(judged);
  const wrong = new Map(judged.map((one) => [one, one.cells.filter(({ differs }) => differs).length]));
  const lowest = byScore(judged).toReversed();
  const isOpen = ({ score }: CaseFigures) => Number(score === null);
  const worst = lowest.toSorted((a, b) => (wrong.get(b) ?? 0) - (wrong.get(a) ?? 0) || isOpen(a) - isOpen(b));
  const unlike = new Map<string, CaseFigures>();
  for (const one of worst) {
    const { status, verdict, score } = one;
    const known = one.cells.map((cell) => [cell.known, cell.differs]);
    const shown = JSON.stringify([status, verdict, score, known]);
    if (!unlike.has(shown)) unlike.set(shown, one);
    if (unlike.size === mostRows) break;
  }
  return byScore([...unlike.values()]);
}

export function heatHeads(voice: Voice, places: readonly number[]): Html[] {
  return places.map((place) => {
    const { label = '', max } = voice.rubric.criteria[place] ?? {};
    return markup`<th scope="col" class="heat"${voice.own}>${label}${max === undefined ? nothing : markup` <small>/${max}</small>`}</th>`;
  });
}

/** `l0` to `l4`: how good it is. `n`: a label. `o`: open. */
export function heatCells(voice: Voice, places: readonly number[], { cells }: CaseFigures): Html[] {
  return places.map((place) => {
    const cell = cells[place];
    if (!cell) return markup`<td></td>`;
    const { look, level, known, differs } = cell;
    const tint = look === 'level' ? `l${level}` : look === 'label' ? 'n' : 'o';
    const mark = differs ? markup`<b>, ${voice.words.overview.legend.differs}</b>` : nothing;
    // Words are longer than numbers.
    const size = known.kind === 'value' && typeof known.value === 'number' ? '' : ' w';
    return markup`<td class="h ${tint}${size}">${voice.known(known)}${mark}</td>`;
  });
}

export function heatLegend({ words }: Voice, rows: readonly CaseFigures[]): Html {
  const levels = [0, 1, 2, 3, 4].map((level) => markup`<i class="l${level}"></i>`);
  const cells = rows.flatMap((one) => one.cells);
  const has = (look: HeatCell['look']) => cells.some((cell) => cell.look === look);
  const signs: [isShown: boolean, sign: Html, said: string][] = [
    [has('level'), markup`${levels}`, words.legend],
    [has('label') && has('level'), markup`<i class="n"></i>`, words.overview.legend.plain],
    [cells.some(({ differs }) => differs), markup`<i class="o d"></i>`, words.overview.legend.differs],
    [has('open'), markup`<i class="o"></i>`, words.overview.legend.open],
    [rows.some((one) => one.contradicted), markup`<i class="doubt"></i>`, words.page.status.inconsistent],
  ];
  return markup`<p class="legend">${signs.flatMap(([isShown, sign, said]) => (isShown ? [markup`<span>${sign} ${said}</span> `] : []))}</p>
`;
}

export function scoreText({ score }: CaseFigures, { words }: Voice): string {
  if (score === null) return '';
  const [low, high] = [formatNumber(score.min), formatNumber(score.max)];
  return low === high ? low : words.page.judgement.range(low, high);
}

/** What has a column of its own: a label alone says all in the column of its criterion. */
export function ownColumns({ rubric }: Voice): { verdict: boolean; score: boolean } {
  const { headline, criteria } = rubric;
  const only = isOnlyVerdict(rubric);
  return { verdict: headline.verdict !== undefined && !(only && criteria.length === 1), score: !only };
}

/** One row: the case, its verdict, its score, its criteria. */
export function heatRow(
  voice: Voice,
  places: readonly number[],
  figures: CaseFigures,
  { link, name, id }: { link: string | null; name: string; id: string | null },
): Html {
  const { verdict, contradicted, status } = figures;
  const text = verdict === null ? '' : voice.name(verdict);
  const open = status === 'partial' && verdict === null ? voice.words.page.judgement.undecided : text;
  const doubt = markup`<i class="doubt" title="${voice.words.page.status.inconsistent}"></i>`;
  const shown = ownColumns(voice);
  const verdictCell = shown.verdict
    ? markup`<td class="v">${contradicted && open !== '' ? doubt : ''}${open}</td>`
    : nothing;
  const scoreCell = shown.score ? markup`<td class="number">${scoreText(figures, voice)}</td>` : nothing;
  const title = link === null ? markup`${name}` : markup`<a href="${link}">${name}</a>`;
  return markup`<tr${id === null ? nothing : markup` id="${id}"`}><th scope="row">${title}</th>${verdictCell}${scoreCell}${heatCells(voice, places, figures)}`;
}
