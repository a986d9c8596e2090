import { overviewWords } from '../../i18n/overview-words';
import { judgementViewWords } from '../../i18n/judgement-view-words';
import { screenWords } from '../../i18n/screen-words';
import type { Messages } from '../../i18n/en/en';
import type { Case } from '../../cases/case';
import { contradictionsOf, type Contradiction } from '../../judgement/contradictions';
import { contradictionInWords } from '../../judgement/view/contradiction-words';
import type { Judgement } from '../../judgement/judgement';
import { figuresOf, type CaseFigures } from '../../overview/figures';
import { contradictionsIn, type Shown, type Speech } from '../../overview/pictures';
import { truncate } from '../../kit/text/shown-text';
import type { Rubric } from '../../rubric/rubric';
import type { Summary } from '../../sheet/figures/tally';
import { samplesOf, type ExportEntry, type JudgedEntry, type JudgedRuns } from '../export-run';
import { frontPage, tableHeads, type FrontProblem } from './front-page';
import { heatColumns, heatRow, heatRows } from './heat';
import { dateInWords, markup, nothing, pageHead, Voice, type Html } from './html';
import { judgementSection } from './judgement-section';
import { isAbout, sentenceOf } from './problems';
import { figuresSection, rubricSection } from './reading';
import { reportStyle } from './report-style';
import { english, korean, type ReportWords } from './report-words';

export interface ReportOptions {
  summary: Summary;
  language: 'en' | 'ko';
  page: Messages;
  time: string;
  build: string;
  /** The page's own, as a `data:` address. */
  font?: string;
  /** The rubric and its judgements in the reader's language, where there are texts in it. */
  translation?: Translation | null;
  nameOf?: (subject: Case) => string;
  onProgress?: (entries: number) => void;
}

export interface Translation {
  rubric: Rubric;
  judgementOf: (subject: Case, judgement: Judgement) => Promise<Judgement>;
}

/** How long all cases in full may be, in UTF-16 units. Korean takes three bytes for each. */
export const mostInFull = 4_000_000;
const topProblems = 3;
/** A table of thousands of rows has room for one sentence each. */
const longestSentence = 160;

/** One run as one HTML file that explains itself: no script, nothing loaded, and a policy of its own that forbids both. */
export async function* reportChunks(
  judged: JudgedRuns,
  options: ReportOptions,
): AsyncGenerator<string, void> {
  const { summary, language, page, time, translation, font, onProgress } = options;
  const { nameOf = ({ label, id }: Case) => label ?? id } = options;
  const [{ head, rubric: own, entries }] = judged.runs;
  const rubric = translation?.rubric ?? own;
  const words: ReportWords = {
    ...(language === 'ko' ? korean : english),
    ...{ page, language, overview: overviewWords[language], view: judgementViewWords[language] },
    rubrics: screenWords[language].rubrics,
  };
  const voice = new Voice(rubric, words);
  const figures = figuresOf(
    rubric,
    entries.map((entry, row) => ({
      row,
      name: nameOf(entry.subject),
      samples: samplesIn(entry),
      outdated: entry.outdated ?? false,
    })),
  );
  const places = heatColumns(voice, figures.cases);
  const rows = heatRows(figures.cases);
  const front = new Set(rows.map(({ row }) => row));
  const run: Shown = { rubric, figures, summary };
  const say: Speech = { t: page, words: words.overview, language };
  const problems = contradictionsIn(run, say)
    .slice(0, topProblems)
    .map((problem): FrontProblem => ({ ...problem, example: null }));

  const sections = new Map<number, string>();
  const notes: Html[] = [];
  let length = 0;
  for await (const batch of judged.batches())
    for (const entry of batch) {
      const { row, subject, samples } = entry;
      onProgress?.(row + 1);
      if (!entry.judgement) {
        notes.push(markup`${missing(entry, words)}`);
        continue;
      }
      const isFull = length <= mostInFull || front.has(row);
      // Looking for what is not there takes as long.
      const isWrong = (entry.digest?.failedErrors ?? 1) > 0;
      const translated = translation && (isFull || isWrong);
      const judgement = translated
        ? await translation.judgementOf(subject, entry.judgement)
        : entry.judgement;
      const contradictions = isFull || isWrong ? contradictionsOf(rubric, judgement) : [];
      notes.push(noteOf(judgement, contradictions, voice));
      if (!isFull) continue;
      const name = nameOf(subject);
      for (const problem of problems) {
        // It may only follow from something else.
        const found = [...contradictions, ...contradictions.flatMap((one) => one.consequences)].find((one) =>
          isAbout(one, problem.ids),
        );
        if (!found) continue;
        // Each problem has a case of its own where there is one.
        const isElsewhere = (at: number) =>
          problems.some((one) => one !== problem && one.example?.row === at);
        if (problem.example && (!isElsewhere(problem.example.row) || isElsewhere(row))) continue;
        problem.example = { row, name, text: contradictionInWords(found, voice.speech).main };
      }
      const several = samples && samplesOf(rubric, samples);
      const shown = { subject, name, judgement, contradictions, samples: several, number: row + 1 };
      const section = judgementSection(voice, shown).toString();
      length += section.length;
      sections.set(row, section);
    }
  if (length > mostInFull) for (const row of sections.keys()) if (!front.has(row)) sections.delete(row);
  const isIn = (row: number) => sections.has(row);

  yield pageHead({ language, title: words.title(rubric.title), style: reportStyle, font });
  yield '<body><main>\n';
  yield frontPage(voice, { run, say, head, time, rows, places, problems, isIn }).toString();
  yield contents(voice, summary.judged > 0).toString();
  yield rubricSection(voice).toString();
  if (summary.judged > 0) {
    yield figuresSection(voice, run, say).toString();
    yield markup`<section id="cases"><h2>${words.caseList}</h2>
`.toString();
    for (let from = 0; from < figures.cases.length; from += rowsPerTable) {
      const part = figures.cases.slice(from, from + rowsPerTable);
      yield caseTable(voice, part, { places, notes, isIn }, `${from + 1}–${from + part.length}`).toString();
    }
    yield '</section>\n';
    const hint = words.shortened(entries.length.toLocaleString(language), sections.size);
    yield markup`<section id="full"><h2>${words.inFull}</h2>
${length > mostInFull ? markup`<p>${hint}</p>` : nothing}
`.toString();
    yield* sections.values();
    yield '</section>\n';
  }
  const made = words.made(dateInWords(time, language), options.build);
  yield markup`<footer class="small soft">${made}</footer></main></body></html>
`.toString();
}

