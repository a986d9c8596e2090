import type { ProgramJudge } from '../judge';

/** Asks no model: what facts decide is decided, and the rest stays open. */
export const rulesJudge: ProgramJudge = { kind: 'program', id: 'rules' };
