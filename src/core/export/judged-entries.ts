import type { Case } from '../model/case';
import type { Judgement } from '../model/judgement';

/** The cases to be written, in their order. Asked for one by one, so that 100,000 of them need not be gathered first. */
export interface JudgedEntries {
  count: number;
  /** The case as it was when it was judged (but for its name, which is the present one), or as it is when it was not. */
  at: (index: number) => { subject: Case; judgement: Judgement | undefined };
}
