import type { JsonObject } from '../core/model/json';
import { setAside } from '../core/model/mend';
import type { ObjectSchema } from '../core/model/output-schema';
import type { Path } from '../core/model/path';
import type { Validate } from '../core/model/reply';
import { fromPortable } from '../core/shape/portable';
import { project } from '../core/shape/project';
import { validatorFor } from '../core/shape/validator';

export interface ReplyValidator {
  validate: Validate;
  /** What had to be done to an output that `validate` gave, in words; empty when it came as it was asked for. */
  mends(output: JsonObject): string[];
}

/**
 * Accepts a reply to the asked shape. A model may answer the whole rubric although it was asked for a part: then that
 * part is taken, and the fields that the program settles are set aside, which is said.
 */
export function replyValidator(
  whole: ObjectSchema,
  asked: ObjectSchema,
  notAsked: readonly Path[],
): ReplyValidator {
  const fitsAsked = validatorFor(asked);
  if (notAsked.length === 0) {
    return { validate: (value) => fitsAsked(fromPortable(asked, value)), mends: () => [] };
  }
  const fitsWhole = validatorFor(whole);
  const parts = new WeakSet<JsonObject>();
  const words = `${setAside}${notAsked.join(', ')}`;
  return {
    validate: (value) => {
      const answer = fitsAsked(fromPortable(asked, value));
      if (answer.ok) return answer;
      const complete = fitsWhole(fromPortable(whole, value));
      if (!complete.ok) return answer;
      const part = fitsAsked(project(whole, complete.output, notAsked));
      if (!part.ok) return answer;
      parts.add(part.output);
      return part;
    },
    mends: (output) => (parts.has(output) ? [words] : []),
  };
}
