import type { Asking, RunSettings } from '../core/model/run';

/** Judges of which a case can be asked criterion by criterion. A person would have to carry every part by hand. */
export function canSplit(judgeId: string): boolean {
  return judgeId !== 'pasted' && judgeId !== 'rules';
}

/** How a judge is asked, where that is what the person chose. */
export function askingOf({ asking = 'case' }: Pick<RunSettings, 'asking'>, judgeId: string): Asking {
  return canSplit(judgeId) ? asking : 'case';
}

/** What one case takes, asked in one way or the other. */
export interface AskingCost {
  calls: number;
  prompt: number;
  /** Of the prompt, what stands at the beginning of an earlier question about the case too. */
  reusable: number;
}
export interface AskingCosts {
  /** Into how many questions a case of this rubric can be split; one: there is nothing to split. */
  parts: number;
  /** Of the first case; null without one. */
  of: Record<Asking, AskingCost> | null;
}
