import type { Case } from '../../model/case';
import type { Judgement } from '../../model/judgement';
import { formatKnown } from './format-value';
import { markup, nothing, type Html } from './html';
import type { ReportWords } from './report-words';

/** The list of all cases, in parts, so that it can be written a few rows at a time. */
export interface CaseList {
  opening: Html;
  row: (subject: Case, judgement: Judgement | undefined, number: number) => Html;
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
      row: (subject) => markup`<li>${subject.label ?? subject.id}</li>
`,
      closing: markup`</ol></section>
`,
    };
  }
  const columns = [words.case, words.verdict, words.score, words.statusLabel, words.failedChecks];
  return {
    opening: markup`${heading}<table class="stacked" role="table"><thead role="rowgroup"><tr role="row">${columns.map((name) => markup`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead><tbody role="rowgroup">
`,
    row: (subject, judgement, number) => listRow(subject, judgement, number, words),
    closing: markup`</tbody></table></section>
`,
  };
}

function listRow(subject: Case, judgement: Judgement | undefined, number: number, words: ReportWords): Html {
  const name = `${number}. ${subject.label ?? subject.id}`;
  const { headline = null, status, checks = [] } = judgement ?? {};
  const failed = checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken');
  return markup`<tr role="row"><th scope="row" role="rowheader">${judgement ? markup`<a href="#case-${number}">${name}</a>` : name}</th>${cell(
    words.verdict,
    headline?.verdict ? formatKnown(headline.verdict, words) : '',
  )}${cell(words.score, headline ? formatKnown(headline.value, words) : '')}${cell(
    words.statusLabel,
    status ? markup`<span class="chip ${status}">${words.status[status]}</span>` : words.notJudged,
  )}${cell(words.failedChecks, failed.map(({ id }) => id).join(', '))}</tr>
`;
}

/** On a narrow screen the heads of the columns are gone, and each cell says its own. */
export function cell(head: string, content: Html | string, kind = ''): Html {
  const empty = content === '' ? markup` class="nothing"` : nothing;
  const named = kind === '' ? empty : markup` class="${kind}"`;
  return markup`<td role="cell" data-head="${head}"${named}>${content}</td>`;
}
