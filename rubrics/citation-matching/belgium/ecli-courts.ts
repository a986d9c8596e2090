import type { Court, CourtType } from './court';
import { INTERNATIONAL_TYPES } from './court-names';
import { placeById } from './places';
import { APPEAL_SEATS } from './territory';

/** RVSCE is the official code of the Council of State; RVSCDE and RSCE occur in older identifiers. */
const NATIONAL_CODES: Readonly<Record<string, CourtType>> = {
  'BE:CASS': 'cassation',
  'BE:GHCC': 'constitutional',
  'BE:RVSCE': 'council-of-state',
  'BE:RVSCDE': 'council-of-state',
  'BE:RSCE': 'council-of-state',
  'BE:GBAPD': 'data-protection-authority',
  'BE:COPRIV': 'data-protection-authority',
  'EU:C': 'eu-court-of-justice',
  'EU:T': 'eu-general-court',
  'CE:ECHR': 'human-rights-court',
};

/** The first two letters: the instance, French- or Dutch-speaking. */
const INSTANCES: Readonly<Record<string, readonly [CourtType, 'fr' | 'nl']>> = {
  CA: ['appeal', 'fr'],
  HB: ['appeal', 'nl'],
  CT: ['labour-court', 'fr'],
  AH: ['labour-court', 'nl'],
  PI: ['first-instance', 'fr'],
  EA: ['first-instance', 'nl'],
  TT: ['labour-tribunal', 'fr'],
  AR: ['labour-tribunal', 'nl'],
  TE: ['enterprise-tribunal', 'fr'],
  OR: ['enterprise-tribunal', 'nl'],
  TP: ['police-tribunal', 'fr'],
  PR: ['police-tribunal', 'nl'],
  JP: ['justice-of-the-peace', 'fr'],
  VG: ['justice-of-the-peace', 'nl'],
};

/** The last three letters: where. */
const LOCATIONS: Readonly<Record<string, string>> = {
  ANT: 'antwerpen',
  BRL: 'brussel',
  BRW: 'brabant-wallon',
  EUP: 'eupen',
  GNT: 'gent',
  HAI: 'hainaut',
  HAL: 'halle',
  LEU: 'leuven',
  LIE: 'liege',
  LIM: 'limburg',
  LUX: 'luxembourg',
  MON: 'mons',
  NAM: 'namur',
  OVL: 'oost-vlaanderen',
  VIL: 'vilvoorde',
  WVL: 'west-vlaanderen',
};

const ARRONDISSEMENTS = ['ANT', 'LIM', 'BRL', 'LEU', 'BRW', 'OVL', 'WVL', 'HAI', 'NAM', 'LUX', 'LIE', 'EUP'];
const WIDE = ['ANT', 'GNT', 'BRL', 'LEU', 'BRW', 'HAI', 'LIE', 'EUP'];

function sits(type: CourtType, location: string): boolean {
  if (type === 'appeal' || type === 'labour-court') return APPEAL_SEATS.includes(LOCATIONS[location] ?? '');
  if (type === 'labour-tribunal' || type === 'enterprise-tribunal') return WIDE.includes(location);
  if (type === 'police-tribunal') return [...ARRONDISSEMENTS, 'HAL', 'VIL'].includes(location);
  return ARRONDISSEMENTS.includes(location);
}

/** What a court code says: the instance and the place. Null when the code is no court this folder knows. */
export function courtOfEcliCode(country: string, code: string): Court | null {
  const rest = {
    division: null,
    canton: null,
    section: null,
    former: code === 'COPRIV',
    abbreviated: true,
    matched: code,
  };
  const national = NATIONAL_CODES[`${country}:${code}`];
  if (national !== undefined) {
    const international = INTERNATIONAL_TYPES.has(national);
    return {
      ...rest,
      type: national,
      place: null,
      classification: 'NATIONAL',
      language: null,
      bench: null,
      international,
    };
  }
  // The labour tribunal of Eupen is listed as TREUP, beside the pattern of all the others.
  const [instance, location] = code === 'TREUP' ? ['TT', 'EUP'] : [code.slice(0, 2), code.slice(2)];
  const known = country === 'BE' ? INSTANCES[instance] : undefined;
  const place = placeById(LOCATIONS[location] ?? '');
  if (known === undefined || place === null || !sits(known[0], location)) return null;
  const [type, language] = known;
  // One court of appeal and one labour court serve both languages in Brussels, whatever letters their code begins with.
  const twoTribunals = place.id === 'brussel' && type !== 'appeal' && type !== 'labour-court';
  const bench = twoTribunals ? language : null;
  return { ...rest, type, place, classification: 'SPECIFIC', language: null, bench, international: false };
}
