import type { CaseNumber } from '../belgium/case-numbers';
import { readCaseNumbers } from '../belgium/compare-case-numbers';
import { parseEcli, type Ecli } from '../belgium/ecli';
import type { Court } from '../belgium/court';
import { recogniseCourt } from '../belgium/recognise-court';
import { readDate } from './read-date';
import { given } from './reading';

/** What the citation says of the decision it means. Null: not given, or not understood (then `text` still stands). */
export interface Citation {
  courtName: string;
  court: Court | null;
  dateText: string | null;
  date: string | null;
  caseNumber: string | null;
  /** The numbers in it; empty while `caseNumber` is given: it could not be read. */
  caseNumbers: CaseNumber[];
  ecliText: string | null;
  ecli: Ecli | null;
  snippet: string;
  isCourtOnly: boolean;
}

export function readCitation(input: Readonly<Record<string, string>>): Citation {
  const courtName = input['citedCourtName'] ?? '';
  const dateText = given(input['citedDate']);
  const ecliText = given(input['citedEcli']);
  const caseNumber = given(input['citedCaseNumber']);
  const court = given(courtName) === null ? null : recogniseCourt(courtName);
  return {
    courtName,
    court,
    dateText,
    date: dateText === null ? null : readDate(dateText),
    caseNumber,
    caseNumbers: caseNumber === null ? [] : readCaseNumbers(caseNumber, court?.type),
    ecliText,
    ecli: ecliText === null ? null : parseEcli(ecliText),
    snippet: input['citationSnippet'] ?? '',
    isCourtOnly: /^court[_\s-]only$/i.test((input['snippetMatchType'] ?? '').trim()),
  };
}
