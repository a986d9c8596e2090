import type { JudgedEntry } from '../judged-entries';
import { formatKnown } from './format-value';
import { markup, nothing, type Html } from './html';
import type { ReportWords } from './report-words';

/** The list of all cases, in parts, so that it can be written a few rows at a time. */
export interface CaseList {
  opening: Html;
  row: (entry: JudgedEntry, number: number) => Html;
  closing: Html;
}

/** Where nothing is judged, names are all there is to list. */
export function caseList(words: ReportWords, anyJudged: boolean): CaseList {
  const heading = markup`<section id="cases"><h2>${words.cases}</h2>
`;
  if (!anyJudged) {
    return {
      opening: markup`${heading}<ol>
`,
      row: ({ subject }) => markup`<li>${subject.label ?? subject.id}</li>
`,
      closing: markup`</ol></section>
`,
    };
  }
  const columns = [words.case, words.verdict, words.score, words.statusLabel, words.failedChecks];
  return {
    opening: markup`${heading}<table class="stacked" role="table"><thead role="rowgroup"><tr role="row">${columns.map((name) => markup`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead><tbody role="rowgroup">
`,
    row: (entry, number) => listRow(entry, number, words),
    closing: markup`</tbody></table></section>
`,
  };
}

function listRow(entry: JudgedEntry, number: number, words: ReportWords): Html {
  const { subject, judgement } = entry;
  const name = `${number}. ${subject.label ?? subject.id}`;
  const { headline = null, status, checks = [] } = judgement ?? {};
  const failed = checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken');
  return markup`<tr role="row"><th scope="row" role="rowheader">${judgement ? markup`<a href="#case-${number}">${name}</a>` : name}</th>${cell(
    words.verdict,
    headline?.verdict ? formatKnown(headline.verdict, words) : '',
  )}${cell(words.score, headline ? formatKnown(headline.value, words) : '')}${cell(
    words.statusLabel,
    status ? markup`<span class="chip ${status}">${words.status[status]}</span>` : missing(entry, words),
  )}${cell(words.failedChecks, failed.map(({ id }) => id).join(', '))}</tr>
`;
}

function missing({ unreadable, outdated }: JudgedEntry, words: ReportWords): string {
  if (outdated) return words.outdated;
  return unreadable ? words.unreadable : words.notJudged;
}

/** On a narrow screen the heads of the columns are gone, and each cell says its own. */
export function cell(head: string, content: Html | string, kind = ''): Html {
  const empty = content === '' ? markup` class="nothing"` : nothing;
  const named = kind === '' ? empty : markup` class="${kind}"`;
  return markup`<td role="cell" data-head="${head}"${named}>${content}</td>`;
}
