/** A value read from the list of candidates, and where it stands there, if that is known. */
export interface Located {
  text: string;
  at: { start: number; end: number } | null;
}

/** One decision the citation might mean. What the list leaves out or gives as null is null. */
export interface Candidate {
  /** Its place in the list, counted from 1. */
  number: number;
  id: Located | null;
  ecli: Located | null;
  court: Located | null;
  date: Located | null;
  rolNumber: Located | null;
  summary: Located | null;
}

export type CandidateField = Exclude<keyof Candidate, 'number'>;

/** The names under which a list may give each field. */
export const FIELD_OF_KEY: ReadonlyMap<string, CandidateField> = new Map([
  ['id', 'id'],
  ['decision_id', 'id'],
  ['ecli', 'ecli'],
  ['court', 'court'],
  ['date', 'date'],
  ['rol_number', 'rolNumber'],
  ['summary', 'summary'],
]);

export function emptyCandidate(number: number): Candidate {
  return { number, id: null, ecli: null, court: null, date: null, rolNumber: null, summary: null };
}
