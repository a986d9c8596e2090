import { judgementLineSchema } from '../../../src/core/export/judgement-line';

/** A line of a JSONL export whose case was not edited since it was judged. */
export const judgedLineSchema = judgementLineSchema.required({ judgement: true });
