import type { Rubric } from '../model/rubric';
import { canonicalJson } from './canonical-json';
import { sha256Hex } from './hash';

/** Rubrics are large and the same for thousands of cases. They are never changed in place. */
const rubricHashes = new WeakMap<Rubric, string>();

/** Of everything in it, prompt included: two rubrics with the same hash ask and decide the same. */
export function rubricHash(rubric: Rubric): string {
  const known = rubricHashes.get(rubric);
  if (known !== undefined) return known;
  // Through JSON once: an optional key that is present but undefined says the same as an absent one.
  const hash = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(rubric))));
  rubricHashes.set(rubric, hash);
  return hash;
}
