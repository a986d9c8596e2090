import type { CourtLanguage, CourtSection, CourtType } from './court';

export interface CourtName {
  readonly words: string;
  readonly type: CourtType;
  readonly language: CourtLanguage | null;
  readonly section: CourtSection | null;
  readonly former: boolean;
  readonly abbreviated: boolean;
}

interface Group {
  readonly type: CourtType;
  readonly section?: CourtSection;
  readonly former?: boolean;
  readonly fr?: string;
  readonly nl?: string;
  readonly de?: string;
  /** English names, and abbreviations that more than one language uses. */
  readonly shared?: string;
}

/**
 * Names are written folded, with `|` between them; one that ends in `.` is an abbreviation. Dots, spaces, hyphens and
 * apostrophes between the words of a citation don't matter, so `c t.` also reads "C.T." and "CT".
 */
const GROUPS: readonly Group[] = [
  {
    type: 'cassation',
    fr: 'cour de cassation | cour de cass. | c cass. | c de cass.',
    nl: 'hof van cassatie | hof van cass. | hof cass. | h v cass.',
    de: 'kassationshof | kass.',
    shared: 'cass. | cassation | cassatie | court of cassation',
  },
  {
    type: 'constitutional',
    fr: 'cour constitutionnelle | cour const. | c const. | c c. | c constitutionnelle',
    nl: 'grondwettelijk hof | gw h. | gwh. | gw hof. | grondw hof. | grondw h.',
    de: 'verfassungsgerichtshof | vfgh.',
    shared: 'constitutional court',
  },
  {
    type: 'constitutional',
    former: true,
    fr: 'cour d arbitrage | cour d arb. | c arb. | c arbitrage. | c d arbitrage.',
    nl: 'arbitragehof | arbitrageh.',
    de: 'schiedshof | schiedsgerichtshof',
    shared: 'court of arbitration',
  },
  {
    type: 'council-of-state',
    fr: 'conseil d etat | c e. | cons d etat. | cons d et. | cons etat.',
    nl: 'raad van state | r v st. | r v s. | rvst. | rvs. | raad v state.',
    de: 'staatsrat',
    shared: 'council of state',
  },
  {
    type: 'aliens-council',
    fr: 'conseil du contentieux des etrangers | c c e. | cons cont etr. | cons contentieux etrangers.',
    nl: 'raad voor vreemdelingenbetwistingen | r v v. | rvv.',
    de: 'rat fur auslanderstreitsachen',
  },
  {
    type: 'permit-disputes-council',
    nl: 'raad voor vergunningsbetwistingen | rvvb. | r v vb. | r verg b.',
  },
  {
    type: 'enforcement-college',
    nl: 'handhavingscollege | hhc.',
  },
  {
    type: 'enforcement-college',
    former: true,
    nl: 'milieuhandhavingscollege | mhhc.',
  },
  {
    type: 'court-of-audit',
    fr: 'cour des comptes | c comptes.',
    nl: 'rekenhof',
    de: 'rechnungshof',
    shared: 'court of audit',
  },
  {
    type: 'appeal',
    fr: 'cour d appel | c d appel. | c app. | cour app. | app. | appel',
    nl: 'hof van beroep | h v b. | hvb. | hof v beroep. | hof ber.',
    de: 'appellationshof',
    shared: 'court of appeal',
  },
  {
    type: 'appeal',
    section: 'markets',
    fr: 'cour des marches | c marches.',
    nl: 'marktenhof | markth.',
    de: 'markthof',
    shared: 'market court',
  },
  {
    type: 'appeal',
    section: 'indictment-chamber',
    fr: 'chambre des mises en accusation | mis acc. | ch mis acc. | ch mises acc. | mises acc. | c m a.',
    nl: 'kamer van inbeschuldigingstelling | k i. | kamer van inb.',
    de: 'anklagekammer',
  },
  {
    type: 'labour-court',
    fr: 'cour du travail | c trav. | cour trav. | c t. | c du trav. | cour du trav. | c du travail.',
    nl: 'arbeidshof | arb h. | arbh. | arb hof. | arbeidsh.',
    de: 'arbeitsgerichtshof | arbeitshof',
  },
  {
    type: 'assize',
    fr: 'cour d assises | c d ass. | c ass. | cour ass. | assises',
    nl: 'hof van assisen | h v ass. | hof ass. | h ass. | assisenhof | assisen',
    de: 'assisenhof | geschworenengericht',
    shared: 'ass. | assize court | court of assizes',
  },
  {
    type: 'first-instance',
    fr: `tribunal de premiere instance | tribunal de 1re instance | tribunal de 1ere instance |
      tribunal de 1 ere instance | trib 1re inst. | trib 1ere inst. | trib prem inst. |
      trib de prem inst. | trib premiere instance. | trib de premiere instance. | tr prem inst. |
      prem inst. | premiere instance`,
    nl: `rechtbank van eerste aanleg | rechtbank eerste aanleg | rb van eerste aanleg. |
      rb eerste aanleg. | rb eerste aanl. | rechtb eerste aanleg. | rb v eerste aanleg. | rb. | rea.`,
    de: 'gericht erster instanz | gericht 1 instanz',
    shared: 'court of first instance',
  },
  {
    type: 'first-instance',
    section: 'civil',
    fr: 'tribunal civil | trib civ. | civ. | tr civ. | tribunal civ.',
    nl: 'burgerlijke rechtbank | burg rb. | burg. | rb burg. | rechtbank burgerlijke zaken',
    de: 'zivilgericht',
  },
  {
    type: 'first-instance',
    section: 'correctional',
    fr: 'tribunal correctionnel | trib corr. | tr corr. | tribunal corr. | correctionnelle | correctionnel',
    nl: 'correctionele rechtbank | corr rb. | correctionele rb. | rb corr. | corr rechtb.',
    de: 'korrektionalgericht | strafgericht',
    shared: 'corr.',
  },
  {
    type: 'first-instance',
    section: 'family',
    fr: `tribunal de la famille et de la jeunesse | tribunal de la famille | trib fam. | tr fam. |
      trib famille. | trib de la famille.`,
    nl: 'familie en jeugdrechtbank | familierechtbank | fam rb. | famrb. | familierb. | fam rechtb.',
    de: 'familiengericht',
    shared: 'fam.',
  },
  {
    type: 'first-instance',
    section: 'youth',
    fr: 'tribunal de la jeunesse | trib jeun. | tr jeun. | jeun. | trib jeunesse. | trib de la jeunesse.',
    nl: 'jeugdrechtbank | jeugd rb. | jeugdrb. | jrb.',
    de: 'jugendgericht',
  },
  {
    type: 'first-instance',
    section: 'sentence-enforcement',
    fr: `tribunal de l application des peines | tribunal d application des peines | t a p. | tap. |
      trib appl peines. | trib app peines. | trib appl p.`,
    nl: 'strafuitvoeringsrechtbank | surb. | s u r b. | strafuitv rb. | strafuitvrb. | strafuitvoeringsrb.',
    de: 'strafvollstreckungsgericht',
  },
  {
    type: 'first-instance',
    section: 'seizures',
    fr: 'juge des saisies | j saisies. | sais.',
    nl: 'beslagrechter | beslagr. | beslagrb.',
    de: 'pfandungsrichter',
  },
  {
    type: 'first-instance',
    section: 'council-chamber',
    fr: 'chambre du conseil | ch cons. | ch du conseil.',
    nl: 'raadkamer | raadk.',
    de: 'ratskammer',
  },
  {
    type: 'first-instance',
    section: 'tax',
    fr: 'tribunal fiscal',
    nl: 'fiscale rechtbank | fiscale rb.',
  },
  {
    type: 'labour-tribunal',
    fr: `tribunal du travail | trib trav. | t trav. | tr trav. | t t. | trib du travail. | tribunal trav. |
      trib du trav. | t du travail.`,
    nl: 'arbeidsrechtbank | arb rb. | arbrb. | arbeidsrb. | arb rechtb. | arbeidsrechtb.',
    de: 'arbeitsgericht',
  },
  {
    type: 'enterprise-tribunal',
    fr: `tribunal de l entreprise | tribunal des entreprises | trib entr. | t entr. | tr entr. |
      trib ent. | entr. | ent. | trib de l entreprise. | trib de l entr. | trib entreprise.`,
    nl: `ondernemingsrechtbank | orb. | ond rb. | ondrb. | ondernemingsrb. | ondern rb. | ondernrb. |
      ondernemingsrechtb.`,
    de: 'unternehmensgericht',
    shared: 'enterprise court | business court',
  },
  {
    type: 'enterprise-tribunal',
    former: true,
    fr: `tribunal de commerce | trib comm. | tr comm. | t comm. | comm. | trib com. | tribunal comm. |
      trib de commerce. | trib de comm.`,
    nl: `rechtbank van koophandel | rechtbank koophandel | kh. | rb kh. | rb koophandel. |
      rb van koophandel. | rb v koophandel. | kooph.`,
    de: 'handelsgericht',
    shared: 'commercial court',
  },
  {
    type: 'arrondissement-tribunal',
    fr: 'tribunal d arrondissement | trib arr. | tr arr. | trib d arr.',
    nl: 'arrondissementsrechtbank | arrond rb. | arrondrb. | arr rb. | arrrb.',
    de: 'bezirksgericht',
  },
  {
    type: 'police-tribunal',
    fr: 'tribunal de police | trib pol. | tr pol. | t pol. | trib police. | trib de police.',
    nl: 'politierechtbank | pol rb. | polrb. | politierb. | pol rechtb.',
    de: 'polizeigericht',
    shared: 'pol.',
  },
  {
    type: 'justice-of-the-peace',
    fr: 'justice de paix | juge de paix | j p. | jp. | j de p. | j paix. | just paix. | j de paix.',
    nl: 'vredegerecht | vrederechter | vred. | vredeg.',
    de: 'friedensgericht | friedensrichter',
    shared: 'justice of the peace',
  },
  {
    type: 'military-court',
    former: true,
    fr: 'cour militaire | c mil.',
    nl: 'militair gerechtshof | krijgshof',
  },
  {
    type: 'data-protection-authority',
    fr: 'autorite de protection des donnees | a p d.',
    nl: 'gegevensbeschermingsautoriteit | g b a.',
    de: 'datenschutzbehorde',
  },
  {
    type: 'data-protection-authority',
    former: true,
    fr: `commission de la protection de la vie privee | commission pour la protection de la vie privee |
      commission vie privee`,
    nl: 'commissie voor de bescherming van de persoonlijke levenssfeer | privacycommissie',
  },
  {
    type: 'eu-court-of-justice',
    fr: 'cour de justice de l union europeenne | c j u e. | cour de justice ue. | cour de justice de l ue.',
    nl: `hof van justitie van de europese unie | hof van justitie | h v j. | hvj eu. | h v j eu. | hvj. |
      h j e u. | hof van justitie eu.`,
    de: 'gerichtshof der europaischen union | eugh.',
    shared: 'court of justice of the european union | c j e u.',
  },
  {
    type: 'eu-court-of-justice',
    former: true,
    fr: 'cour de justice des communautes europeennes | c j c e.',
    nl: 'hof van justitie van de europese gemeenschappen | h v j e g. | h v j eg.',
    de: 'gerichtshof der europaischen gemeinschaften',
    shared: 'c j e c.',
  },
  {
    type: 'eu-general-court',
    fr: 'tribunal de l union europeenne | trib u e. | tribunal ue. | tribunal de l ue.',
    nl: 'gerecht van de europese unie | ger eu. | gerecht eu.',
    de: 'gericht der europaischen union | eug.',
    shared: 'general court of the european union',
  },
  {
    type: 'eu-general-court',
    former: true,
    fr: 'tribunal de premiere instance des communautes europeennes | t p i c e.',
    nl: 'gerecht van eerste aanleg van de europese gemeenschappen',
  },
  {
    type: 'human-rights-court',
    fr: `cour europeenne des droits de l homme | c e d h. | cedh. | cour e d h. | cour edh. |
      cour eur d h. | c eur d h. | cour eur dr h. | cour eur droits de l homme.`,
    nl: 'europees hof voor de rechten van de mens | e h r m. | ehrm.',
    de: 'europaischer gerichtshof fur menschenrechte | egmr.',
    shared: 'european court of human rights | e c h r. | ecthr.',
  },
  {
    type: 'benelux-court',
    fr: 'cour de justice benelux | cour benelux | c j benelux. | c benelux.',
    nl: 'benelux gerechtshof | benelux hof van justitie | benelux hof | ben g h. | beng h.',
    de: 'benelux gerichtshof',
  },
];

