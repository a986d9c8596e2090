import type { Spread, Vote } from '../../sheet/figures/repeats';
import type { Rubric } from '../../rubric/rubric';
import type { Findings } from '../../judgement/digest';
import type { Samples } from '../export-run';
import { cell, formatKnown, formatNumber, markup, nothing, type Html } from './html';
import type { ReportWords } from './report-words';

interface Line {
  label: string;
  spread?: Spread | null;
  vote?: Vote | null;
}

/** What several judgements of one case say together, and each of them for itself. */
export function samplesSection(rubric: Rubric, samples: Samples | undefined, words: ReportWords): Html {
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
  const rows = lines.flatMap((line) => (line.spread || line.vote ? [row(line, words)] : []));
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

function row({ label, spread, vote }: Line, words: ReportWords): Html {
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
