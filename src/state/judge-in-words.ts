import { longestTitle, type RunHead } from '../core/model/run';
import { shortened } from '../core/text/shortened';
import type { Messages } from '../i18n/en';
import type { HistoryWords } from '../i18n/history-words';

/** Who judged, with the model: enough to tell the runs of a sheet apart. */
export function judgeNames(
  { id, kind, model }: RunHead['judge'],
  t: Messages,
  { person }: Pick<HistoryWords, 'person'>,
): string[] {
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

/** Who judged, and how: what can be read in a list of runs. */
export function judgeInWords(
  { judge, settings }: Pick<RunHead, 'judge' | 'settings'>,
  t: Messages,
  words: Pick<HistoryWords, 'times' | 'byCriterion' | 'person'>,
): string[] {
  const names = judgeNames(judge, t, words);
  if (judge.kind !== 'model') return names;
  return [
    ...names,
    settings.mode === 'assisted' ? t.mode.assisted : t.mode.alone,
    ...(settings.asking === 'criterion' ? [words.byCriterion] : []),
    ...(settings.samples > 1 ? [words.times(settings.samples)] : []),
  ];
}

/** What a run is called within its sheet. */
export function runTitle(
  head: Pick<RunHead, 'title' | 'judge'>,
  t: Messages,
  words: Pick<HistoryWords, 'person'>,
): string {
  const name = head.title.trim() === '' ? judgeNames(head.judge, t, words).join(' · ') : head.title;
  return shortened(name, longestTitle);
}

/** What a run is called where its sheet is not shown; all of a name that is too long for that stands in its details. */
export function runName({ title, rubric }: Pick<RunHead, 'title' | 'rubric'>): string {
  return shortened(title.trim() === '' ? rubric.title : title, longestTitle);
}
