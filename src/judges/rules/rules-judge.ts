import type { ProgramJudge } from '../../judgement/judge';

/** Asks no model: facts decide what they can, and the rest stays open. */
export const rulesJudge: ProgramJudge = { kind: 'program', id: 'rules' };
