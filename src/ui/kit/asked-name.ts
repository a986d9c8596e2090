import type { RunJudge } from '../../core/model/run';
import type { Messages } from '../../i18n/en';
import { modelName } from './model-name';

/** Whom a run asks, in as few words as tell it from others. */
export function askedName({ kind, id, model }: RunJudge, t: Messages): string {
  return kind === 'program' ? t.judge.rules : modelName({ judge: id, model }, t);
}
