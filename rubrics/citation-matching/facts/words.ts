import type { CeilingId } from './find-ceilings';
import type { TruthMethod } from './find-truth';

const METHODS: Record<TruthMethod, string> = {
  'ground truth': 'the expected answer says so',
  'cited ECLI': 'it has the cited ECLI',
  'case number': 'it has the cited case number',
  'fuzzy case number': 'it has nearly the cited case number',
  'no candidates': 'the list is empty',
  'court types': 'every candidate is from a different court type',
  'only candidate left': 'no other candidate fits the court and the date',
  'no candidate at the cited place': 'no candidate is from the cited place',
};

const CEILING_TEXTS: Record<CeilingId, string> = {
  'different-type': 'Different court type: max 15-20%',
  'different-place': 'Specific court, different jurisdiction: max 55%',
  'number-unmatched': 'Case number provided but no match: max 85%',
  'no-number': 'No case number in citation: max 90%',
  generic: 'Generic court citation: max 95%',
};

/** Everything that facts say in prose. `words.ko.ts` says the same in Korean. */
export const english = {
  courtTypes: {
    cassation: 'Court of Cassation',
    constitutional: 'Constitutional Court',
    'council-of-state': 'Council of State',
    appeal: 'court of appeal',
    'labour-court': 'labour court',
    assize: 'court of assize',
    'first-instance': 'court of first instance',
    'labour-tribunal': 'labour tribunal',
    'enterprise-tribunal': 'enterprise court',
    'arrondissement-tribunal': 'arrondissement tribunal',
    'police-tribunal': 'police court',
    'justice-of-the-peace': 'justice of the peace',
    'aliens-council': 'Council for Alien Law Litigation',
    'permit-disputes-council': 'Council for Permit Disputes',
    'enforcement-college': 'Enforcement College',
    'court-of-audit': 'Court of Audit',
    'military-court': 'military court',
    'data-protection-authority': 'Data Protection Authority',
    'eu-court-of-justice': 'Court of Justice of the European Union',
    'eu-general-court': 'General Court of the European Union',
    'human-rights-court': 'European Court of Human Rights',
    'benelux-court': 'Benelux Court of Justice',
  },
  formerName: 'former name',
  classes: { NATIONAL: 'National', SPECIFIC: 'Specific', GENERIC: 'Generic' },
  isOfClass: {
    NATIONAL: (name: string) => `“${name}” is the only court of its type.`,
    SPECIFIC: (name: string) => `“${name}” names a court type and its place.`,
    GENERIC: (name: string) => `“${name}” names a court type without a place.`,
  },
  unknownCourt: 'This rubric does not know the court, so nothing that depends on it is decided.',
  unknownCourtCode: (code: string) => `unknown court code ${code}`,
  noneGiven: 'None given.',
  notUnderstood: 'Not understood.',
  badEcli: 'Not a well-formed ECLI.',

  unreadList: 'The list could not be read.',
  noCandidates: 'No candidates.',
  noCourtGiven: 'no court given',
  alignment: {
    same: 'fits the cited court',
    'different-place': 'cited court type, other place',
    'different-type': 'different court type',
    unknown: 'court cannot be compared',
  },
  caseNumber: {
    exact: 'same case number',
    fuzzy: 'nearly the same case number',
    different: 'other case number',
    'not-given': 'no case number',
    unknown: 'case number cannot be compared',
  },
  ecli: { exact: 'same ECLI', different: 'other ECLI', 'not-given': 'no ECLI' },
  date: { equal: 'same day', different: 'other day' },
  noSharedWords: 'No summary shares a telling word with the snippet.',
  none: 'None.',
  citedEcli: 'The cited ECLI',
  ecliOf: (candidate: number) => `The ECLI of candidate ${candidate}`,
  malformed: (ecli: string) => `${ecli} is not well-formed.`,
  foreign: (ecli: string, country: string) =>
    `${ecli} has the country code ${country}, but the court is Belgian.`,
  otherCourt: (ecli: string, code: string) => `${ecli} has the code of another court (${code}).`,
  otherDate: (ecli: string, said: string, date: string) => `${ecli} says ${said}, but the date is ${date}.`,
  unlikeCited: (ecli: string, own: string, cited: string) =>
    `${ecli} has ${own}, the cited one has ${cited}.`,

  unreadOutput: 'The output could not be read.',
  noMatch: 'No match.',
  candidate: (candidate: number) => `candidate ${candidate}`,
  notListed: (ecli: string | null) => `${ecli ?? 'a decision'} (not on the list)`,
  atConfidence: (what: string, confidence: number) => `${what} at ${confidence}%`,
  then: '; then ',
  noMatchIsZero: '0%: “no match” counts as no confidence.',
  notStated: 'Not stated.',
  judgeReasoning: 'Given. The judge rates its quality.',
  noReasoning: 'The model gave no reasoning at all.',

  percentages: (low: number, high: number) => `${low}–${high}%`,
  undecided: 'Open: the judge must weigh the context.',
  undecidedTruth: 'Open: only the context can tell.',
  isRight: (candidate: number, method: TruthMethod) => `Candidate ${candidate} is right: ${METHODS[method]}.`,
  isRightWithoutEcli: (candidate: number, method: TruthMethod) =>
    `Candidate ${candidate} is right (${METHODS[method]}), but it has no ECLI.`,
  isOutside: (ecli: string) => `${ecli} is right, but not on the list.`,
  isPerhapsListed: (ecli: string) => `${ecli} is right. It may be one of the candidates without an ECLI.`,
  noneIsRight: (method: TruthMethod) => `No candidate is right: ${METHODS[method]}.`,
  noneAtPlace: 'No candidate is from the cited place, so none can be right.',
  statedTruth: 'The expected answer names it.',

  topIsRight: (candidate: number, method: TruthMethod) =>
    method === 'ground truth'
      ? `Candidate ${candidate} is ranked first and matches the expected answer.`
      : `Candidate ${candidate} is ranked first and is right: ${METHODS[method]}.`,
  rightIsLower: (candidate: number, method: TruthMethod) =>
    `Candidate ${candidate} is right (${METHODS[method]}), but it ranks below the top match.`,
  rightIsMissing: (candidate: number, method: TruthMethod) =>
    `Candidate ${candidate} is right (${METHODS[method]}), but it is not among the matches.`,
  rightNotMatched: (candidate: number, method: TruthMethod) =>
    `Candidate ${candidate} is right (${METHODS[method]}), but the model gave no match.`,
  noneRightNoneMatched: (method: TruthMethod) =>
    `No candidate is right (${METHODS[method]}), and the model gave no match.`,
  noneRightYetMatched: (method: TruthMethod) =>
    `No candidate is right (${METHODS[method]}), but the model gave a match.`,
  outsideNoneMatched: (ecli: string) =>
    `The right decision, ${ecli}, is not on the list, and the model gave no match.`,
  outsideYetMatched: (ecli: string) =>
    `The right decision, ${ecli}, is not on the list, but the model gave a match.`,
  outsideIsTop: (ecli: string) => `The top match is the right decision, ${ecli}.`,
  outsideIsLower: (ecli: string) => `The right decision, ${ecli}, ranks below the top match.`,
  elsewhereYetMatched: 'No candidate is from the cited place, but the model gave a match.',
  elsewhereNoneMatched: 'No candidate is from the cited place, and the model gave no match.',

  ceilings: CEILING_TEXTS,
  ceilingsOf: (candidate: number, ceilings: readonly string[]) =>
    `Candidate ${candidate}: ${ceilings.join('; ') || 'none'}.`,
  noCeilingFor: (candidate: number) => `No ceiling applies to candidate ${candidate}.`,
  lowestCeilingFor: (candidate: number) =>
    `This is the lowest ceiling that applies to candidate ${candidate}.`,
  noCeiling: 'No: no ceiling applies.',
  ceilingBroken: (confidence: number, max: number) => `Yes: ${confidence}% is above the ceiling of ${max}%.`,
  ceilingKept: (confidence: number, max: number) => `No: ${confidence}% keeps the ceiling of ${max}%.`,

  rightlyNone: 'No candidate is right, and the model gave no match.',
  aboveCeiling: (confidence: number, ceiling: CeilingId) =>
    `${confidence}% is above the ceiling (${CEILING_TEXTS[ceiling]}).`,
  ruledOut: (confidence: number) =>
    `${confidence}% is too much for a decision that the citation itself rules out.`,
  aboveRange: (confidence: number, low: number, high: number) =>
    `${confidence}% is above the expected ${low}–${high}%.`,
  belowRange: (confidence: number, low: number, high: number) =>
    `${confidence}% is below the expected ${low}–${high}%.`,
  withinRange: (confidence: number, low: number, high: number) =>
    `${confidence}% is within the expected ${low}–${high}%.`,

  range: {
    differentType: 'The court is of a different type.',
    differentPlace: 'The court type fits, but the place does not.',
    exactEcli: 'The ECLI is the same and the court fits.',
    exactNumber: 'The case number is the same and the court fits.',
    exactEcliGeneric: 'The ECLI is the same, but the citation names no place.',
    exactNumberGeneric: 'The case number is the same, but the citation names no place.',
    nearNumber: 'The case number is nearly the same and the court fits.',
    courtOnly: 'The snippet was found by the court alone, and several candidates are from it.',
    indistinct: 'Several candidates are from the cited court, and no word tells them apart.',
    otherNumber: 'The candidate has another case number than the cited one.',
    noNumberThere: 'A case number is cited, but the candidate has none.',
    specific: 'Court and place fit, but no case number is cited.',
    nationalSameDay: 'It is the only court of its type and the day fits, but no case number is cited.',
    national: 'It is the only court of its type, but no case number is cited and the day is not confirmed.',
    genericWithRival:
      'The citation names no place and no case number, and another candidate shares words with the snippet.',
    generic: 'The citation names no place and no case number.',
  },

  wrongTypeMatched: (confidence: number) => `The model gave ${confidence}% to a court of a different type.`,
  wrongPlaceMatched: (confidence: number) => `The model gave ${confidence}% to a court at another place.`,
  wrongTypesRefused: 'Every candidate is from a different court type, and the model says so.',
  twinRefused: (cited: string, candidate: string) =>
    `The model calls “${cited}” and “${candidate}” different courts. They are one court in two languages.`,
  noCertainErrors: 'None that the facts prove.',
  noImpossibleErrors: 'None that the facts rule out.',

  problems: {
    noCourtName: 'Expected the name of a court.',
    unknownCourt: (name: string) => `This rubric does not know the court “${name}”.`,
    date: (text: string) => `Expected a day such as 15 mars 2018 or 2018-03-15, got “${text}”.`,
    caseNumber: (text: string) => `Expected a case number such as C.17.0234.F, got “${text}”.`,
    ecli: (text: string) => `Expected an ECLI such as ECLI:BE:CASS:2018:ARR.20180315.1, got “${text}”.`,
    count: (stated: string, listed: number) => `The number says ${stated}, but the list has ${listed}.`,
    noConfidence: 'The top match states no confidence, so its calibration cannot be checked.',
    noList: 'Expected a list of candidates, got nothing.',
    listShape:
      'Expected a JSON array of candidates, or one numbered entry per candidate such as "1. Cour de cassation - summary".',
    listJson: 'Expected a JSON array of candidates, got another JSON value.',
    listNumbering: (expected: number, got: string) =>
      `Candidates must be numbered 1, 2, 3, …: expected ${expected}, got ${got}.`,
    sameEcli: (one: number, other: number, ecli: string) =>
      `Candidates ${one} and ${other} have the same ECLI ${ecli}.`,
    candidateShape: (candidate: number) =>
      `Candidate ${candidate}: expected an object with ecli, court, date, rol_number, summary.`,
    candidateField: (candidate: number, key: string, got: string) =>
      `Candidate ${candidate}: expected ${key} to be text or null, got ${got}.`,
    twoDates: (candidate: number, one: string, other: string) =>
      `Candidate ${candidate}: both “${one}” and “${other}” may be its date. Write “date: …”.`,
    twoNumbers: (candidate: number, one: string, other: string) =>
      `Candidate ${candidate}: both “${one}” and “${other}” may be its case number. Write “rol_number: …”.`,
    unclearNumber: (candidate: number, text: string) =>
      `Candidate ${candidate}: is “${text}” its case number? Write “rol_number: ${text}”.`,
    outputShape: 'Expected a JSON object with matches or no_match_reason.',
    outputEmpty: 'Expected matches or no_match_reason, got neither.',
    outputBoth: 'The output gives both matches and a no_match_reason.',
    matchesShape: 'Expected matches to be a list.',
    noMatches: 'Expected at least one match.',
    inMatch: (match: number, problem: string) => `Match ${match}: ${problem}`,
    matchShape: 'expected an object.',
    confidence: (got: string) => `expected a confidence from 0 to 1 or from 0 to 100, got ${got}.`,
    twoConfidences: 'confidence and score are two different numbers.',
    mixedScales: (one: number, other: number) =>
      `The confidences ${one} and ${other} are on different scales: expected all from 0 to 1 or all from 0 to 100.`,
    twoDecisions: (object: string) => `${object} names two different decisions.`,
    noDecision: 'expected candidate, ecli or decision_id, got none of them.',
    badCandidate: (name: string, count: number) => `${name} is no candidate number from 1 to ${count}.`,
    badDecision: (name: string) => `${name} is neither an ECLI nor the id of a candidate.`,
    truthShape: (problem: string) =>
      `Expected an ECLI, a candidate number, no_match, or JSON with one of them. ${problem}`,
    truthBoth: 'It names a decision and says no_match.',
  },
};

export type Words = typeof english;

/** A sentence that waits for its language: the analysis gives the data, `Words` the wording. */
export type Say = (words: Words) => string;
