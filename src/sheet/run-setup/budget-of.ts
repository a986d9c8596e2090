import type { RunBudget } from '../../judgement/spending';
import type { OfferedJudge } from '../../judges/judge-form';

/** What the judge's form lets a run take; null: as much as it needs. Undefined where the form has no word in this. */
export async function budgetOf(judge: OfferedJudge): Promise<RunBudget | null | undefined> {
  return 'forRun' in judge ? judge.budget?.() : undefined;
}
