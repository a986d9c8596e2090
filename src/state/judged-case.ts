import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';

/** A judgement together with the case as it was when it was judged. */
export interface JudgedCase {
  judgement: Judgement;
  subject: Case;
}