/** Too little without a place: "T.P.I." alone was also the European Court of First Instance, "appel" is just a word. */
export const NEEDS_PLACE: ReadonlySet<string> = new Set([
  't p i',
  'appel',
  'app',
  'correctionnel',
  'correctionnelle',
]);

const LANGUAGES = ['fr', 'nl', 'de'] as const;

function namesOf(group: Group): CourtName[] {
  const named = (language: CourtLanguage | null, names = ''): CourtName[] =>
    names
      .split('|')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        words: name.replace(/\.$/, ''),
        type: group.type,
        language,
        section: group.section ?? null,
        former: group.former ?? false,
        abbreviated: name.endsWith('.'),
      }));
  return [...LANGUAGES.flatMap((language) => named(language, group[language])), ...named(null, group.shared)];
}

export const COURT_NAMES: readonly CourtName[] = [
  ...GROUPS.flatMap(namesOf),
  { words: 't p i', type: 'first-instance', language: 'fr', section: null, former: false, abbreviated: true },
];

export const NATIONAL_TYPES: ReadonlySet<CourtType> = new Set<CourtType>([
  'cassation',
  'constitutional',
  'council-of-state',
  'aliens-council',
  'permit-disputes-council',
  'enforcement-college',
  'court-of-audit',
  'military-court',
  'data-protection-authority',
  'eu-court-of-justice',
  'eu-general-court',
  'human-rights-court',
  'benelux-court',
]);

export const INTERNATIONAL_TYPES: ReadonlySet<CourtType> = new Set<CourtType>([
  'eu-court-of-justice',
  'eu-general-court',
  'human-rights-court',
  'benelux-court',
]);
