import { z } from '../../core/model/zod';
import type { WireError } from './wire-format';

const said = z.object({ message: z.string().min(1) });
const bareSchema = z.union([
  said,
  z.object({ errors: z.tuple([said]).rest(z.unknown()) }).transform(({ errors }) => errors[0]),
]);
const refusals: ReadonlySet<number> = new Set([400, 422]);

/**
 * What is wrong with a question, in words that are in no provider's format: gateways, and some servers, say no more. Null of any
 * other status: what stands before a provider knows nothing of keys and models.
 */
export function bareError(status: number, json: unknown): WireError | null {
  const read = refusals.has(status) ? bareSchema.safeParse(json) : null;
  return read?.success ? { message: read.data.message, code: '' } : null;
}
