import { isSameName } from '../../../src/kit/text/fold-name';
import { captures, compareNames, mayCapture } from './compare-names';
import type { BrandCase, Entity } from './read-case';
import { countOf, quoteNames } from './wording';

/** What the program says on one of the four rules. */
export interface RuleFinding {
  compliant: boolean;
  score: 0 | 10;
  evidence: string;
}

const fewest = 3;
const most = 10;

/** Rule 1. Exact is exact: `nike` is a variation of `Nike`, not the brand as given. */
export function checkOriginalBrand({ primary, predicted }: BrandCase): RuleFinding | null {
  if (primary === null || predicted === null) return null;
  const brand = quoteNames([primary.name]);
  const exact = predicted.find((entity) => compareNames(entity, primary) === 'exact');
  if (exact) return finding(true, `The output lists ${brand} exactly as given.`);
  const nearest = predicted.find((entity) => captures(entity, primary));
  return finding(
    false,
    nearest
      ? `The output never writes ${brand} exactly as given; nearest is ${quoteNames([nearest.name])}.`
      : `${brand} is not in the output (${listed(predicted)}).`,
  );
}

/** The spellings of the brand in the output beside the brand as given. */
export function findVariations({ primary, predicted }: BrandCase): Entity[] | null {
  if (primary === null || predicted === null) return null;
  const seen = new Set([primary.written]);
  return predicted.filter((entity) => {
    if (seen.has(entity.written) || !captures(entity, primary)) return false;
    seen.add(entity.written);
    return true;
  });
}

/** Rule 2. Open where nothing is surely a variation but something may be one: a letter off, another script, initials, a part. */
export function checkVariations(read: BrandCase): RuleFinding | null {
  const { primary, predicted } = read;
  const variations = findVariations(read);
  if (primary === null || predicted === null || variations === null) return null;
  const brand = quoteNames([primary.name]);
  if (variations.length > 0) {
    return finding(true, `Variations of ${brand}: ${quoteNames(variations.map(({ name }) => name))}.`);
  }
  const open = predicted.some((entity) => mayCapture(entity, primary));
  return open ? null : finding(false, `No variation of ${brand} in the output (${listed(predicted)}).`);
}

/** Listed entities without any likeness to an expected one: perhaps generic terms, perhaps other brands. */
export function findPossiblyUnrelated(read: BrandCase): Entity[] | null {
  const known = knownNames(read);
  if (known === null || read.predicted === null) return null;
  return read.predicted.filter((entity) =>
    known.every((reference) => ['foreign', 'other'].includes(compareNames(entity, reference))),
  );
}

/** Listed entities that are names of categories in the product's own taxonomy, and not expected. */
export function findCategoryTerms(read: BrandCase): Entity[] | null {
  const known = knownNames(read);
  if (known === null || read.predicted === null) return null;
  return read.predicted.filter(
    (entity) =>
      read.categories.some((category) => isSameName(entity, category)) &&
      !known.some((reference) => captures(entity, reference)),
  );
}

/** Rule 3. Certain only where every listed entity is an expected one; what else may be listed is for the judge. */
export function checkUnrelated(read: BrandCase): RuleFinding | null {
  const known = knownNames(read);
  if (known === null || read.predicted === null) return null;
  if (read.predicted.length === 0)
    return finding(true, 'The output lists nothing, so nothing unrelated either.');
  const allExpected = read.predicted.every((entity) =>
    known.some((reference) => isSameName(entity, reference)),
  );
  return allExpected
    ? finding(true, `Every listed entity is an expected one: ${listed(read.predicted)}.`)
    : null;
}

/** Rule 4. */
export function checkCount({ predicted }: BrandCase): RuleFinding | null {
  if (predicted === null) return null;
  const count = predicted.length;
  const fits = count >= fewest && count <= most;
  const counted = countOf(count, 'entity', 'entities');
  return finding(fits, `The output lists ${counted}; ${fewest} to ${most} are reasonable.`);
}

function knownNames({ expected, primary }: BrandCase): Entity[] | null {
  if (expected === null) return null;
  return primary === null ? expected : [...expected, primary];
}

function finding(compliant: boolean, evidence: string): RuleFinding {
  return { compliant, score: compliant ? 10 : 0, evidence };
}

function listed(entities: readonly Entity[]): string {
  return entities.length === 0 ? 'it lists nothing' : quoteNames(entities.map(({ name }) => name));
}
