import { isSameName } from '../../../src/kit/text/fold-name';
import { captures, compareNames, mayCapture } from './compare-names';
import type { BrandCase, Entity } from './read-case';
import type { Words } from './wording';

/** What the program says on one of the four rules. */
export interface RuleFinding {
  compliant: boolean;
  score: 0 | 10;
  evidence: string;
}

const allowedCount = [3, 10] as const;

/** Rule 1. Exact is exact: `nike` is a variation of `Nike`, not the brand as given. */
export function checkOriginalBrand({ primary, predicted }: BrandCase, words: Words): RuleFinding | null {
  if (primary === null || predicted === null) return null;
  const brand = words.names([primary.name]);
  const exact = predicted.find((entity) => compareNames(entity, primary) === 'exact');
  if (exact) return finding(true, words.exactBrand(brand));
  const nearest = predicted.find((entity) => captures(entity, primary));
  return finding(
    false,
    nearest
      ? words.nearBrand(brand, words.names([nearest.name]))
      : words.noBrand(brand, listed(predicted, words)),
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
export function checkVariations(read: BrandCase, words: Words): RuleFinding | null {
  const { primary, predicted } = read;
  const variations = findVariations(read);
  if (primary === null || predicted === null || variations === null) return null;
  const brand = words.names([primary.name]);
  if (variations.length > 0) {
    return finding(true, words.variations(brand, words.names(variations.map(({ name }) => name))));
  }
  const open = predicted.some((entity) => mayCapture(entity, primary));
  return open ? null : finding(false, words.noVariations(brand, listed(predicted, words)));
}

/** Listed entities without any likeness to an expected one: perhaps generic terms, perhaps other brands. */
export function findPossiblyUnrelated(read: BrandCase): Entity[] | null {
  const known = knownNames(read);
  if (known === null || read.predicted === null) return null;
  return read.predicted.filter((entity) =>
    known.every((reference) => ['foreign', 'other'].includes(compareNames(entity, reference))),
  );
}

/** Listed entities that are no expected one for certain. */
export function findNotExpected(read: BrandCase): Entity[] | null {
  const known = knownNames(read);
  if (known === null || read.predicted === null) return null;
  return read.predicted.filter((entity) => !known.some((reference) => isSameName(entity, reference)));
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
export function checkUnrelated(read: BrandCase, words: Words): RuleFinding | null {
  const notExpected = findNotExpected(read);
  if (notExpected === null || read.predicted === null || notExpected.length > 0) return null;
  const names = read.predicted.map(({ name }) => name);
  return finding(true, names.length === 0 ? words.nothingUnrelated : words.allExpected(words.names(names)));
}

/** Rule 4. */
export function checkCount({ predicted }: BrandCase, words: Words): RuleFinding | null {
  if (predicted === null) return null;
  const [fewest, most] = allowedCount;
  const fits = predicted.length >= fewest && predicted.length <= most;
  return finding(fits, words.count(predicted.length, allowedCount, fits));
}

function knownNames({ expected, primary }: BrandCase): Entity[] | null {
  if (expected === null) return null;
  return primary === null ? expected : [...expected, primary];
}

function finding(compliant: boolean, evidence: string): RuleFinding {
  return { compliant, score: compliant ? 10 : 0, evidence };
}

function listed(entities: readonly Entity[], words: Words): string {
  if (entities.length === 0) return words.listedNothing;
  return words.listed(words.names(entities.map(({ name }) => name)));
}
