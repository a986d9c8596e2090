import type { Comparison } from './compare-candidate';
import type { Truth } from './find-truth';

/** Whether the candidate is known to be the wrong one and the citation itself says so: by its ECLI, its day or its number. */
export function isContradicted(concerned: Comparison, truth: Truth | null): boolean {
  if (truth === null || (truth.kind === 'candidate' && truth.comparison === concerned)) return false;
  if (concerned.ecliMatch === 'exact') return false;
  if (concerned.ecliMatch === 'different' || concerned.dateMatch === 'different') return true;
  const isNumberElsewhere = truth.kind === 'candidate' && truth.comparison.number === 'exact';
  return isNumberElsewhere && concerned.number !== 'exact';
}
