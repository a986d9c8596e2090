import { fold } from '../belgium/fold';
import type { CourtClassification } from '../belgium/court';
import type { Citation } from './citation';
import type { Comparison } from './compare-candidate';
import { CEILINGS } from './find-ceilings';
import { finding, type Finding } from './finding';
import type { Truth } from './find-truth';
import type { ModelAnswer } from './read-model-output';

export type AlignmentHandling =
  'CORRECT_ALIGNMENT' | 'MISSED_COURT_MATCH' | 'WRONG_COURT_ACCEPTED' | 'WRONG_JURISDICTION_UNDERPUNISHED';

interface Evidence {
  citation: Citation;
  classification: CourtClassification;
  answer: ModelAnswer;
  comparisons: readonly Comparison[];
  concerned: Comparison | null;
  truth: Truth | null;
}

/** `court_alignment_handling`, where confidence or the stated reason settles it. The rest takes reading the reasoning. */
export function decideAlignment(evidence: Evidence): Finding<AlignmentHandling> | null {
  const { answer, classification, concerned } = evidence;
  if (answer.kind === 'no-match') return whereNoMatch(evidence, answer.reason);
  const confidence = answer.top.confidence ?? 0;
  if (concerned?.alignment === 'different-type' && confidence > CEILINGS['different-type'].max) {
    return finding('WRONG_COURT_ACCEPTED', (say) => say.wrongTypeMatched(confidence));
  }
  const isElsewhere = classification === 'SPECIFIC' && concerned?.alignment === 'different-place';
  if (isElsewhere && confidence > CEILINGS['different-place'].max) {
    return finding('WRONG_JURISDICTION_UNDERPUNISHED', (say) => say.wrongPlaceMatched(confidence));
  }
  return null;
}

/** Phrases in which the difference is said of the courts themselves, and of nothing else. */
const CALLS_COURTS_DIFFERENT = [
  /\b(?:different|distinct|incompatible|two) courts?\b/,
  /\bcourt types? mismatch\b|\bmismatch of court types?\b|\bdifferent types? of courts?\b/,
  /\bcourts? (?:types? )?(?:is|are) (?:different|incompatible)\b/,
  /\b(?:cours|juridictions|tribunaux) (?:differente?s|distincte?s|incompatibles)\b/,
  /\bverschillende (?:hoven|rechtbanken|rechtscolleges|gerechten)\b/,
];
/** Words that deny, limit or soften what is said: with one of them, only reading tells what is meant. */
const QUALIFIES =
  /\b(?:not|no|never|nor|neither|same|identical|equivalent|but|however|although|though|unless|if|whether|could|may|might|would|perhaps|possibly|seems?|in name|pas|ni|non|jamais|meme|memes|identiques?|mais|bien que|quoique|si|peut|semble|niet|geen|noch|nooit|zelfde|dezelfde|hetzelfde|maar|hoewel|ofschoon|indien|misschien|lijkt)\b|n't\b/;
/** "No match" and "no candidate" deny nothing about the courts. */
const SAYS_NO_MATCH = /\bno (?:match|matches|candidate|candidates)\b/g;

function callsCourtsDifferent(plainReason: string): boolean {
  if (QUALIFIES.test(plainReason.replace(SAYS_NO_MATCH, ''))) return false;
  return CALLS_COURTS_DIFFERENT.some((phrase) => phrase.test(plainReason));
}

function whereNoMatch(evidence: Evidence, reason: string): Finding<AlignmentHandling> | null {
  const plain = fold(reason);
  if (!callsCourtsDifferent(plain)) return null;
  const isNoneOfType = evidence.comparisons.every((c) => c.alignment === 'different-type');
  if (isNoneOfType && evidence.truth?.kind === 'none') {
    return finding('CORRECT_ALIGNMENT', (say) => say.wrongTypesRefused);
  }
  const twin = translatedTwin(evidence, plain);
  if (twin === null) return null;
  const [cited, candidate] = [evidence.citation.courtName.trim(), twin.candidate.court?.text ?? ''];
  return finding('MISSED_COURT_MATCH', (say) => say.twinRefused(cited, candidate));
}

/** A candidate whose court the reason names beside the cited one and calls another, although it is the same in translation. */
function translatedTwin(evidence: Evidence, plainReason: string): Comparison | null {
  const { citation, classification, comparisons } = evidence;
  if (citation.court === null || classification === 'GENERIC') return null;
  if (comparisons.some((c) => c.alignment !== 'same')) return null;
  if (!plainReason.includes(fold(citation.courtName))) return null;
  const cited = citation.court.language;
  return (
    comparisons.find(
      ({ court, candidate }) =>
        cited !== null &&
        court !== null &&
        court.language !== null &&
        court.language !== cited &&
        candidate.court !== null &&
        plainReason.includes(fold(candidate.court.text)),
    ) ?? null
  );
}
