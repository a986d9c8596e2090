import type { Summary } from '../../sheet/figures/tally';
import type { RunHead } from '../../sheet/run-record';
import type { Judgement } from '../../judgement/judgement';
import { criterionPath, type Criterion, type Rubric } from '../../rubric/rubric';
import { numberOf, textOf } from '../../sheet/figures/measure';
import { formatNumber } from '../../judgement/view/format';
import { dateAndTime, judgeName, markup, nothing, type Html } from './html';
import type { ReportWords } from './report-words';

export function summarySection(
  rubric: Rubric,
  summary: Summary,
  all: number,
  words: ReportWords,
  head: RunHead | null,
): Html {
  const { judged, statuses, verdicts } = summary;
  if (judged === 0) {
    return markup`<section id="summary">
<h2>${words.summary}</h2>
<p>${words.nothingJudged(all)}</p>
</section>
`;
  }
  return markup`<section id="summary">
<h2>${words.summary}</h2>
<p>${words.judged(judged, all)}</p>
${summary.rulesOnly ? markup`<p><strong>${words.rulesOnlyAll}</strong></p>` : nothing}
${head ? runLine(head, words) : nothing}${[meanText(rubric, summary, words), ...passText(summary, words)].map(
    (text) => markup`<p>${text}</p>
`,
  )}<p class="small soft">${words.neverMixed}</p>
<h3>${words.byStatus}</h3>
${barTable(
  statuses.map(({ status, count }) => ({ label: words.page.status[status], count })),
  judged,
  words,
)}${
    verdicts.length > 0
      ? markup`<h3>${words.verdicts}</h3>
${barTable(
  verdicts.map(({ verdict, count }) => ({ label: verdict, count })),
  judged,
  words,
)}`
      : nothing
  }</section>
`;
}

export function distributionsSection(
  rubric: Rubric,
  distributions: readonly Distribution[],
  summary: Summary,
  words: ReportWords,
): Html {
  if (summary.judged === 0) return nothing;
  const scored = rubric.criteria.filter(({ choice }) => choice === undefined);
  const charts = distributions.map((distribution) => {
    const { criterion, decided } = distribution;
    const mean = summary.criteria[scored.indexOf(criterion)];
    return markup`<h3 lang="${rubric.language}">${criterion.label}</h3>
<p class="small soft">${words.decidedIn(decided, summary.judged)}${typeof mean?.value === 'number' ? ` ${words.criterionMean(mean.value.toFixed(mean.decimals), mean.count)}` : ''}</p>
${decided > 0 ? barTable(distribution.bars(words), decided, words) : nothing}`;
  });
  return markup`<section id="distributions">
<h2>${words.distributions}</h2>
${charts}</section>
`;
}

function runLine({ judge, settings, rubric, created }: RunHead, words: ReportWords): Html {
  const modes = { program: 'rules-only', model: settings.mode, person: 'person' } as const;
  const name = judgeName({ model: judge.model, mode: modes[judge.kind] }, words);
  return markup`<p>${words.judgedBy}: <strong>${name}</strong> · ${words.page.rubrics.version(rubric.version)} · ${dateAndTime(created)}</p>
`;
}

/** Bars as a table: every figure is there as text, and each drawing says its own. */
function barTable(bars: readonly Bar[], all: number, words: ReportWords): Html {
  const longest = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ label, count }) => {
    const width = Math.round((count / longest) * 1000) / 10;
    return markup`<tr><th scope="row">${label}</th><td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${words.share(count, all)}"><rect width="${width}" height="10"/></svg></td><td class="number">${count}</td></tr>
`;
  });
  return markup`<table class="bars"><tbody>
${rows}</tbody></table>
`;
}

function meanText({ headline }: Rubric, { score }: Summary, words: ReportWords): string {
  const max = headline.max === undefined ? '' : words.of(headline.max);
  if (score.value === null) return words.tooFew(score.count);
  return words.mean(score.value.toFixed(score.decimals), max, score.count);
}

function passText({ passed }: Summary, words: ReportWords): string[] {
  if (!passed) return [];
  const { met, count, value, decimals } = passed;
  if (value === null) return [words.passCount(met, count)];
  return [words.passRate(`${(value * 100).toFixed(decimals)}%`, met, count)];
}

interface Bar {
  label: string;
  count: number;
}

const mostSingleValues = 11;
const bands = 10;

export class Distribution {
  readonly criterion: Criterion;
  readonly #path: string;
  readonly #counts = new Map<string | number, number>();
  decided = 0;

  constructor(criterion: Criterion) {
    this.criterion = criterion;
    this.#path = criterionPath(criterion);
  }

  add(judgement: Judgement): void {
    const known = judgement.fields.find(({ path }) => path === this.#path)?.known;
    if (known?.kind !== 'value') return;
    const value = numberOf(known) ?? textOf(known) ?? '';
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.decided += 1;
  }

  /** Every step of the scale has its bar, also where nothing fell: a gap says something too. */
  bars(words: ReportWords): Bar[] {
    const { choice, min, max } = this.criterion;
    return choice === undefined && max !== undefined ? this.#ofScale(min, max, words) : this.#ofLabels();
  }

  #ofLabels(): Bar[] {
    const known = this.criterion.levels.flatMap(({ at }) => (typeof at === 'object' ? [] : [at]));
    const all = [...new Set<string | number>([...known, ...this.#counts.keys()])];
    return all.map((label) => ({ label: String(label), count: this.#counts.get(label) ?? 0 }));
  }

  #ofScale(min: number, max: number, words: ReportWords): Bar[] {
    const values = [...this.#counts].filter(
      (entry): entry is [number, number] => typeof entry[0] === 'number',
    );
    const inside = values.filter(([value]) => value >= min && value <= max);
    const outside = this.decided - inside.reduce((sum, [, count]) => sum + count, 0);
    const single = max - min < mostSingleValues && inside.every(([value]) => Number.isInteger(value - min));
    const bars = single ? singleValues(inside, min, max) : ofBands(inside, min, max);
    return outside > 0 ? [...bars, { label: words.outside(min, max), count: outside }] : bars;
  }
}

function singleValues(values: readonly [number, number][], min: number, max: number): Bar[] {
  const counts = new Map(values);
  return Array.from({ length: Math.floor(max - min) + 1 }, (_, step) => ({
    label: formatNumber(min + step),
    count: counts.get(min + step) ?? 0,
  }));
}

function ofBands(values: readonly [number, number][], min: number, max: number): Bar[] {
  const width = (max - min) / bands;
  const counts = new Array<number>(bands).fill(0);
  for (const [value, count] of values) {
    const band = Math.min(bands - 1, Math.floor((value - min) / width));
    counts[band] = (counts[band] ?? 0) + count;
  }
  return counts.map((count, band) => ({
    label: `${formatNumber(min + band * width)}–${formatNumber(min + (band + 1) * width)}`,
    count,
  }));
}
