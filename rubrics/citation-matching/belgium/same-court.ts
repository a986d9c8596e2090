import type { Court, CourtType } from './court';
import { hasTwoMeanings, townsMeant } from './territory';

/** `same-type-unknown-place`: the same kind of court, and nothing says whether it is the same one. */
export type CourtComparison = 'same' | 'different-place' | 'different-type' | 'same-type-unknown-place';

const within = (inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean =>
  [...inner].every((town) => outer.has(town));

function towns(court: Court): ReadonlySet<string> | null {
  const { place, division, type } = court;
  if (place === null || !place.known || division?.known === false) return null;
  return division === null ? townsMeant(type, place) : new Set([division.id]);
}

/** "Arbrb. Gent" and "Arbrb. Brugge" were two tribunals until 2014 and are one now; "Gent, afd. Brugge" is plain. */
function dependsOnDate(wide: Court, narrow: Court): boolean {
  if (wide.place === null || wide.division !== null || wide.place.id === narrow.place?.id) return false;
  return hasTwoMeanings(wide.type, wide.place);
}

/** Brussels has a French- and a Dutch-speaking tribunal of each of these; its higher courts serve both languages. */
const TWO_BENCHES: ReadonlySet<CourtType> = new Set<CourtType>([
  'first-instance',
  'labour-tribunal',
  'enterprise-tribunal',
  'police-tribunal',
]);

function isOtherBench(cited: Court, candidate: Court): boolean {
  if (!TWO_BENCHES.has(cited.type) || cited.bench === null || candidate.bench === null) return false;
  return cited.bench !== candidate.bench;
}

/**
 * Whether a candidate's court can be the cited one. A generic citation fits every place. A tribunal and its division
 * fit each other ("Hainaut" and "Charleroi"), two divisions don't. Section and former name make no difference. The
 * French- and the Dutch-speaking tribunal of Brussels, where both names say so, are not taken for one. Where a place is missing or unknown, that is said instead of guessed.
 */
export function sameCourt(cited: Court, candidate: Court): CourtComparison {
  if (cited.type !== candidate.type) return 'different-type';
  if (isOtherBench(cited, candidate)) return 'same-type-unknown-place';
  if (cited.classification !== 'SPECIFIC') return 'same';
  if (candidate.place === null) return 'same-type-unknown-place';
  const [a, b] = [towns(cited), towns(candidate)];
  if (a === null || b === null) {
    const identical = cited.place?.id === candidate.place.id && cited.division?.id === candidate.division?.id;
    return identical ? 'same' : 'same-type-unknown-place';
  }
  const [inside, around] = [within(a, b), within(b, a)];
  if (!inside && !around) return 'different-place';
  const wider = inside ? dependsOnDate(candidate, cited) : dependsOnDate(cited, candidate);
  if (wider && !(inside && around)) return 'same-type-unknown-place';
  const oneCanton = cited.canton === null || candidate.canton === null || cited.canton === candidate.canton;
  return oneCanton ? 'same' : 'different-place';
}
