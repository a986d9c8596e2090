import { fold } from './fold';
import { CANTON_TOWNS } from './canton-towns';

export type Arrondissement =
  | 'antwerpen'
  | 'limburg'
  | 'brussel'
  | 'leuven'
  | 'brabant-wallon'
  | 'oost-vlaanderen'
  | 'west-vlaanderen'
  | 'hainaut'
  | 'namur'
  | 'luxembourg'
  | 'liege'
  | 'eupen';

export interface Place {
  /** The same for every language: `liege`, `gent`. A place in no table is `unknown:<its words>`. */
  readonly id: string;
  readonly fr: string;
  readonly nl: string;
  readonly known: boolean;
}

export interface KnownPlace extends Place {
  /** `seat`: a tribunal or a division sits there. `canton`: only a justice of the peace. `area`: a province or the like. */
  readonly kind: 'seat' | 'canton' | 'area';
  /** The judicial arrondissements it lies in or is made of. */
  readonly arrondissements: readonly Arrondissement[];
  readonly aliases: readonly string[];
}

/** id, arrondissement, French name, Dutch name, further names. A bare "Saint-Nicolas" is two towns, so it is none. */
export type TownRow = readonly [string, Arrondissement, string, string, ...string[]];

const SEATS: readonly TownRow[] = [
  ['antwerpen', 'antwerpen', 'Anvers', 'Antwerpen', 'Antwerp', 'Antw', 'Anv'],
  ['mechelen', 'antwerpen', 'Malines', 'Mechelen', 'Mecheln'],
  ['turnhout', 'antwerpen', 'Turnhout', 'Turnhout'],
  ['hasselt', 'limburg', 'Hasselt', 'Hasselt'],
  ['tongeren', 'limburg', 'Tongres', 'Tongeren', 'Tongeren-Borgloon', 'Tongern'],
  [
    'brussel',
    'brussel',
    'Bruxelles',
    'Brussel',
    'Brüssel',
    'Brussels',
    'Brux',
    'Bxl',
    'Bruss',
    'Bruxelles-Capitale',
    'Brussel-Hoofdstad',
    'Région de Bruxelles-Capitale',
    'Brussels Hoofdstedelijk Gewest',
  ],
  ['halle', 'brussel', 'Hal', 'Halle'],
  ['vilvoorde', 'brussel', 'Vilvorde', 'Vilvoorde'],
  ['leuven', 'leuven', 'Louvain', 'Leuven', 'Löwen'],
  ['nivelles', 'brabant-wallon', 'Nivelles', 'Nijvel'],
  ['wavre', 'brabant-wallon', 'Wavre', 'Waver'],
  ['gent', 'oost-vlaanderen', 'Gand', 'Gent', 'Ghent'],
  ['dendermonde', 'oost-vlaanderen', 'Termonde', 'Dendermonde', 'Denderm'],
  ['oudenaarde', 'oost-vlaanderen', 'Audenarde', 'Oudenaarde', 'Oudenaerde'],
  ['aalst', 'oost-vlaanderen', 'Alost', 'Aalst'],
  ['sint-niklaas', 'oost-vlaanderen', 'Saint-Nicolas-Waes', 'Sint-Niklaas', 'St-Niklaas'],
  ['brugge', 'west-vlaanderen', 'Bruges', 'Brugge', 'Brügge'],
  ['ieper', 'west-vlaanderen', 'Ypres', 'Ieper', 'Ypern'],
  ['kortrijk', 'west-vlaanderen', 'Courtrai', 'Kortrijk'],
  ['veurne', 'west-vlaanderen', 'Furnes', 'Veurne'],
  ['oostende', 'west-vlaanderen', 'Ostende', 'Oostende', 'Ostend'],
  ['roeselare', 'west-vlaanderen', 'Roulers', 'Roeselare'],
  ['mons', 'hainaut', 'Mons', 'Bergen'],
  ['charleroi', 'hainaut', 'Charleroi', 'Charleroi', 'Charl'],
  ['tournai', 'hainaut', 'Tournai', 'Doornik'],
  ['la-louviere', 'hainaut', 'La Louvière', 'La Louvière'],
  ['binche', 'hainaut', 'Binche', 'Binche'],
  ['mouscron', 'hainaut', 'Mouscron', 'Moeskroen'],
  ['namur', 'namur', 'Namur', 'Namen', 'Namür'],
  ['dinant', 'namur', 'Dinant', 'Dinant'],
  ['arlon', 'luxembourg', 'Arlon', 'Aarlen', 'Arel'],
  ['marche-en-famenne', 'luxembourg', 'Marche-en-Famenne', 'Marche-en-Famenne', 'Marche'],
  ['neufchateau', 'luxembourg', 'Neufchâteau', 'Neufchâteau'],
  ['liege', 'liege', 'Liège', 'Luik', 'Lüttich'],
  ['huy', 'liege', 'Huy', 'Hoei'],
  ['verviers', 'liege', 'Verviers', 'Verviers'],
  ['eupen', 'eupen', 'Eupen', 'Eupen'],
];

