import type { RunJudge } from '../core/model/run';
import { canonicalJson } from '../core/receipt/canonical-json';
import type { Judge } from '../judges/judge';
import { describeJudge } from './new-run';

/** A judge that is set up in a form, and made from it when a run starts. */
export interface JudgeForm {
  kind: 'model';
  id: string;
  forRun(): Promise<Judge | { problem: string }>;
  /** Fills the form in as it was for an earlier run, but for what is kept nowhere. */
  restore(asked: RunJudge): void;
}

export type OfferedJudge = Judge | JudgeForm;

/** Whether a judge is the one that a run asked: the same model with the same parameters. */
export function sameJudge(judge: Judge, asked: RunJudge): boolean {
  return canonicalJson(describeJudge(judge)) === canonicalJson(asked);
}
