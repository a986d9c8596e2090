import type { CourtSection } from './court';

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that may stand before the name of the court and say nothing about it. */
export const LEADING_WORDS = set(`
  voir voy voyez cf cfr comp contra zie vgl vergelijk siehe la le les de du des het een der die das dem
  arret arrets arrest jugement vonnis urteil ordonnance beschikking decision beslissing rendu rendue prononce gewezen
  uitgesproken par door von vom the of in dans en son zijn van belgische belge`);

/** Words that may stand between the type and the place, or after them, without naming a place. */
export const FILLER_WORDS = set(`
  a au aux de d du des la le les l en et of the het der den dem die van te ten ter in op von zu und fur voor pour
  arrondissement arr judiciaire gerechtelijk gerichtsbezirk bezirk province provincie provinz prov ressort rechtsgebied
  siege zetel siegeant zetelend zetelende zitting houdende belgique belge belgie belgisch belgische belgien belgium
  arret arrest jugement vonnis urteil ordonnance beschikking decision beslissing rendu rendue date dated dd inedit ined
  onuitg chambre chambres ch kamer kamers kam k kammer reunies reun verenigde ver voltallige plen pleniere pleine
  audience aud assemblee generale algemene vergadering av contentieux administratif bestuursrechtspraak seance
  matiere matieres zaken ville stad canton kanton kant cant e er re ere eme ste f n vak vac vakantiekamer`);

/** Behind a comma or bracket these only introduce a section: "(section Cour des marchés)". */
export const COURT_WORDS = set('cour hof tribunal rechtbank');

export const DIVISION_WORDS = set('division div divisie afdeling afd abteilung abt section sect sectie');

/** Another country's court is none of ours, however its name begins. */
export const FOREIGN_WORDS = set(`
  france francais francaise franse frankrijk luxembourgeois luxembourgeoise luxemburgse duche groothertogdom nederlandse
  nederland bas allemagne allemand allemande duitse duitsland italie italien italienne espagne suisse uni congo rwanda burundi
  paris amsterdam`);

/** Chambers by subject, which the Court of Cassation of France has and the Belgian one has not. */
export const FRENCH_CHAMBERS = set(
  'civ civile civiles soc sociale com comm commerciale crim criminelle mixte req requetes',
);

const BENCHES: readonly (readonly ['fr' | 'nl', string])[] = [
  ['fr', 'francophone francoph franc franstalig franstalige franzosischsprachiges fr'],
  [
    'nl',
    'neerlandophone neerlandoph neerl nederlandstalig nederlandstalige niederlandischsprachiges ned ndl nl',
  ],
];

export const BENCH_WORDS: ReadonlyMap<string, 'fr' | 'nl'> = new Map(
  BENCHES.flatMap(([bench, words]) => words.split(' ').map((word): [string, 'fr' | 'nl'] => [word, bench])),
);

const SECTIONS: readonly (readonly [CourtSection, string])[] = [
  ['civil', 'civil civile civiles civ burgerlijk burgerlijke burg'],
  [
    'correctional',
    'correctionnel correctionnelle correctionnelles correctionele corr strafzaken penal penale',
  ],
  ['family', 'famille familie familiale fam familierechtbank familiekamer'],
  ['youth', 'jeunesse jeugd jeun jeugdrechtbank jeugdkamer'],
  ['sentence-enforcement', 'application peines strafuitvoering strafuitvoeringsrechtbank'],
  ['seizures', 'saisies beslag beslagrechter beslagr'],
  ['council-chamber', 'raadkamer raadk'],
  ['indictment-chamber', 'ki accusation mises mis acc inbeschuldigingstelling'],
  ['tax', 'fiscal fiscale fisc fiscaal'],
  ['summary', 'refere referes ref kg kort geding ged'],
  ['president', 'president presidente pres voorz voorzitter prasident cessation'],
  ['markets', 'marches marktenhof markten'],
];

export const SECTION_WORDS: ReadonlyMap<string, CourtSection> = new Map(
  SECTIONS.flatMap(([section, words]) =>
    words.split(' ').map((word): [string, CourtSection] => [word, section]),
  ),
);

export const ORDINALS: Readonly<Record<string, number>> = {
  premier: 1,
  premiere: 1,
  eerste: 1,
  deuxieme: 2,
  second: 2,
  seconde: 2,
  tweede: 2,
  troisieme: 3,
  derde: 3,
  quatrieme: 4,
  vierde: 4,
  cinquieme: 5,
  vijfde: 5,
  sixieme: 6,
  zesde: 6,
  septieme: 7,
  zevende: 7,
  huitieme: 8,
  achtste: 8,
  neuvieme: 9,
  negende: 9,
  dixieme: 10,
  tiende: 10,
  onzieme: 11,
  elfde: 11,
  douzieme: 12,
  twaalfde: 12,
};
