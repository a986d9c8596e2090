import type { Messages } from '../../i18n/en/en';
import { modeOf } from '../../compare/run-differences';
import type { Judgement } from '../../judgement/judgement';
import { formatNumber, judgedBy } from '../../judgement/view/format';
import { criterionPath, type Criterion, type Level, type Rubric } from '../../rubric/rubric';
import { numberOf, textOf } from '../../sheet/figures/measure';
import type { Summary } from '../../sheet/figures/tally';
import type { RunHead } from '../../sheet/run-record';
import { samplesOf, type JudgedEntry, type JudgedRuns } from '../export-run';
import { cell, dateAndTime, formatKnown, markup, nothing, type Html } from './html';
import { judgementSection } from './judgement-section';
import { reportStyle, reportStyleHash } from './report-style';
import { english, korean, type ReportWords } from './report-words';

export interface ReportOptions {
  summary: Summary;
  language: 'en' | 'ko';
  page: Messages;
  time: string;
  build: string;
  onProgress?: (entries: number) => void;
}

/** One run as one HTML file that explains itself: no script, nothing loaded, and a policy of its own that forbids both. */
export async function* reportChunks(
  judged: JudgedRuns,
  options: ReportOptions,
): AsyncGenerator<string, void> {
  const { summary, language, page, onProgress } = options;
  const [{ head, rubric, entries }] = judged.runs;
  const words: ReportWords = { ...(language === 'ko' ? korean : english), page, language };
  const distributions = rubric.criteria.map((criterion) => new Distribution(criterion));
  for await (const batch of judged.batches())
    for (const { judgement } of batch)
      if (judgement) for (const distribution of distributions) distribution.add(judgement);

  yield opening(rubric, options, words).toString();
  yield summarySection(rubric, summary, entries.length, words, head).toString();
  yield distributionsSection(rubric, distributions, summary, words).toString();
  yield rubricSection(rubric, words).toString();

  for await (const part of caseList(judged, words, summary.judged > 0)) yield part.toString();
  for await (const batch of judged.batches())
    for (const { subject, judgement, samples, row } of batch) {
      if (!judgement) continue;
      const several = samples && samplesOf(rubric, samples);
      onProgress?.(row + 1);
      yield judgementSection({ rubric, subject, judgement, samples: several, words }, row + 1).toString();
    }
  yield '</main></body></html>\n';
}

function opening(rubric: Rubric, { time, build }: ReportOptions, words: ReportWords): Html {
  const title = words.title(rubric.title);
  const policy = `default-src 'none'; style-src '${reportStyleHash}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${reportStyle}</head>
<body><main>
<h1>${title}</h1>
<p class="soft">${words.made(dateAndTime(time), build)}</p>
`;
}

async function* caseList(judged: JudgedRuns, words: ReportWords, anyJudged: boolean): AsyncGenerator<Html> {
  const { case: name, verdict, headline, status } = words.page.results;
  const heads = [name, verdict, headline, status, words.failedChecks].map(
    (head) => markup`<th scope="col" role="columnheader">${head}</th>`,
  );
  const opening = anyJudged
    ? markup`<table class="stacked" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">
`
    : markup`<ol>
`;
  yield markup`<section id="cases"><h2>${words.cases}</h2>
${opening}`;
  for await (const batch of judged.batches())
    for (const entry of batch)
      yield anyJudged
        ? listRow(entry, words)
        : markup`<li>${entry.subject.label ?? entry.subject.id}</li>
`;
  yield markup`${anyJudged ? markup`</tbody></table>` : markup`</ol>`}</section>
`;
}

function listRow(entry: JudgedEntry, words: ReportWords): Html {
  const { subject, judgement } = entry;
  const number = entry.row + 1;
  const name = `${number}. ${subject.label ?? subject.id}`;
  const { headline = null, status, checks = [] } = judgement ?? {};
  const failed = checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken');
  return markup`<tr role="row"><th scope="row" role="rowheader">${judgement ? markup`<a href="#case-${number}">${name}</a>` : name}</th>${cell(
    words.page.results.verdict,
    headline?.verdict ? formatKnown(headline.verdict, words) : '',
  )}${cell(words.page.results.headline, headline ? formatKnown(headline.value, words) : '')}${cell(
    words.page.results.status,
    status ? markup`<span class="chip ${status}">${words.page.status[status]}</span>` : missing(entry, words),
  )}${cell(words.failedChecks, failed.map(({ id }) => id).join(', '))}</tr>
`;
}

