import { citationParts, withoutLeadingDate } from './citation-parts';
import type { CitationParts } from './citation-parts';
import { BENCH_WORDS, FRENCH_CHAMBERS, LEADING_WORDS, SECTION_WORDS } from './citation-words';
import type { Court, CourtLanguage, CourtSection, CourtType } from './court';
import { COURT_NAMES, INTERNATIONAL_TYPES, NATIONAL_TYPES, NEEDS_PLACE } from './court-names';
import type { CourtName } from './court-names';
import { courtOfEcliCode } from './ecli-courts';
import { foldWithOrigins } from './fold';
import { PLACES, placeById } from './places';
import type { Place } from './places';
import { readPlace, readSurroundings } from './read-place';
import type { Surroundings } from './read-place';
import { APPEAL_SEATS } from './territory';

interface Lead {
  readonly section: CourtSection | null;
  readonly bench: 'fr' | 'nl' | null;
}

interface Match {
  readonly name: CourtName;
  readonly length: number;
}

const GAP = "[\\s.'-]*";
const pattern = (words: string): RegExp =>
  new RegExp(`^${words.match(/[a-z]+|\d+/g)?.join(GAP) ?? ''}(?![a-z0-9])\\.?`);

const NAMES = COURT_NAMES.map((name) => ({ name, pattern: pattern(name.words) }));
const APPEAL_OR_ARBITRAGE = pattern('c a');
/** "Civ. 1re" and "Ass. plén." are formations of the French Court of Cassation. */
const FRENCH_FORMATION = /^(?:civ[\s.]*\d(?:re|e|er)\b(?! ?ch)|ass[\s.]*plen)/;
/** With a full year, or behind "n°" with two figures of it; not the month and year of a date. */
const ARBITRAGE_NUMBER =
  /(?<![\d/.-])\d{1,3}\/(?:19[89]\d|200[0-7])\b|\bn(?:°|r|o)?s?[\s.:°]*\d{1,3}\/(?:8[5-9]|9\d|0[0-7])\b(?!\/)/;

/** "Cass. 1re civ." and "Cour de cassation, chambre sociale" are French. */
function isFrenchChamber({ type }: CourtName, { slot, others }: CitationParts): boolean {
  return type === 'cassation' && [slot, ...others].flat().some((word) => FRENCH_CHAMBERS.has(word));
}

const BARE_SEATS = PLACES.filter((place) => APPEAL_SEATS.includes(place.id)).flatMap((place) =>
  place.aliases.map((alias) => ({ place, alias, pattern: pattern(foldWithOrigins(alias).text) })),
);

function longestName(text: string): Match | null {
  let best: Match | null = null;
  for (const { name, pattern: start } of NAMES) {
    const length = start.exec(text)?.[0].length ?? 0;
    if (length > (best?.length ?? 0)) best = { name, length };
  }
  return best;
}

function build(type: CourtType, facts: Omit<Court, 'type' | 'classification' | 'international'>): Court {
  const national = NATIONAL_TYPES.has(type);
  return {
    ...facts,
    type,
    classification: national ? 'NATIONAL' : facts.place === null ? 'GENERIC' : 'SPECIFIC',
    international: INTERNATIONAL_TYPES.has(type),
  };
}

function nationalCourt(name: CourtName, around: Surroundings, matched: string): Court | null {
  const elsewhere = around.places.some((place) => place.id !== 'brussel');
  if (elsewhere || around.foreign || around.frenchOrFrancophone || around.unknown.length > 0) return null;
  const { type, language, former, abbreviated } = name;
  return build(type, {
    place: null,
    division: null,
    canton: null,
    section: null,
    language,
    bench: null,
    former,
    abbreviated,
    matched,
  });
}

function localCourt(
  name: CourtName,
  around: Surroundings,
  canton: number | null,
  lead: Lead,
  matched: string,
): Court | null {
  const named = readPlace(name.type, around);
  if (named === 'no-such-court') return null;
  const section = name.section ?? around.section ?? lead.section;
  let place: Place | null = named.place;
  if (name.type === 'appeal' && section === 'markets') {
    if (place !== null && place.id !== 'brussel') return null;
    place = placeById('brussel');
  }
  if (place === null && NEEDS_PLACE.has(name.words)) return null;
  const { language, former, abbreviated } = name;
  const bench = around.bench ?? lead.bench;
  return build(name.type, {
    place,
    division: named.division,
    canton,
    section,
    language,
    bench,
    former,
    abbreviated,
    matched,
  });
}

