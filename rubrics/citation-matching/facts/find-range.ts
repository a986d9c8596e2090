import type { CourtClassification } from '../belgium/court';
import type { Comparison } from './compare-candidate';
import { finding, type Finding } from './finding';
import type { Truth } from './find-truth';
import type { Words } from './words';

type Range = Finding<[number, number]>;

interface Evidence {
  classification: CourtClassification;
  concerned: Comparison;
  comparisons: readonly Comparison[];
  truth: Truth | null;
  isMatched: boolean;
  isCourtOnly: boolean;
}

/** The confidence that the evidence supports for the candidate concerned, or null where the context must be weighed. */
export function findRange(evidence: Evidence): Range | null {
  const { concerned, truth } = evidence;
  if (concerned.alignment === 'unknown') return null;
  if (concerned.alignment === 'different-type') return range(0, 15, 'differentType');
  if (concerned.alignment === 'different-place') return elsewhere(evidence);
  const isRight = truth?.kind === 'candidate' && truth.comparison === concerned;
  // The rubric names no range for an aligned candidate that is known to be the wrong one.
  if (truth !== null && !isRight) return null;
  return (
    byIdentity(evidence, isRight) ?? byWeakness(evidence, isRight) ?? (isRight ? byContext(evidence) : null)
  );
}

/** Only worked example 3 gives figures: a match at another place while the cited place has no candidate. */
function elsewhere({ truth, concerned, isMatched }: Evidence): Range | null {
  const isRight = truth?.kind === 'candidate' && truth.comparison === concerned;
  const isBestThereIs = truth?.kind === 'none-at-place' && isMatched;
  return isRight || isBestThereIs ? range(40, 55, 'differentPlace') : null;
}

/** ECLI or case number speak for the candidate. */
function byIdentity({ classification, concerned }: Evidence, isRight: boolean): Range | null {
  if (!isRight) return null;
  const isGeneric = classification === 'GENERIC';
  if (concerned.ecliMatch === 'exact' || concerned.number === 'exact') {
    const isEcli = concerned.ecliMatch === 'exact';
    if (isGeneric) return range(90, 95, isEcli ? 'exactEcliGeneric' : 'exactNumberGeneric');
    return range(95, 100, isEcli ? 'exactEcli' : 'exactNumber');
  }
  if (concerned.number === 'fuzzy') return range(90, 95, 'nearNumber');
  return null;
}

/** Several candidates of the cited court and little to tell them apart. */
function byWeakness({ comparisons, isCourtOnly }: Evidence, isRight: boolean): Range | null {
  const aligned = comparisons.filter((c) => c.alignment === 'same' || c.alignment === 'unknown');
  if (aligned.length < 2 || aligned.some((c) => c.number === 'exact' || c.number === 'fuzzy')) return null;
  // A number that cannot be compared may be the one that tells them apart.
  if (aligned.some((c) => c.number === 'unknown')) return null;
  const dates = new Set(aligned.map((c) => c.dateMatch));
  if (dates.size > 1 || dates.has('different') || !aligned.every((c) => c.areWordsTelling)) return null;
  const sharedSets = new Set(aligned.map((c) => c.shared.map((word) => word.stem).join(' ')));
  if (isCourtOnly && sharedSets.size === 1 && sharedSets.has('')) {
    return range(30, 50, 'courtOnly');
  }
  if (isRight || sharedSets.size > 1) return null;
  return range(40, 60, 'indistinct');
}

/** The right candidate, which only court, date and context speak for. The figures suppose that the context does. */
function byContext({ classification, concerned, comparisons, isCourtOnly }: Evidence): Range | null {
  const rivals = comparisons.filter(
    (c) => c !== concerned && c.alignment !== 'different-type' && c.alignment !== 'different-place',
  );
  const isContextSilent = isCourtOnly || (concerned.areWordsTelling && concerned.shared.length === 0);
  if (rivals.some((c) => c.dateMatch === concerned.dateMatch) && isContextSilent) return null;
  if (concerned.number === 'different') return range(70, 85, 'otherNumber');
  if (concerned.number === 'unknown') return null;
  if (concerned.number === 'not-given') return range(75, 85, 'noNumberThere');
  if (classification === 'SPECIFIC') return range(80, 90, 'specific');
  if (classification === 'NATIONAL') {
    if (concerned.dateMatch === 'equal') return range(75, 95, 'nationalSameDay');
    return range(80, 90, 'national');
  }
  if (rivals.some((c) => c.shared.length > 0)) return range(75, 95, 'genericWithRival');
  return range(80, 95, 'generic');
}

function range(low: number, high: number, reason: keyof Words['range']): Range {
  return finding([low, high], (say) => say.range[reason]);
}
