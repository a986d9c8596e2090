import type { Case } from '../cases/case';
import { exampleJudgeId, longestTitle, type RunHead } from './run-record';
import { truncate } from '../kit/text/shown-text';
import type { Messages } from '../i18n/en/en';
import type { HistoryWords } from '../i18n/history-words';
import type { Rubric } from '../rubric/rubric';
import type { SheetHead } from './sheet';

type Named = Pick<RunHead, 'title' | 'created'> & { rubric: Pick<Rubric, 'id'> };

/** Of a name that a person gave: three bytes each and twice in a row, a file system still takes it. */
const mostLetters = 40;

/** Files of many runs fit into one folder: `brand-entities-2026-03-01-100000`, with the run's own name where it has one. */
export function runFileName({ rubric, title, created }: Named): string {
  const words = [rubric.id, [...title].slice(0, mostLetters).join('')].map(plain);
  return [...words.filter((word) => word !== ''), fileTime(new Date(created))].join('-');
}

/** By its rubric, its title or else its file, and when it was begun. A sheet that is not stored has only its rubric. */
export function sheetFileName(
  sheet: Pick<SheetHead, 'title' | 'sources' | 'created'> | null,
  rubric: Pick<Rubric, 'id'>,
): string {
  if (!sheet) return rubric.id;
  const title = sheet.title.trim();
  const file = sheet.sources.find(({ name }) => name !== '')?.name.replace(/\.[^.]*$/, '') ?? '';
  return runFileName({ rubric, title: title === '' ? file : title, created: sheet.created });
}

export function differencesFileName(a: Named, b: Named): string {
  return `${runFileName(a)}-against-${fileTime(new Date(b.created))}-differences.csv`;
}

/** As the person's clock showed it, which is how the page shows it; to the second, since two runs may well begin within a minute. */
export function fileTime(time: Date): string {
  const [year, ...others] = [
    time.getFullYear(),
    time.getMonth() + 1,
    time.getDate(),
    time.getHours(),
    time.getMinutes(),
    time.getSeconds(),
  ];
  const [month, day, ...clock] = others.map((part) => String(part).padStart(2, '0'));
  return [year, month, day, clock.join('')].join('-');
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '');
}

/** Null where it is no run of example replies. */
export function exampleName({ id, parameters }: RunHead['judge'], { start }: Messages): string | null {
  if (id !== exampleJudgeId) return null;
  return parameters.set === 'second' ? start.secondExampleReplies : start.exampleReplies;
}

export function judgeNames(
  judge: RunHead['judge'],
  t: Messages,
  { person }: Pick<HistoryWords, 'person'>,
): string[] {
  const { id, kind, model } = judge;
  const example = exampleName(judge, t);
  if (example !== null) return [example];
  if (kind === 'program') return [t.judge.rules];
  if (kind === 'person') return [model, person];
  const names: Partial<Record<string, string>> = {
    device: t.judge.device,
    api: t.judge.api,
    batch: t.judge.batch,
    pasted: t.judge.pasted,
  };
  const known = model !== 'unnamed' && model !== 'unknown';
  return [names[id] ?? t.judge.pasted, ...(known ? [model] : [])];
}

export function judgeInWords(
  { judge, settings }: Pick<RunHead, 'judge' | 'settings'>,
  t: Messages,
  words: Pick<HistoryWords, 'times' | 'byCriterion' | 'person'>,
): string[] {
  const names = judgeNames(judge, t, words);
  if (judge.kind !== 'model' || judge.id === exampleJudgeId) return names;
  return [
    ...names,
    settings.mode === 'assisted' ? t.mode.assisted : t.mode.alone,
    ...(settings.asking === 'criterion' ? [words.byCriterion] : []),
    ...(settings.samples > 1 ? [words.times(settings.samples)] : []),
  ];
}

export function runTitle(
  head: Pick<RunHead, 'title' | 'judge'>,
  t: Messages,
  words: Pick<HistoryWords, 'person'>,
): string {
  const name = head.title.trim() === '' ? judgeNames(head.judge, t, words).join(' · ') : head.title;
  return truncate(name, longestTitle);
}

/** What a run is called where its sheet is not shown; all of a name that is too long for that stands in its details. */
export function runName({ title, rubric }: Pick<RunHead, 'title' | 'rubric'>): string {
  return truncate(title.trim() === '' ? rubric.title : title, longestTitle);
}

/** What a person calls a sheet: its title, else its file, that it is samples of its rubric, its first case or its rubric. */
export function sheetTitle(
  {
    title,
    sources,
    samples,
    firstCase,
    rubric,
  }: Pick<SheetHead, 'title' | 'samples' | 'firstCase'> & {
    sources: readonly { name: string }[];
    rubric: { title: string };
  },
  ofSamples?: Messages['sheet']['ofSamples'],
): string {
  const first = samples === undefined ? firstCase : (ofSamples?.(rubric.title, samples) ?? '');
  const name = [title, ...sources.map((source) => source.name), first].find((text) => text.trim() !== '');
  return truncate(name ?? rubric.title, longestTitle);
}

export function caseName(subject: Pick<Case, 'id' | 'label'> | undefined): string {
  return subject?.label?.trim() || (subject?.id ?? '');
}
