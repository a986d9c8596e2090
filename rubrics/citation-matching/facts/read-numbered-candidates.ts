import { emptyCandidate, FIELD_OF_KEY, type Candidate, type Located } from './candidate';
import { readBareFields } from './read-bare-fields';
import { readDate } from './read-date';
import { given, read, unreadable, type Reading } from './reading';

const ENTRY = /^[ \t]*(?:[-*][ \t]+)?(?:\*\*)?(?:candidate[ \t]+)?(\d+)(?:\*\*)?[.):](?:\*\*)?[ \t]+/gim;
// `ECLI:BE:…` is a value and not the key `ecli:`.
const KEY = /\b(decision_id|id|ecli(?!:[a-z]{2}:)|court|date|rol_number|summary)[ \t]*:[ \t]*/gi;
const BARE_ECLI = /\becli:[a-z]{2}:[a-z0-9]+:\d{4}:[a-z0-9]+(?:\.[a-z0-9]+)*/i;
/** What may stand between two pieces of an entry: `,` `;` `|` a dash between spaces, or a new line. */
const SEPARATOR = /[ \t]*(?:[,;|\n]|[ \t][-–—][ \t])\s*/g;
const DIVISION = /^(?:division|section|afdeling|abteilung)\b/i;

/** Candidates from numbered lines: `1. Court - summary`, with `rol_number: …` and the like anywhere after. */
export function readNumberedCandidates(source: string): Reading<Candidate[]> {
  const starts = [...source.matchAll(ENTRY)];
  const first = starts[0];
  if (first === undefined || source.slice(0, first.index).trim() !== '') {
    return unreadable(({ problems }) => problems.listShape);
  }
  const candidates: Candidate[] = [];
  for (const [index, match] of starts.entries()) {
    if (Number(match[1]) !== index + 1) {
      return unreadable(({ problems }) => problems.listNumbering(index + 1, match[1] ?? ''));
    }
    const end = starts[index + 1]?.index ?? source.length;
    const entry = readEntry(source, match.index + match[0].length, end, index + 1);
    if (!entry.ok) return entry;
    candidates.push(entry.value);
  }
  return read(candidates);
}

function readEntry(source: string, start: number, end: number, number: number): Reading<Candidate> {
  const candidate = emptyCandidate(number);
  const keys = [...source.slice(start, end).matchAll(KEY)].map((match) => ({
    field: FIELD_OF_KEY.get((match[1] ?? '').toLowerCase()),
    keyStart: start + match.index,
    valueStart: start + match.index + match[0].length,
  }));
  const free: Located[] = [];
  readLead(source, start, keys[0]?.keyStart ?? end, candidate, free);
  for (const [index, { field, valueStart }] of keys.entries()) {
    const limit = keys[index + 1]?.keyStart ?? end;
    const valueEnd = field === 'summary' ? limit : firstSeparator(source, valueStart, limit).start;
    if (field !== undefined) candidate[field] = piece(source, valueStart, valueEnd);
    const rest = piece(source, valueEnd, limit);
    if (rest !== null) free.push(rest);
  }
  // What no key claims is a date or number by itself, or prose about the decision.
  const runs: Located[] = [];
  for (const { at } of free) {
    if (at === null) continue;
    const prose = readBareFields(piecesOf(source, at.start, at.end), candidate);
    if (!prose.ok) return prose;
    const [first, last] = [prose.value[0]?.at, prose.value.at(-1)?.at];
    const run = first && last ? piece(source, first.start, last.end) : null;
    if (run !== null) runs.push(run);
  }
  const longest = runs.toSorted((a, b) => b.text.length - a.text.length)[0];
  candidate.summary ??= longest ?? null;
  candidate.ecli ??= bareEcli(source, start, end);
  takeDateFromCourt(candidate);
  return read(candidate);
}

function piecesOf(source: string, start: number, end: number): Located[] {
  const pieces: Located[] = [];
  for (let from = start; from < end;) {
    const cut = firstSeparator(source, from, end);
    const found = piece(source, from, cut.start);
    if (found !== null) pieces.push(found);
    from = Math.max(cut.end, from + 1);
  }
  return pieces;
}

/** `Cass. 15 mars 2018` and `Cour de cassation (15 mars 2018)`: the day stands with the court. */
const DATE_BEHIND =
  /^(.*?)[\s(]+(?:(?:du|van|vom|le|op)\s+)?(\d{1,2}(?:er|e|\.)?\s+\p{L}+\.?\s+\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})\)?$/iu;

function takeDateFromCourt(candidate: Candidate): void {
  const { court } = candidate;
  const [, name, day] = DATE_BEHIND.exec(court?.text ?? '') ?? [];
  if (!court || !name || day === undefined || candidate.date !== null || readDate(day) === null) return;
  const dayStart = court.text.lastIndexOf(day);
  const part = (text: string, from: number): Located => {
    if (court.at === null) return { text, at: null };
    return { text, at: { start: court.at.start + from, end: court.at.start + from + text.length } };
  };
  candidate.date = part(day, dayStart);
  candidate.court = part(name, 0);
}

function bareEcli(source: string, start: number, end: number): Located | null {
  const match = BARE_ECLI.exec(source.slice(start, end));
  if (match === null) return null;
  const at = start + match.index;
  return { text: match[0], at: { start: at, end: at + match[0].length } };
}

/** The part of an entry before its first key: the court, then prose. */
function readLead(source: string, start: number, limit: number, candidate: Candidate, free: Located[]): void {
  let cut = firstSeparator(source, start, limit);
  while (DIVISION.test(source.slice(cut.end, limit))) cut = firstSeparator(source, cut.end, limit);
  candidate.court = piece(source, start, cut.start);
  const rest = piece(source, cut.end, limit);
  if (rest !== null) free.push(rest);
}

function firstSeparator(source: string, from: number, limit: number): { start: number; end: number } {
  SEPARATOR.lastIndex = from;
  const match = SEPARATOR.exec(source);
  if (match === null || match.index >= limit) return { start: limit, end: limit };
  return { start: match.index, end: Math.min(match.index + match[0].length, limit) };
}

/** The text between two offsets without the separators around it, or null where nothing is left. */
function piece(source: string, start: number, end: number): Located | null {
  const raw = source.slice(start, end);
  const text = given(raw.replace(/^[\s,;|–—-]+|[\s,;|–—-]+$/g, ''));
  if (text === null) return null;
  const at = start + raw.indexOf(text);
  return { text, at: { start: at, end: at + text.length } };
}
