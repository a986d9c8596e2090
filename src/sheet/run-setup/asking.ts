import type { RunSettings } from '../run-record';
import type { Asking } from '../../judgement/judge';

export type { AskingCost, AskingCosts } from '../estimate/estimate-run';

/** Judges of which a case can be asked criterion by criterion. A person would have to carry every part by hand. */
export function canSplit(judgeId: string): boolean {
  return judgeId !== 'pasted' && judgeId !== 'rules';
}

/** How a judge is asked, where that is what the person chose. */
export function askingOf({ asking = 'case' }: Pick<RunSettings, 'asking'>, judgeId: string): Asking {
  return canSplit(judgeId) ? asking : 'case';
}
