import type { Fact } from '../../../src/rubric/facts';
import type { Court } from '../belgium/court';
import type { Citation } from './citation';
import { wholeInput } from './spans';
import type { Words } from './words';

type Input = Readonly<Record<string, string>>;

/** What the citation itself says: court, date, number, ECLI. */
export function describeCitation(citation: Citation, input: Input, words: Words): Fact[] {
  return [
    citedCourt(citation, input, words),
    citedDate(citation, input, words),
    citedNumber(citation, input, words),
    citedEcli(citation, input, words),
  ];
}

function citedCourt({ court, courtName }: Citation, input: Input, words: Words): Fact {
  const name = 'cited_court';
  const spans = wholeInput(input, 'citedCourtName');
  if (court === null) return { name, value: null, text: words.unknownCourt, spans };
  const because = words.isOfClass[court.classification](courtName.trim());
  const value = {
    classification: court.classification,
    type: court.type,
    place: court.place?.id ?? null,
    language: court.language,
    abbreviated: court.abbreviated,
    former: court.former,
    because,
  };
  return { name, value, text: `${words.classes[court.classification]}: ${courtWords(court, words)}`, spans };
}

/** A court in words: `labour tribunal, Bruxelles/Brussel`. */
export function courtWords({ type, place, division, former }: Court, words: Words): string {
  const names = [place, division].flatMap((p) =>
    p === null ? [] : [p.fr === p.nl ? p.fr : `${p.fr}/${p.nl}`],
  );
  return [words.courtTypes[type], ...new Set(names)].join(', ') + (former ? ` (${words.formerName})` : '');
}

function citedDate({ date, dateText }: Citation, input: Input, words: Words): Fact {
  const text = date ?? (dateText === null ? words.noneGiven : words.notUnderstood);
  return { name: 'cited_date', value: date, text, spans: wholeInput(input, 'citedDate') };
}

function citedNumber({ caseNumber }: Citation, input: Input, words: Words): Fact {
  const spans = caseNumber === null ? [] : wholeInput(input, 'citedCaseNumber');
  return { name: 'cited_case_number', value: caseNumber, text: caseNumber ?? words.noneGiven, spans };
}

function citedEcli({ ecli, ecliText }: Citation, input: Input, words: Words): Fact {
  const name = 'cited_ecli';
  if (ecliText === null) return { name, value: null, text: words.noneGiven, spans: [] };
  const spans = wholeInput(input, 'citedEcli');
  if (ecli === null) return { name, value: null, text: words.badEcli, spans };
  const court = ecli.court === null ? words.unknownCourtCode(ecli.courtCode) : courtWords(ecli.court, words);
  const value = {
    text: ecliText,
    court_code: ecli.courtCode,
    year: ecli.year,
    court: ecli.court?.type ?? null,
  };
  return { name, value, text: `${court}, ${ecli.year}`, spans };
}