type AreaRow = readonly [string, readonly Arrondissement[], string, string, ...string[]];

/** Provinces and arrondissements that bear a name of their own; Antwerpen, Liège, Namur go by their town. */
const AREAS: readonly AreaRow[] = [
  ['limburg', ['limburg'], 'Limbourg', 'Limburg'],
  [
    'oost-vlaanderen',
    ['oost-vlaanderen'],
    'Flandre orientale',
    'Oost-Vlaanderen',
    'Ostflandern',
    'O-Vl',
    'Oost-Vl',
  ],
  [
    'west-vlaanderen',
    ['west-vlaanderen'],
    'Flandre occidentale',
    'West-Vlaanderen',
    'Westflandern',
    'W-Vl',
    'West-Vl',
  ],
  ['brabant-wallon', ['brabant-wallon'], 'Brabant wallon', 'Waals-Brabant', 'Wallonisch-Brabant'],
  ['vlaams-brabant', ['leuven'], 'Brabant flamand', 'Vlaams-Brabant', 'Flämisch-Brabant'],
  ['hainaut', ['hainaut'], 'Hainaut', 'Henegouwen', 'Hennegau'],
  ['luxembourg', ['luxembourg'], 'Luxembourg', 'Luxemburg'],
  ['halle-vilvoorde', ['brussel'], 'Hal-Vilvorde', 'Halle-Vilvoorde'],
  ['brabant', ['brussel', 'leuven', 'brabant-wallon'], 'Brabant', 'Brabant'],
];

const town =
  (kind: 'seat' | 'canton') =>
  ([id, arrondissement, fr, nl, ...aliases]: TownRow): KnownPlace => ({
    id,
    fr,
    nl,
    known: true,
    kind,
    arrondissements: [arrondissement],
    aliases: [fr, nl, ...aliases],
  });

export const PLACES: readonly KnownPlace[] = [
  ...SEATS.map(town('seat')),
  ...AREAS.map(([id, arrondissements, fr, nl, ...aliases]): KnownPlace => {
    return { id, fr, nl, known: true, kind: 'area', arrondissements, aliases: [fr, nl, ...aliases] };
  }),
  ...CANTON_TOWNS.map(town('canton')),
];

const words = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const byId = new Map(PLACES.map((place) => [place.id, place]));

const byName = new Map<string, KnownPlace>();
for (const place of PLACES) {
  for (const alias of place.aliases) byName.set(words(alias), place);
}

export const LONGEST_PLACE_NAME = Math.max(...[...byName.keys()].map((name) => name.split(' ').length));

export function placeById(id: string): KnownPlace | null {
  return byId.get(id) ?? null;
}

/** Looks a name up in French, Dutch or German; accents, hyphens, dots and case don't matter. */
export function findPlace(name: string): KnownPlace | null {
  return byName.get(words(name)) ?? null;
}

export function unknownPlace(name: string): Place {
  const plain = words(name);
  return { id: `unknown:${plain}`, fr: plain, nl: plain, known: false };
}
