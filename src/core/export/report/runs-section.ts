import type { Receipt } from '../../model/judgement';
import type { Rubric } from '../../model/rubric';
import { dateAndTime } from './date-and-time';
import { markup, nothing, type Html } from './html';
import { judgeName } from './judge-name';
import type { ReportWords } from './report-words';
import { meanText, passText, type ReportSummary } from './summary-figures';

/** Rows whose judgements come from one run, or from several that asked alike. */
export interface ReportShare {
  ids: readonly string[];
  judge: string;
  model: string;
  mode: Receipt['mode'];
  /** Of the rubric. */
  version: string;
  /** When the first and the last of the runs began. */
  from: string;
  to: string;
  summary: ReportSummary;
}

export interface ReportRuns {
  /** Whether all were asked alike, so that a mean over them says something. */
  alike: boolean;
  shares: readonly ReportShare[];
}

/** Which judgements come from which run. Its numbers stand in the list of cases. */
export function runsSection(rubric: Rubric, { alike, shares }: ReportRuns, words: ReportWords): Html {
  const count = shares.reduce((sum, { ids }) => sum + ids.length, 0);
  const items = shares.map(({ ids, from, to, version, summary, ...asked }) => {
    const when = from === to ? dateAndTime(from) : words.lowHighDate(dateAndTime(from), dateAndTime(to));
    const figures = [meanText(rubric, summary, words), ...passText(summary, words)];
    return markup`<li><strong>${judgeName(asked, words)}</strong> · ${words.version(version)} · ${when} · ${words.rowsOfRuns(summary.judged, ids.length)}
${alike ? nothing : markup`<br>${figures.join(' ')}`}
<br><span class="small soft">${ids.join(', ')}</span></li>
`;
  });
  return markup`<h3>${words.runs}</h3>
<p><strong>${alike ? words.runsAlike(count) : words.runsUnlike(count)}</strong></p>
<ol>
${items}</ol>
`;
}

/** The number of the share that a run belongs to. */
export function runNumbers(runs: ReportRuns): ReadonlyMap<string, number> {
  return new Map(runs.shares.flatMap(({ ids }, index) => ids.map((id) => [id, index + 1] as const)));
}
