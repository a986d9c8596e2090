import { compareCaseNumberLists, readCaseNumbers } from '../belgium/compare-case-numbers';
import type { Court } from '../belgium/court';
import { eclisEqual, judgmentNumber, parseEcli, type Ecli } from '../belgium/ecli';
import { recogniseCourt } from '../belgium/recognise-court';
import { sameCourt } from '../belgium/same-court';
import type { Candidate, Located } from './candidate';
import type { Citation } from './citation';
import { contentWords, languageOf, sharedWords, type ContentWord } from './content-words';
import { ecliAgainstCourt, type CourtConflict } from './ecli-against-court';
import { readDate } from './read-date';

export type Alignment = 'same' | 'different-place' | 'different-type' | 'unknown';
/** `not-cited`: the citation gives none. `not-given`: the candidate bears none. `unknown`: they cannot be compared. */
export type NumberMatch = 'exact' | 'fuzzy' | 'different' | 'not-cited' | 'not-given' | 'unknown';
export type EcliMatch = 'exact' | 'different' | 'not-cited' | 'not-given';
export type DateMatch = 'equal' | 'different' | 'unknown';

/** A candidate held against the citation. */
export interface Comparison {
  candidate: Candidate;
  court: Court | null;
  ecli: Ecli | null;
  alignment: Alignment;
  /** Where the ECLI says that the decision is not of the court named beside it. */
  courtConflict: CourtConflict | null;
  number: NumberMatch;
  /** Where the number stands that matches: beside the candidate's other fields, or in its ECLI. */
  numberAt: Located | null;
  ecliMatch: EcliMatch;
  dateMatch: DateMatch;
  /** Words of the snippet that the summary shares, as they stand in the snippet. */
  shared: ContentWord[];
  /** Whether sharing or not sharing words says something: not between a French snippet and a Dutch summary. */
  areWordsTelling: boolean;
}

export function compareCandidate(citation: Citation, candidate: Candidate): Comparison {
  const ecli = candidate.ecli === null ? null : parseEcli(candidate.ecli.text);
  // A candidate without a court name still has the court that its ECLI names.
  const named = candidate.court === null ? null : recogniseCourt(candidate.court.text);
  const court = candidate.court === null ? (ecli?.court ?? null) : withBench(named, ecli);
  const courtConflict = ecliAgainstCourt(ecli, named);
  const summary = candidate.summary?.text ?? '';
  return {
    candidate,
    court,
    ecli,
    alignment: alignUnlessContradicted(citation.court, court, ecli, courtConflict),
    courtConflict,
    ...matchNumber(citation, candidate, court, ecli),
    ecliMatch: matchEcli(citation.ecliText, candidate),
    dateMatch: matchDate(citation.date, candidate, ecli),
    shared: sharedWords(citation.snippet, summary),
    areWordsTelling: areWordsTelling(citation.snippet, summary, court),
  };
}

function areWordsTelling(snippet: string, summary: string, court: Court | null): boolean {
  if (contentWords(snippet).length === 0 || contentWords(summary).length === 0) return true;
  const language = languageOf(snippet);
  // A summary of a few keywords may not show its language; then it is taken for that of its court's name.
  return language !== null && language === (languageOf(summary) ?? court?.language);
}

/** "Tribunal du travail de Bruxelles" may be either of two; the code of the ECLI tells which. */
function withBench(named: Court | null, ecli: Ecli | null): Court | null {
  const coded = ecli?.court ?? null;
  if (named === null || named.bench !== null || coded?.type !== named.type) return named;
  return named.place?.id === coded.place?.id ? { ...named, bench: coded.bench } : named;
}

/** Where name and ECLI speak of different courts, the comparison counts only if it comes out the same for both. */
function alignUnlessContradicted(
  cited: Court | null,
  court: Court | null,
  ecli: Ecli | null,
  conflict: CourtConflict | null,
): Alignment {
  if (conflict === 'foreign') return 'unknown';
  const byName = align(cited, court);
  return conflict === null || byName === align(cited, ecli?.court ?? null) ? byName : 'unknown';
}

function align(cited: Court | null, court: Court | null): Alignment {
  if (cited === null || court === null) return 'unknown';
  const relation = sameCourt(cited, court);
  return relation === 'same' || relation === 'different-place' || relation === 'different-type'
    ? relation
    : 'unknown';
}

type FoundNumber = Pick<Comparison, 'number' | 'numberAt'>;

/** A candidate bears the number it is listed with, and that of the judgment where its ECLI holds one. */
function matchNumber(
  { caseNumber, caseNumbers }: Citation,
  { rolNumber, ecli: ecliAt }: Candidate,
  court: Court | null,
  ecli: Ecli | null,
): FoundNumber {
  if (caseNumber === null) return { number: 'not-cited', numberAt: null };
  if (caseNumbers.length === 0) return { number: 'unknown', numberAt: null };
  const inEcli = ecli === null ? null : judgmentNumber(ecli);
  const borne = [
    { text: rolNumber?.text ?? null, at: rolNumber },
    { text: inEcli, at: ecliAt },
  ].flatMap(({ text, at }) => {
    if (text === null) return [];
    return [{ match: compareCaseNumberLists(caseNumbers, readCaseNumbers(text, court?.type)), at }];
  });
  if (borne.length === 0) return { number: 'not-given', numberAt: null };
  const hit = borne.find(({ match }) => match === 'exact') ?? borne.find(({ match }) => match === 'fuzzy');
  const isOther = borne.some(({ match }) => match === 'different');
  // The two numbers of a candidate contradict each other: neither can be relied on.
  if (hit !== undefined && isOther) return { number: 'unknown', numberAt: null };
  if (hit !== undefined) return { number: hit.match ?? 'unknown', numberAt: hit.at };
  return { number: isOther ? 'different' : 'unknown', numberAt: null };
}

function matchEcli(cited: string | null, { ecli }: Candidate): EcliMatch {
  if (cited === null) return 'not-cited';
  if (ecli === null) return 'not-given';
  return eclisEqual(cited, ecli.text) ? 'exact' : 'different';
}

/** The day beside the candidate, or else that in its ECLI; where the two contradict each other, neither counts. */
function matchDate(cited: string | null, { date }: Candidate, ecli: Ecli | null): DateMatch {
  if (cited === null) return 'unknown';
  const isEclisYear = ecli === null || cited.startsWith(String(ecli.year));
  const own = date === null ? (ecli?.date ?? null) : readDate(date.text);
  if (own === null) return date === null && !isEclisYear ? 'different' : 'unknown';
  const isEqual = own === cited;
  const isEclisDay = ecli === null || ecli.date === null ? null : ecli.date === cited;
  const doesEcliAgree = isEqual ? isEclisYear && isEclisDay !== false : isEclisDay !== true;
  if (!doesEcliAgree) return 'unknown';
  return isEqual ? 'equal' : 'different';
}
