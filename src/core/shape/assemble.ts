import type { Json, JsonObject } from '../model/json';
import type { ObjectSchema } from '../model/output-schema';
import type { Path } from '../model/path';
import { merge } from './shrink';

/**
 * The output that holds the given values and nothing else. Fields without a value are absent, except that a list place
 * before or after a known one is held open by an empty object; a list with a gap that cannot be held open is absent.
 */
export function assemble(shape: ObjectSchema, values: ReadonlyMap<Path, Json>): JsonObject {
  return merge(shape, {}, values);
}
