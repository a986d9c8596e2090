import type { RunHead } from '../../core/model/run';
import type { Messages } from '../../i18n/en';
import { askedName } from './asked-name';

/** What tells a run from the others of its sheet, in a few words: a name that a person gave it, or whom it asked. */
export function runLabel({ title, judge }: Pick<RunHead, 'title' | 'judge'>, t: Messages): string {
  return title.trim() || askedName(judge, t);
}
