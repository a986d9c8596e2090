import type { Spread, Vote } from '../../model/repeats';
import type { Rubric } from '../../model/rubric';
import type { Findings } from '../../model/run';
import type { Samples } from '../samples';
import { cell } from './case-list';
import { formatKnown, formatNumber } from './format-value';
import { markup, nothing, type Html } from './html';
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
    { label: words.score, spread: together.score },
    { label: words.verdict, vote: together.verdict },
    ...together.criteria.map((criterion, place) => ({
      label: rubric.criteria[place]?.label ?? '',
      ...(criterion.kind === 'points' ? { spread: criterion.spread } : { vote: criterion.vote }),
    })),
  ];
  const rows = lines.flatMap((line) => (line.spread || line.vote ? [row(line, words)] : []));
  const heads = [words.criterion, words.samples.mean, words.samples.spread, words.samples.majority];
  return markup`<h3>${words.samples.title}</h3>
<p>${words.samples.scored(together.scored, together.samples)}. ${words.firstStands}</p>
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
  const { lowHigh } = words.samples;
  const deviation = spread?.deviation ?? null;
  return markup`<tr role="row"><th scope="row" role="rowheader">${label}</th>${cell(
    words.samples.mean,
    spread ? formatNumber(spread.mean) : '',
  )}${cell(
    words.samples.spread,
    spread && deviation !== null
      ? `${formatNumber(deviation)} (${lowHigh(formatNumber(spread.min), formatNumber(spread.max))})`
      : '',
  )}${cell(words.samples.majority, vote ? spoken(vote, words) : '')}</tr>
`;
}

function spoken(vote: Vote, { samples }: ReportWords): string {
  const said = vote.kind === 'tie' ? samples.tie(vote.values.join(', ')) : vote.value;
  return `${said} (${samples.votes(vote.count, vote.of)})`;
}

function inShort({ status, reason, score, verdict }: Findings, words: ReportWords): string {
  const why = reason === undefined ? [] : [words.reason[reason]];
  const said = [verdict, score].flatMap((known) => (known ? [formatKnown(known, words)] : []));
  return [words.status[status], ...why, ...said].join(' · ');
}
