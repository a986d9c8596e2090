import type { Rubric } from '../../model/rubric';
import { wantedAt, type JudgedEntries, type Piece } from '../judged-entries';
import { dateAndTime } from './date-and-time';
import { Distribution } from './distribution';
import { markup, type Html } from './html';
import { caseList } from './case-list';
import { judgementSection } from './judgement-section';
import { reportStyle, reportStyleHash } from './report-style';
import type { ReportWords } from './report-words';
import { rubricSection } from './rubric-section';
import type { ReportSummary } from './summary-figures';
import { distributionsSection, summarySection, type ReportRun } from './summary-section';

export interface Report {
  rubric: Rubric;
  entries: JudgedEntries;
  /** Of the same entries. */
  summary: ReportSummary;
  /** The run that all judgements are of. Null where nothing was judged. */
  run: ReportRun | null;
  words: ReportWords;
  /** When and by which build the report is made. */
  time: string;
  build: string;
  /** Told how many of the entries are written. */
  onProgress?: (entries: number) => void;
}

const chunkLength = 65_536;

/**
 * One HTML file that explains itself: no script, nothing loaded, and a policy of its own that forbids both. In pieces of
 * about 64 kB; a piece may be empty, as a chance to let the page breathe.
 */
export function* reportChunks(report: Report): Generator<Piece, void> {
  const { rubric, entries, summary, words, onProgress, run } = report;
  const distributions = rubric.criteria.map((criterion) => new Distribution(criterion));
  for (let index = 0; index < entries.count; index += 1) {
    const wanted = wantedAt(index, entries.count);
    if (wanted) yield wanted;
    const { judgement } = entries.at(index);
    if (judgement) for (const distribution of distributions) distribution.add(judgement);
  }

  yield opening(report).toString();
  yield summarySection(rubric, summary, entries.count, words, run).toString();
  yield distributionsSection(rubric, distributions, summary, words).toString();
  yield rubricSection(rubric, words).toString();

  const list = caseList(words, summary.judged > 0);
  let chunk = list.opening.toString();
  for (let index = 0; index < entries.count; index += 1) {
    const wanted = wantedAt(index, entries.count);
    if (wanted) yield wanted;
    chunk += list.row(entries.at(index), index + 1).toString();
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = '';
    }
  }
  chunk += list.closing.toString();
  for (let index = 0; index < entries.count; index += 1) {
    const wanted = wantedAt(index, entries.count);
    if (wanted) yield wanted;
    const { subject, judgement, samples } = entries.at(index);
    if (judgement)
      chunk += judgementSection({ rubric, subject, judgement, samples, words }, index + 1).toString();
    if (chunk.length >= chunkLength) {
      onProgress?.(index + 1);
      yield chunk;
      chunk = '';
    }
  }
  onProgress?.(entries.count);
  yield `${chunk}</main></body></html>\n`;
}

function opening({ rubric, words, time, build }: Report): Html {
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