/** A browser lays out only the tables that are looked at. */
const rowsPerTable = 100;

function caseTable(
  voice: Voice,
  cases: readonly CaseFigures[],
  {
    places,
    notes,
    isIn,
  }: { places: readonly number[]; notes: readonly Html[]; isIn: (row: number) => boolean },
  range: string,
): Html {
  const { words } = voice;
  const rows = cases.map((one) => {
    const number = one.row + 1;
    const link = isIn(one.row) ? `#case-${number}` : null;
    const about = { link, name: `${number}. ${one.name}`, id: `row-${number}` };
    return markup`${heatRow(voice, places, one, about)}<td class="note">${notes[one.row] ?? ''}</td></tr>
`;
  });
  return markup`<div class="scroll part${cases.length < rowsPerTable ? '' : ' late'}" role="region" aria-label="${words.caseList} ${range}" tabindex="0"><table class="cases all"><thead><tr>${tableHeads(voice, places)}<th scope="col" class="note">${words.page.results.dontHoldLabel}</th></tr></thead><tbody>
${rows}</tbody></table></div>
`;
}

/** As the table counts them: without those of a case that was edited since. */
function samplesIn({ digest, samples, outdated }: ExportEntry) {
  const digests = samples ?? (digest ? [digest] : []);
  return outdated ? [] : digests.map((one, sample) => ({ sample, digest: one }));
}

function contents({ words }: Voice, anyJudged: boolean): Html {
  const links = [
    ['rubric', words.page.setup.rubric],
    ...(anyJudged
      ? [
          ['figures', words.figures],
          ['cases', words.caseList],
          ['full', words.inFull],
        ]
      : []),
  ];
  return markup`<nav aria-label="${words.contents}"><b>${words.contents}</b>${links.map(([id = '', name = '']) => markup` <a href="#${id}">${name}</a>`)}</nav>
`;
}

function missing({ unreadable, outdated }: JudgedEntry, words: ReportWords): string {
  if (outdated) return words.outdated;
  return unreadable ? words.unreadable : words.page.results.notJudged;
}

/** The first thing that doesn't hold, or why there is no score. */
function noteOf({ status, reason }: Judgement, contradictions: readonly Contradiction[], voice: Voice): Html {
  const { words, own } = voice;
  const [first, ...others] = contradictions.filter(({ severity }) => severity === 'error');
  if (status === 'unscored')
    return markup`${reason ? words.page.reason[reason] : words.page.status.unscored}`;
  if (!first) return markup`${status === 'partial' ? words.page.status.partial : ''}`;
  const more = others.length === 0 ? nothing : markup` <small>${words.more(others.length)}</small>`;
  return markup`<span${own}>${truncate(sentenceOf(first, voice), longestSentence)}</span>${more}`;
}
