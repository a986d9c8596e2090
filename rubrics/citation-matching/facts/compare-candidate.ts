import { compareCaseNumberTexts } from '../belgium/case-numbers';
import type { Court } from '../belgium/court';
import { eclisEqual, parseEcli, type Ecli } from '../belgium/ecli';
import { recogniseCourt } from '../belgium/recognise-court';
import { sameCourt } from '../belgium/same-court';
import type { Candidate } from './candidate';
import type { Citation } from './citation';
import { contentWords, languageOf, sharedWords, type ContentWord } from './content-words';
import { readDate } from './read-date';

export type Alignment = 'same' | 'different-place' | 'different-type' | 'unknown';
/** `not-cited`: the citation gives none. `not-given`: the candidate bears none. `unknown`: one of them is no number. */
export type NumberMatch = 'exact' | 'fuzzy' | 'different' | 'not-cited' | 'not-given' | 'unknown';
export type EcliMatch = 'exact' | 'different' | 'not-cited' | 'not-given';
export type DateMatch = 'equal' | 'different' | 'unknown';

/** A candidate held against the citation. */
export interface Comparison {
  candidate: Candidate;
  court: Court | null;
  ecli: Ecli | null;
  alignment: Alignment;
  number: NumberMatch;
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
  const court = candidate.court === null ? (ecli?.court ?? null) : recogniseCourt(candidate.court.text);
  const summary = candidate.summary?.text ?? '';
  return {
    candidate,
    court,
    ecli,
    alignment: align(citation.court, court),
    number: matchNumber(citation.caseNumber, candidate),
    ecliMatch: matchEcli(citation.ecliText, candidate),
    dateMatch: matchDate(citation.date, candidate),
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

function align(cited: Court | null, court: Court | null): Alignment {
  if (cited === null || court === null) return 'unknown';
  const relation = sameCourt(cited, court);
  return relation === 'same' || relation === 'different-place' || relation === 'different-type'
    ? relation
    : 'unknown';
}

function matchNumber(cited: string | null, { rolNumber }: Candidate): NumberMatch {
  if (cited === null) return 'not-cited';
  return rolNumber === null ? 'not-given' : (compareCaseNumberTexts(cited, rolNumber.text) ?? 'unknown');
}

function matchEcli(cited: string | null, { ecli }: Candidate): EcliMatch {
  if (cited === null) return 'not-cited';
  if (ecli === null) return 'not-given';
  return eclisEqual(cited, ecli.text) ? 'exact' : 'different';
}

function matchDate(cited: string | null, { date }: Candidate): DateMatch {
  const own = date === null ? null : readDate(date.text);
  if (cited === null || own === null) return 'unknown';
  return cited === own ? 'equal' : 'different';
}
