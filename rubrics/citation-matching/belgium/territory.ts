import type { CourtType } from './court';
import { PLACES, placeById } from './places';
import type { Arrondissement, KnownPlace, Place } from './places';

/** Since 2014 one tribunal per arrondissement; these six go by the name of their town. */
const ARRONDISSEMENT_TOWNS: Readonly<Record<string, readonly Arrondissement[]>> = {
  antwerpen: ['antwerpen'],
  brussel: ['brussel'],
  leuven: ['leuven'],
  namur: ['namur'],
  liege: ['liege'],
  eupen: ['eupen'],
};

/** Labour and enterprise tribunals are drawn wider: Antwerpen has Limburg, Gent both Flanders, Liège Namur and Luxembourg. */
const WIDE_TRIBUNALS: Readonly<Record<string, readonly Arrondissement[]>> = {
  antwerpen: ['antwerpen', 'limburg'],
  gent: ['oost-vlaanderen', 'west-vlaanderen'],
  brussel: ['brussel'],
  leuven: ['leuven'],
  liege: ['liege', 'namur', 'luxembourg'],
  eupen: ['eupen'],
};

/** Halle and Vilvoorde have police tribunals of their own. */
const POLICE_TRIBUNALS: Readonly<Record<string, readonly Arrondissement[]>> = {
  antwerpen: ['antwerpen'],
  leuven: ['leuven'],
  namur: ['namur'],
  liege: ['liege'],
  eupen: ['eupen'],
};

const LABOUR_COURTS: Readonly<Record<string, readonly Arrondissement[]>> = {
  antwerpen: ['antwerpen', 'limburg'],
  gent: ['oost-vlaanderen', 'west-vlaanderen'],
  brussel: ['brussel', 'leuven', 'brabant-wallon'],
  liege: ['liege', 'namur', 'luxembourg', 'eupen'],
  mons: ['hainaut'],
};

/** An assize court belongs to a province and is cited by the province or by the town where it sits. */
const ASSIZE_COURTS: Readonly<Record<string, readonly Arrondissement[]>> = {
  antwerpen: ['antwerpen'],
  tongeren: ['limburg'],
  brussel: ['brussel'],
  leuven: ['leuven'],
  nivelles: ['brabant-wallon'],
  gent: ['oost-vlaanderen'],
  brugge: ['west-vlaanderen'],
  mons: ['hainaut'],
  namur: ['namur'],
  arlon: ['luxembourg'],
  liege: ['liege', 'eupen'],
};

export const APPEAL_SEATS: readonly string[] = ['antwerpen', 'brussel', 'gent', 'liege', 'mons'];

const TERRITORIES: Partial<Record<CourtType, Readonly<Record<string, readonly Arrondissement[]>>>> = {
  'first-instance': ARRONDISSEMENT_TOWNS,
  'arrondissement-tribunal': ARRONDISSEMENT_TOWNS,
  'police-tribunal': POLICE_TRIBUNALS,
  'labour-tribunal': WIDE_TRIBUNALS,
  'enterprise-tribunal': WIDE_TRIBUNALS,
  'labour-court': LABOUR_COURTS,
  assize: ASSIZE_COURTS,
};

/** Courts whose seats are all in the tables: another place means a court this folder doesn't know. */
const CLOSED: ReadonlySet<CourtType> = new Set<CourtType>([
  'appeal',
  'labour-court',
  'assize',
  'first-instance',
  'labour-tribunal',
  'enterprise-tribunal',
  'arrondissement-tribunal',
]);

export function hasClosedSeats(type: CourtType): boolean {
  return CLOSED.has(type);
}

/** Provinces without a tribunal of their own; only assize courts bear their name. */
const ONLY_PROVINCES: readonly string[] = ['brabant', 'vlaams-brabant'];

export function maySitAt(type: CourtType, place: KnownPlace): boolean {
  if (ONLY_PROVINCES.includes(place.id)) return type === 'assize';
  if (type === 'appeal') return APPEAL_SEATS.includes(place.id);
  return !CLOSED.has(type) || place.kind !== 'canton';
}

function townsOf(arrondissements: readonly Arrondissement[]): ReadonlySet<string> {
  const inside = PLACES.filter(
    (place) => place.kind !== 'area' && place.arrondissements.some((one) => arrondissements.includes(one)),
  );
  return new Set(inside.map((place) => place.id));
}

/** Courts that were one per old arrondissement until the mergers of 2014. */
const MERGED: ReadonlySet<CourtType> = new Set<CourtType>([
  'first-instance',
  'police-tribunal',
  'labour-tribunal',
  'enterprise-tribunal',
  'arrondissement-tribunal',
]);

/**
 * A town that gave its name to a merged tribunal had one of its own before: without a date it is unclear whether "Gent"
 * stands for the town or for both Flanders.
 */
export function hasTwoMeanings(type: CourtType, place: Place): boolean {
  return MERGED.has(type) && TERRITORIES[type]?.[place.id] !== undefined;
}

/** Every town a court of this type may mean when it is cited with this place: "Hainaut" means Mons, Charleroi, Tournai… */
export function townsMeant(type: CourtType, place: Place): ReadonlySet<string> {
  const known = placeById(place.id);
  if (known === null) return new Set([place.id]);
  if (known.id === 'halle-vilvoorde') return new Set(['halle', 'vilvoorde', 'asse']);
  if (known.kind === 'area') return townsOf(known.arrondissements);
  const territory = TERRITORIES[type]?.[known.id];
  return territory === undefined ? new Set([known.id]) : townsOf(territory);
}
