import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import type { Field } from '../../rubric/values';
import { criterionPath, type Criterion, type Rubric } from '../../rubric/rubric';
import { differs } from '../../judgement/explain';
import { formatJson, formatNumber, judgedBy } from '../../judgement/view/format';
import { computedRows, labelledFacts, receiptRows } from '../../judgement/view/rows';
import { segmentsOf } from '../../judgement/view/segments';
import { cell, formatKnown, markup, nothing, type Html } from './html';
import type { ReportWords } from './report-words';
import type { Samples } from '../export-run';
import type { Span } from '../../rubric/facts';
import type { Spread, Vote } from '../../sheet/figures/repeats';
import type { Findings } from '../../judgement/digest';
import { failureInWords } from '../../i18n/cause-words';

/** Where two kinds lie on the same text, the one a person must see first wins. */
const rank: Readonly<Record<Span['kind'], number>> = { missing: 0, found: 1, source: 2 };

function highlighted(text: string, spans: readonly Span[]): Html {
  const pieces = segmentsOf(text, spans).map((segment) => {
    const [strongest] = segment.spans.sort((a, b) => rank[a.kind] - rank[b.kind]);
    if (!strongest) return markup`${segment.text}`;
    const { kind, note } = strongest;
    return markup`<mark class="${kind}" ${note ? markup`title="${note}"` : nothing}>${segment.text}</mark>`;
  });
  return markup`${pieces}`;
}

function missingQuotes(input: Readonly<Record<string, string>>, spans: readonly Span[]): string[] {
  const quotes = spans
    .filter(({ kind }) => kind === 'missing')
    .map(({ input: name, start, end }) => (input[name] ?? '').slice(start, end));
  return [...new Set(quotes)].filter((quote) => quote !== '');
}

interface Shown {
  rubric: Rubric;
  subject: Case;
  judgement: Judgement;
  samples?: Samples | undefined;
  words: ReportWords;
}

export function judgementSection(shown: Shown, number: number): Html {
  const { subject, words } = shown;
  return markup`<section class="judgement" id="case-${number}">
<h2>${number}. ${subject.label ?? subject.id}</h2>
${opening(shown)}${samplesSection(shown)}${criteria(shown)}${checks(shown)}${lists(shown)}${caseText(shown)}
${definitions(words.page.judgement.receipt, receiptRows(shown.judgement.receipt, words.page), markup` class="receipt"`)}
<p class="back small"><a href="#cases">${words.backToCases}</a></p>
</section>
`;
}

function opening({ rubric, judgement, words }: Shown): Html {
  const { headline, status, reason, repairs, problems, receipt } = judgement;
  const detail = failureInWords(judgement, words.language);
  const max = rubric.headline.max;
  return markup`${
    headline
      ? markup`<p class="headline">${headline.verdict ? markup`${formatKnown(headline.verdict, words)} · ` : nothing}${formatKnown(headline.value, words)}${max !== undefined && headline.value.kind !== 'undecided' ? words.of(max) : ''}</p>
${statedOtherwise(judgement, words)}`
      : markup`<p class="headline">${reason ? words.page.reason[reason] : words.page.status[status]}</p>`
  }
<p><span class="chip ${status}">${words.page.status[status]}</span> ${words.page.statusMeaning[status]}</p>
<p class="soft">${words.judgedBy}: ${judgedBy(receipt, words.page)}${receipt.judge === 'example' ? `. ${words.example}` : ''}</p>
${detail ? markup`<p>${detail}</p>` : nothing}
${listOf(words.page.judgement.repairs, repairs.map(words.page.repair))}${listOf(
    words.page.judgement.problems,
    problems.map(({ message }) => message),
  )}`;
}

function statedOtherwise({ headline, attempts }: Judgement, words: ReportWords): Html {
  if (!headline || attempts.length === 0) return nothing;
  const { value, verdict, statedValue, statedVerdict } = headline;
  const stated = [
    differs(value, statedValue) ? statedValue : undefined,
    differs(verdict, statedVerdict) ? statedVerdict : undefined,
  ].flatMap((said) => (said === undefined ? [] : formatJson(said, words.page)));
  return stated.length > 0 ? markup`<p class="clash">${words.stated(stated.join(', '))}</p>` : nothing;
}

