import type { Fact } from '../../../src/rubric/facts';
import type { Court } from '../belgium/court';
import type { Citation } from './citation';
import { wholeInput } from './spans';

const CLASS_WORDS = {
  NATIONAL: 'the only court of its type',
  SPECIFIC: 'a court type with its place',
  GENERIC: 'a court type without a place',
} as const;

/** What the citation itself says: court, date, number, ECLI. */
export function describeCitation(citation: Citation, input: Readonly<Record<string, string>>): Fact[] {
  return [
    citedCourt(citation, input),
    citedDate(citation, input),
    citedNumber(citation, input),
    citedEcli(citation, input),
  ];
}

function citedCourt({ court, courtName }: Citation, input: Readonly<Record<string, string>>): Fact {
  const name = 'cited_court';
  const spans = wholeInput(input, 'citedCourtName');
  if (court === null) return { name, value: null, text: 'Not a court this rubric knows: undecided.', spans };
  const because = `“${courtName.trim()}” is ${CLASS_WORDS[court.classification]}.`;
  const value = {
    classification: court.classification,
    type: court.type,
    place: court.place?.id ?? null,
    language: court.language,
    abbreviated: court.abbreviated,
    former: court.former,
    because,
  };
  return { name, value, text: `${court.classification}: ${courtWords(court)}`, spans };
}

/** A court in words: `labour tribunal, Bruxelles/Brussel`. */
export function courtWords({ type, place, division, former }: Court): string {
  const places = [place, division].flatMap((p) =>
    p === null ? [] : [p.fr === p.nl ? p.fr : `${p.fr}/${p.nl}`],
  );
  return [type.replaceAll('-', ' '), ...places].join(', ') + (former ? ' (former name)' : '');
}

function citedDate({ date, dateText }: Citation, input: Readonly<Record<string, string>>): Fact {
  const text = date ?? (dateText === null ? 'None given.' : 'Not understood.');
  return { name: 'cited_date', value: date, text, spans: wholeInput(input, 'citedDate') };
}

function citedNumber({ caseNumber }: Citation, input: Readonly<Record<string, string>>): Fact {
  const spans = caseNumber === null ? [] : wholeInput(input, 'citedCaseNumber');
  return { name: 'cited_case_number', value: caseNumber, text: caseNumber ?? 'None given.', spans };
}

function citedEcli({ ecli, ecliText }: Citation, input: Readonly<Record<string, string>>): Fact {
  const name = 'cited_ecli';
  if (ecliText === null) return { name, value: null, text: 'None given.', spans: [] };
  const spans = wholeInput(input, 'citedEcli');
  if (ecli === null) return { name, value: null, text: 'Not a well-formed ECLI.', spans };
  const court = ecli.court === null ? `court code ${ecli.courtCode}, not known` : courtWords(ecli.court);
  const value = {
    text: ecliText,
    court_code: ecli.courtCode,
    year: ecli.year,
    court: ecli.court?.type ?? null,
  };
  return { name, value, text: `${court}, ${ecli.year}`, spans };
}