function missing({ unreadable, outdated }: JudgedEntry, words: ReportWords): string {
  if (outdated) return words.outdated;
  return unreadable ? words.unreadable : words.page.results.notJudged;
}

function rubricSection(rubric: Rubric, words: ReportWords): Html {
  const { id, version, title, purpose, language, checks } = rubric;
  return markup`<section id="rubric">
<h2>${words.page.setup.rubric}</h2>
<p><strong lang="${language}">${title}</strong> · ${words.page.rubrics.version(version)} · ${id}</p>
<div lang="${language}"><p>${purpose}</p>
${rubric.criteria.map((criterion) => criterionText(criterion, words))}</div>
${checks.length > 0 ? markup`<h3>${words.page.rubrics.checks}</h3><ul lang="${language}">${checks.map((check) => markup`<li>${check.title}</li>`)}</ul>` : nothing}
</section>
`;
}

function criterionText({ label, question, min, max, levels, parts }: Criterion, words: ReportWords): Html {
  return markup`<h3>${label}${max === undefined ? '' : ` (${min}–${max})`}</h3>
${question ? markup`<p>${question}</p>` : nothing}${
    parts.length > 0
      ? markup`<h4>${words.page.judgement.parts}</h4><ul>${parts.map((part) => markup`<li><strong>${part.label}</strong> (0–${part.max}) ${part.description ?? ''}</li>`)}</ul>`
      : nothing
  }${
    levels.length > 0
      ? markup`<h4>${words.page.judgement.levels}</h4><dl>${levels.map((level) => markup`<dt>${scaleOf(level)}</dt><dd><strong>${level.name}</strong> ${level.description ?? ''}</dd>`)}</dl>`
      : nothing
  }
`;
}

function scaleOf({ at }: Level): string {
  return typeof at === 'object' ? `${at[0]}–${at[1]}` : String(at);
}

function summarySection(
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

function distributionsSection(
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
  const name = judgedBy(
    { judge: judge.id, model: judge.model, mode: modeOf({ judge, settings }) },
    words.page,
  );
  return markup`<p>${words.judgedBy}: <strong>${name}</strong> · ${words.page.rubrics.version(rubric.version)} · ${dateAndTime(created)}</p>
`;
}

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

/** How often each decided value of a criterion occurs. Undecided fields and unscored cases are no value. */
class Distribution {
  readonly criterion: Criterion;
  readonly #counts = new Map<string | number, number>();
  decided = 0;

  constructor(criterion: Criterion) {
    this.criterion = criterion;
  }

  add(judgement: Judgement): void {
    const field = criterionPath(this.criterion);
    const known = judgement.fields.find(({ path }) => path === field)?.known;
    if (known?.kind !== 'value') return;
    const value = numberOf(known) ?? textOf(known) ?? '';
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.decided += 1;
  }

  /** Every step of the scale has its bar, also where nothing fell: a gap says something too. */
  bars(words: ReportWords): Bar[] {
    const { choice, min, max, levels } = this.criterion;
    if (choice === undefined && max !== undefined) return this.#ofScale(min, max, words);
    const known = levels.flatMap(({ at }) => (typeof at === 'string' || typeof at === 'number' ? [at] : []));
    const all = [...new Set([...known, ...this.#counts.keys()])];
    return all.map((label) => ({ label: String(label), count: this.#counts.get(label) ?? 0 }));
  }

  #ofScale(min: number, max: number, words: ReportWords): Bar[] {
    const inside = [...this.#counts].flatMap(([value, count]) =>
      typeof value === 'number' && value >= min && value <= max ? [{ value, count }] : [],
    );
    const isSingle =
      max - min < mostSingleValues && inside.every(({ value }) => Number.isInteger(value - min));
    const length = isSingle ? Math.floor(max - min) + 1 : bands;
    const width = isSingle ? 1 : (max - min) / bands;
    const bars = Array.from({ length }, (_, step) => {
      const from = formatNumber(min + step * width);
      return { label: isSingle ? from : `${from}–${formatNumber(min + (step + 1) * width)}`, count: 0 };
    });
    let outside = this.decided;
    for (const { value, count } of inside) {
      outside -= count;
      // Each band takes its lower end, the last one both.
      const bar = bars[Math.min(length - 1, Math.floor((value - min) / width))];
      if (bar) bar.count += count;
    }
    return outside > 0 ? [...bars, { label: words.outside(min, max), count: outside }] : bars;
  }
}