function listOf(title: string, items: readonly string[]): Html {
  if (items.length === 0) return nothing;
  return markup`<h3>${title}</h3><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

interface Line {
  label: string;
  spread?: Spread | null;
  vote?: Vote | null;
}

function samplesSection({ rubric, samples, words }: Shown): Html {
  if (!samples) return nothing;
  const { together, single } = samples;
  const lines: Line[] = [
    { label: words.page.results.headline, spread: together.score },
    { label: words.page.results.verdict, vote: together.verdict },
    ...together.criteria.map((criterion, place) => ({
      label: rubric.criteria[place]?.label ?? '',
      ...(criterion.kind === 'points' ? { spread: criterion.spread } : { vote: criterion.vote }),
    })),
  ];
  const rows = lines.flatMap((line) => (line.spread || line.vote ? [sampleRow(line, words)] : []));
  const heads = [words.criterion, words.page.run.mean, words.page.run.spread, words.page.run.majority];
  return markup`<h3>${words.page.run.samplesTitle}</h3>
<p>${words.page.run.samplesScored(together.scored, together.samples)}. ${words.firstStands}</p>
<ol>${single.map((digest) => markup`<li>${inShort(digest, words)}</li>`)}</ol>
${
  rows.length === 0
    ? nothing
    : markup`<table class="stacked" role="table"><thead role="rowgroup"><tr role="row">${heads.map((name) => markup`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
<tbody role="rowgroup" lang="${rubric.language}">${rows}</tbody></table>
`
}`;
}

function sampleRow({ label, spread, vote }: Line, words: ReportWords): Html {
  const { lowHigh } = words.page.run;
  const deviation = spread?.deviation ?? null;
  return markup`<tr role="row"><th scope="row" role="rowheader">${label}</th>${cell(
    words.page.run.mean,
    spread ? formatNumber(spread.mean) : '',
  )}${cell(
    words.page.run.spread,
    spread && deviation !== null
      ? `${formatNumber(deviation)} (${lowHigh(formatNumber(spread.min), formatNumber(spread.max))})`
      : '',
  )}${cell(words.page.run.majority, vote ? spoken(vote, words) : '')}</tr>
`;
}

function spoken(vote: Vote, { page }: ReportWords): string {
  const said = vote.kind === 'tie' ? page.run.tie(vote.values.join(', ')) : vote.value;
  return `${said} (${page.run.votes(vote.count, vote.of)})`;
}

function inShort({ status, reason, score, verdict }: Findings, words: ReportWords): string {
  const why = reason === undefined ? [] : [words.page.reason[reason]];
  const said = [verdict, score].flatMap((known) => (known ? [formatKnown(known, words)] : []));
  return [words.page.status[status], ...why, ...said].join(' · ');
}

function criteria({ rubric, judgement, words }: Shown): Html {
  if (judgement.fields.length === 0) return nothing;
  const fields = new Map(judgement.fields.map((field) => [field.path, field]));
  const rows = rubric.criteria.flatMap((criterion) => [
    fieldRow({ ...criterion, path: criterionPath(criterion) }, fields, words),
    ...criterion.parts.map((part) =>
      fieldRow({ ...part, label: `– ${part.label}`, path: part.score, soft: true }, fields, words),
    ),
  ]);
  const isWeighed = judgement.fields.some(({ expected }) => expected !== undefined);
  return markup`<h3>${words.page.judgement.criteria}</h3>
<table class="stacked" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${words.criterion}</th><th scope="col" role="columnheader" class="number">${words.page.results.headline}</th><th scope="col" role="columnheader" class="short">${words.decidedBy}</th><th scope="col" role="columnheader">${words.page.judgement.rationale}</th></tr></thead>
<tbody role="rowgroup" lang="${rubric.language}">${rows}</tbody></table>
${
  isWeighed
    ? markup`<p class="small soft">${words.page.judgement.expected('…')}: ${words.page.judgement.expectedHint}</p>
`
    : nothing
}`;
}

interface Row extends Pick<Criterion, 'label' | 'max' | 'rationale'> {
  path: string;
  soft?: boolean;
}

function fieldRow(row: Row, fields: ReadonlyMap<string, Field>, words: ReportWords): Html {
  const { label, path, max, rationale, soft = false } = row;
  const field = fields.get(path);
  const isOpen = field === undefined || field.known.kind === 'undecided';
  const written = rationale === undefined ? undefined : fields.get(rationale)?.known;
  // The program's reason stands for the rationale only where the program had the say.
  const because = field?.by === 'model' ? '' : (field?.because ?? '');
  const reason = written?.kind === 'value' ? formatJson(written.value, words.page) : because;
  const clash =
    field?.contradicted === true && field.programSays
      ? markup`<p class="clash">${words.programSays(formatKnown(field.programSays, words))} ${field.because ?? ''}</p>`
      : nothing;
  const score = `${formatKnown(field?.known, words)}${max !== undefined && !isOpen ? words.of(max) : ''}`;
  const value =
    field?.expected === undefined
      ? score
      : markup`${score} <span class="small soft">(${words.page.judgement.expected(formatNumber(field.expected))})</span>`;
  const said = reason === '' && clash === nothing ? '' : markup`<span>${reason}</span>${clash}`;
  return markup`<tr role="row" class="${soft ? 'soft' : 'whole'}"><th scope="row" role="rowheader">${label}</th>${cell(words.page.results.headline, value, 'number')}${cell(words.decidedBy, words.page.judgement.decidedBy[field?.by ?? 'nobody'], 'short')}${cell(words.page.judgement.rationale, said)}</tr>
`;
}

function checks({ judgement, words }: Shown): Html {
  if (judgement.checks.length === 0) return nothing;
  const count = (outcome: string) => judgement.checks.filter((check) => check.outcome === outcome).length;
  const failed = judgement.checks
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  const items = failed.map(
    (check) =>
      markup`<li class="${check.severity}"><strong>${check.outcome === 'broken' ? words.brokenCheck : words.page.judgement.severity[check.severity]}:</strong> ${check.message} <span class="small soft">${check.title} (${check.id})</span></li>`,
  );
  return markup`<h3>${words.failedChecks}</h3>
${failed.length === 0 ? markup`<p>${words.page.judgement.checksNone}</p>` : markup`<ul>${items}</ul>`}
<p class="small soft">${words.otherChecks(count('passed'), count('undecided'), count('skipped'))}</p>
`;
}

/** Computed values, what else the judge wrote, and facts. */
function lists({ rubric, judgement, words }: Shown): Html[] {
  const { derived, otherFields, facts } = words.page.judgement;
  const known = new Map(judgement.fields.map((field) => [field.path, field.known]));
  const computed = computedRows(rubric, judgement).map((row): Pair => [
    row.label,
    formatKnown(row.known, words),
  ]);
  const notes = rubric.notes.map(({ label, path }): Pair => [label, formatKnown(known.get(path), words)]);
  const found = labelledFacts(rubric, judgement.facts).map(({ label, fact }): Pair => [label, fact.text]);
  const language = markup` lang="${rubric.language}"`;
  return [
    definitions(derived, computed, language),
    definitions(otherFields, known.size === 0 ? [] : notes, language),
    definitions(facts, found, language),
  ];
}

type Pair = readonly [name: string, value: string];

function definitions(title: string, pairs: readonly Pair[], attribute: Html): Html {
  if (pairs.length === 0) return nothing;
  return markup`<h3>${title}</h3>
<dl${attribute}>${pairs.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
`;
}

function caseText({ rubric, subject, judgement, words }: Shown): Html {
  const spans = judgement.facts.flatMap((fact) => fact.spans);
  const legend = markup`<p class="small"><mark class="found">${words.found}</mark> · <mark class="missing">${words.missing}</mark> · <mark class="source">${words.source}</mark></p>
`;
  const inputs = rubric.inputs.map(({ name, label }) => {
    const text = Object.hasOwn(subject.input, name) ? (subject.input[name] ?? '') : '';
    const own = spans.filter((span) => span.input === name);
    const shown =
      text.trim() === ''
        ? markup`<p class="soft">${words.page.judgement.empty}</p>`
        : markup`<div class="text">${highlighted(text, own)}</div>`;
    return markup`<h4 lang="${rubric.language}">${label}</h4>
${shown}
`;
  });
  return markup`<h3>${words.page.judgement.caseText}</h3>
${spans.length > 0 ? legend : nothing}${listOf(words.page.judgement.missingTitle, missingQuotes(subject.input, spans))}${inputs}`;
}
