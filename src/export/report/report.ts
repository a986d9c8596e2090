import type { Messages } from '../../i18n/en/en';
import type { Criterion, Level, Rubric } from '../../rubric/rubric';
import type { Summary } from '../../sheet/figures/tally';
import { samplesOf, type JudgedEntry, type JudgedRuns } from '../export-run';
import { cell, dateAndTime, formatKnown, markup, nothing, type Html } from './html';
import { judgementSection } from './judgement-section';
import { reportStyle, reportStyleHash } from './report-style';
import { english, korean, type ReportWords } from './report-words';
import { Distribution, distributionsSection, summarySection } from './summary-section';

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
  yield markup`<section id="cases"><h2>${words.cases}</h2>
`;
  yield anyJudged
    ? markup`<table class="stacked" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">
`
    : markup`<ol>
`;
  for await (const batch of judged.batches())
    for (const entry of batch)
      yield anyJudged
        ? listRow(entry, words)
        : markup`<li>${entry.subject.label ?? entry.subject.id}</li>
`;
  yield anyJudged
    ? markup`</tbody></table></section>
`
    : markup`</ol></section>
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
