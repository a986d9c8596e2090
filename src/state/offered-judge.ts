import type { RunBudget } from '../core/model/price';
import type { RunJudge } from '../core/model/run';
import type { Judge } from '../judges/judge';

/** A judge that is set up in a form, and made from it when a run starts. */
export interface JudgeForm {
  kind: 'model';
  id: string;
  forRun(): Promise<Judge | { problem: string }>;
  /** Fills the form in as it was for an earlier run, but for what is kept nowhere; `budget` is what that run may take. */
  restore(asked: RunJudge, budget?: RunBudget): void;
  /** What the person lets a run take at most; null or absent: as much as it needs. */
  budget?(): RunBudget | null | Promise<RunBudget | null>;
}

export type OfferedJudge = Judge | JudgeForm;
