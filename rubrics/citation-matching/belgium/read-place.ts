import {
  BENCH_WORDS,
  COURT_WORDS,
  DIVISION_WORDS,
  FILLER_WORDS,
  FOREIGN_WORDS,
  SECTION_WORDS,
} from './citation-words';
import type { CitationParts } from './citation-parts';
import type { CourtSection, CourtType } from './court';
import { findPlace, LONGEST_PLACE_NAME, unknownPlace } from './places';
import type { KnownPlace, Place } from './places';
import { hasClosedSeats, maySitAt, townsMeant } from './territory';

export interface Surroundings {
  readonly places: readonly KnownPlace[];
  readonly divisions: readonly Place[];
  readonly section: CourtSection | null;
  readonly bench: 'fr' | 'nl' | null;
  readonly foreign: boolean;
  /** "Cass. fr." is the court of another country, "Trib. trav. fr. Bruxelles" the French-speaking tribunal. */
  readonly frenchOrFrancophone: boolean;
  /** "de Luxembourg" may be the city of another country; "du Luxembourg" is the Belgian province. */
  readonly cityOfLuxembourg: boolean;
  /** Words directly after the type that no table knows. */
  readonly unknown: readonly string[];
  readonly unknownElsewhere: readonly string[];
}

interface Mutable {
  places: KnownPlace[];
  divisions: Place[];
  section: CourtSection | null;
  bench: 'fr' | 'nl' | null;
  foreign: boolean;
  frenchOrFrancophone: boolean;
  cityOfLuxembourg: boolean;
}

function placeAt(words: readonly string[], at: number): { place: KnownPlace; length: number } | null {
  for (let length = Math.min(LONGEST_PLACE_NAME, words.length - at); length > 0; length -= 1) {
    const place = findPlace(words.slice(at, at + length).join(' '));
    if (place !== null) return { place, length };
  }
  return null;
}

/** Returns the words it doesn't know. */
function readSegment(words: readonly string[], found: Mutable, ignored?: ReadonlySet<string>): string[] {
  const unknown: string[] = [];
  let division = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const here = placeAt(words, at);
    if (here !== null) {
      if (here.place.id === 'luxembourg' && words[at - 1] === 'de') found.cityOfLuxembourg = true;
      if (division) found.divisions.push(here.place);
      else found.places.push(here.place);
      division = false;
      at += here.length - 1;
      continue;
    }
    if (ignored?.has(word) === true) division = false;
    else if (DIVISION_WORDS.has(word)) division = true;
    else if (FOREIGN_WORDS.has(word)) found.foreign = true;
    else if (BENCH_WORDS.has(word)) {
      found.bench ??= BENCH_WORDS.get(word) ?? null;
      found.frenchOrFrancophone ||= word === 'fr' || word === 'franc';
    } else if (SECTION_WORDS.has(word)) {
      found.section ??= SECTION_WORDS.get(word) ?? null;
      division = false;
    } else if (!FILLER_WORDS.has(word) && !/^\d+$/.test(word)) {
      if (division) found.divisions.push(unknownPlace(word));
      else unknown.push(word);
      division = false;
    }
  }
  return unknown;
}

export function readSurroundings(parts: CitationParts): Surroundings {
  const found: Mutable = {
    places: [],
    divisions: [],
    section: null,
    bench: null,
    foreign: false,
    frenchOrFrancophone: false,
    cityOfLuxembourg: false,
  };
  const unknown = readSegment(parts.slot, found);
  const unknownElsewhere = parts.others.flatMap((segment) => readSegment(segment, found, COURT_WORDS));
  return { ...found, unknown, unknownElsewhere };
}

export interface NamedPlace {
  readonly place: Place | null;
  readonly division: Place | null;
}

const within = (inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean =>
  [...inner].every((town) => outer.has(town));

/** Several places: "Antwerpen Hasselt" is a tribunal and its division, "Mons et Charleroi" no single place of ours. */
function joinPlaces(type: CourtType, first: KnownPlace, second: KnownPlace): NamedPlace {
  const [a, b] = [townsMeant(type, first), townsMeant(type, second)];
  if (within(b, a)) return { place: first, division: second };
  if (within(a, b)) return { place: first, division: null };
  return { place: unknownPlace(`${first.id} ${second.id}`), division: null };
}

/** Where the court sits by its name, or `'no-such-court'` when a court of this type can't sit there. */
export function readPlace(type: CourtType, around: Surroundings): NamedPlace | 'no-such-court' {
  if (around.foreign) return 'no-such-court';
  const distinct = [...new Map(around.places.map((place) => [place.id, place])).values()];
  if (around.unknown.length > 0) {
    if (hasClosedSeats(type)) return 'no-such-court';
    return {
      place: unknownPlace([...distinct.map(({ id }) => id), ...around.unknown].join(' ')),
      division: null,
    };
  }
  if (distinct.some((place) => !maySitAt(type, place))) return 'no-such-court';
  if (around.cityOfLuxembourg || (type === 'arrondissement-tribunal' && distinct[0]?.id === 'luxembourg')) {
    return 'no-such-court';
  }
  const [first, second] = distinct;
  // A court of appeal has no divisions: what is called one says nothing about where it sits.
  const [division = null, ...further] = type === 'appeal' && first !== undefined ? [] : around.divisions;
  if (first === undefined) {
    if (type === 'appeal' && division !== null) return 'no-such-court';
    if (division?.known === false && hasClosedSeats(type)) return 'no-such-court';
    return { place: division, division: further[0] ?? null };
  }
  // Limbourg is a province and also a small town with a canton of its own.
  if (type === 'justice-of-the-peace' && first.id === 'limburg')
    return { place: unknownPlace('limburg'), division: null };
  if (second !== undefined && division === null) return joinPlaces(type, first, second);
  return { place: first, division };
}