/** "Vredegerecht Antwerpen 5" is the fifth canton. */
function cantonOf(type: CourtType, parts: CitationParts): number | null {
  if (type !== 'justice-of-the-peace') return null;
  const last = parts.slot.at(-1) ?? '';
  return parts.canton ?? (/^(?:[1-9]|1[0-2])$/.test(last) ? Number(last) : null);
}

/** "C.A." is the cour d'appel with a place, the Cour d'arbitrage with that word or with a number of its years. */
function appealOrArbitrage(rest: string, lead: Lead, matched: string): Court | null {
  const shared = { words: 'c a', language: 'fr', section: null, abbreviated: true } as const;
  const parts = citationParts(rest);
  const around = readSurroundings(parts);
  if (around.places.length > 0)
    return localCourt({ ...shared, type: 'appeal', former: false }, around, null, lead, matched);
  if (around.unknown.length > 0 || !ARBITRAGE_NUMBER.test(rest)) return null;
  return nationalCourt({ ...shared, type: 'constitutional', former: true }, around, matched);
}

/** A bare "Bruxelles, 10 janvier 2020" or "Gent 3 mei 2018" is the customary citation of the court of appeal there. */
function bareSeat(text: string): { court: (matched: string) => Court | null; length: number } | null {
  for (const { place, alias, pattern: start } of BARE_SEATS) {
    const length = start.exec(text)?.[0].length ?? 0;
    if (length === 0) continue;
    const around = readSurroundings(citationParts(text.slice(length)));
    const clean =
      around.unknown.length +
        around.unknownElsewhere.length +
        around.places.length +
        around.divisions.length ===
      0;
    if (!clean || around.foreign) continue;
    const language: CourtLanguage | null = place.fr === alias ? 'fr' : place.nl === alias ? 'nl' : null;
    const facts = {
      place,
      division: null,
      canton: null,
      section: around.section,
      language,
      bench: around.bench,
    };
    return {
      court: (matched) => build('appeal', { ...facts, former: false, abbreviated: true, matched }),
      length,
    };
  }
  return null;
}

/**
 * Reads the court out of a name or a whole citation, in French, Dutch or German, abbreviated or not. The court must
 * come first, after nothing but words such as "l'arrêt de la"; the code of an ECLI will do too. Null means unknown;
 * nothing is guessed.
 */
export function recogniseCourt(name: string): Court | null {
  const code = name.trim();
  const coded = /^[a-z]{5,6}$/i.test(code) ? courtOfEcliCode('BE', code.toUpperCase()) : null;
  if (coded !== null) return { ...coded, matched: code };
  const folded = foldWithOrigins(name.slice(0, 600));
  let text = withoutLeadingDate(folded.text.replace(/^[^a-z0-9]+/, ''));
  let lead: Lead = { section: null, bench: null };
  for (;;) {
    const start = folded.text.length - text.length;
    const words = (length: number): string =>
      name.slice(folded.origins[start], folded.origins[start + length]).trim();
    const match = longestName(text);
    if (match !== null) {
      const rest = text.slice(match.length);
      if (FRENCH_FORMATION.test(text)) return null;
      const parts = citationParts(rest);
      if (isFrenchChamber(match.name, parts)) return null;
      const around = readSurroundings(parts);
      return NATIONAL_TYPES.has(match.name.type)
        ? nationalCourt(match.name, around, words(match.length))
        : localCourt(match.name, around, cantonOf(match.name.type, parts), lead, words(match.length));
    }
    const ambiguous = APPEAL_OR_ARBITRAGE.exec(text);
    if (ambiguous !== null)
      return appealOrArbitrage(text.slice(ambiguous[0].length), lead, words(ambiguous[0].length));
    const seat = bareSeat(text);
    if (seat !== null) return seat.court(words(seat.length));
    const word = /^([a-z]+)['\s.,:-]*/.exec(text);
    const leading = word?.[1] ?? '';
    const elision = /^[ld]'/.test(text);
    const section = SECTION_WORDS.get(leading) ?? null;
    const bench = BENCH_WORDS.get(leading) ?? null;
    if (word === null || !(elision || LEADING_WORDS.has(leading) || section !== null || bench !== null))
      return null;
    lead = { section: lead.section ?? section, bench: lead.bench ?? bench };
    text = text.slice(word[0].length);
  }
}
