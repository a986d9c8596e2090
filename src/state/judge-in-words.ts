import { longestTitle, type RunHead } from '../core/model/run';
import { shortened } from '../core/text/shortened';
import type { Messages } from '../i18n/en';
import type { HistoryWords } from '../i18n/history-words';

/** Whom a run asked, and in which mode: what can be read in a list of runs. */
export function judgeInWords(
  { judge, settings }: Pick<RunHead, 'judge' | 'settings'>,
  t: Messages,
  { times, byCriterion }: Pick<HistoryWords, 'times' | 'byCriterion'>,
): string[] {
  if (judge.kind === 'program') return [t.judge.rules, t.judge.noModel];
  const words = judge.id === 'pasted' ? [t.judge.pasted] : [judge.model];
  if (judge.id === 'pasted' && judge.model !== 'unnamed') words.push(judge.model);
  if (judge.id === 'batch') words.push(t.judge.batch);
  words.push(settings.mode === 'assisted' ? t.mode.assisted : t.mode.alone);
  if (settings.asking === 'criterion') words.push(byCriterion);
  if (settings.samples > 1) words.push(times(settings.samples));
  return words;
}

/** What a run is called wherever it is one of many things; all of a name that is too long for that stands in its details. */
export function runName({ title, rubric }: Pick<RunHead, 'title' | 'rubric'>): string {
  return shortened(title.trim() === '' ? rubric.title : title, longestTitle);
}
