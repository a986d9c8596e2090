/** A word that says something about a case, and where it stands. */
export interface ContentWord {
  stem: string;
  text: string;
  start: number;
  end: number;
}

const MIN_LETTERS = 4;

/** Words of any text or of any judgement, French and Dutch, without accents. They tell no decision from another. */
const COMMON = new Set(
  `alors ainsi apres aussi autre autres avant avec avoir cela celle celui cette ceux chez comme concernant contre
   dans depuis dernier deux dont doit doivent elle elles encore entre etait etant etre eux fait faite font hors
   ladite laquelle ledit lequel lors lorsque mais meme moins notamment nous parce partie parties pendant peut peuvent
   plus pour pourquoi precite precitee puis quand quant quelle quelque quelques quel quoi sans sauf savoir selon sera
   seul seule seulement sinon soit sont sous suivant suite sur tant tels telle telles tous tout toute toutes toutefois
   tres trois vers voir votre voyez ainsi
   aldus alle alleen ander andere anders behalve beide bent beroep betreffende betreft bij daar daarom daarop
   daarvan dan dat deze die dit door doch drie dus echter een eerste elke enige enkel evenals geen haar heb hebben heeft
   hem hier hierna hoewel hoger hun ieder immers indien inzake kan kunnen laatste maar mede meer meest men met
   moet moeten naar naast niet niets noch nog omdat onder onze ook over reeds samen sedert sinds slechts
   tegen ten ter terwijl tijdens toch toen tot tussen twee uit van vanaf volgens voor voorts waar waarbij waarin
   waarop waarvan want waren was wat weer welke werd werden wie wordt worden zeer zelf zich zie zij zijn zoals
   zodat zonder zowel zulke
   about after also between case cases concerning court decision from have into ruling such summary than that their
   there these they this under whether which with
   affaire alinea appel appelant appelante arret arrets article articles audience avocat base cause cassation chambre civil
   code conclusion conclusions conformement constitutionnelle cour cours dame date decide decision decisions declare
   defendeur demande demandeur demanderesse droit droits fond greffe intime intimee judiciaire juge jugement
   jugements juges juridiction jurisprudence justice legal legale loi lois matiere moyen numero paragraphe pourvoi
   premiere president procedure question recours regle rejette relative relatif role siege sieur statuant travail
   tribunal tribunaux vise
   aanleg advocaat afdeling arbeidshof arbeidsrechtbank arrest arresten artikel artikelen beslissing beslissingen
   burgerlijk cassatie cassatieberoep datum eiser eiseres gerecht gerechtelijk gerechtshof geschil gewezen griffie grond
   grondwettelijk hof hoven kamer lid middel nummer oordeelde oordeelt partij partijen recht rechtbank
   rechter rechters rechtspraak rechtsleer uitspraak verweerder verweerster verwerpt verzoek vonnis vonnissen vordering
   vraag wetboek wetten zaak zaken zitting
   janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre januari februari maart april
   juni juli augustus september oktober november december
   anvers antwerpen bergen bruges brugge brussel bruxelles charleroi gand gent hasselt leuven liege louvain luik mons
   namen namur nijvel nivelles tournai verviers belge belges belgique belgie belgisch belgische`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** The words of a text that may tell one decision from another, in order. */
export function contentWords(text: string): ContentWord[] {
  const words: ContentWord[] = [];
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const plain = match[0].normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    if (plain.length < MIN_LETTERS || COMMON.has(plain)) continue;
    words.push({ stem: stem(plain), text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** The content words of `text` that also occur in `other`, each once, as they stand in `text`. */
export function sharedWords(text: string, other: string): ContentWord[] {
  const wanted = new Set(contentWords(other).map((word) => word.stem));
  const seen = new Set<string>();
  return contentWords(text).filter(({ stem: own }) => {
    if (!wanted.has(own) || seen.has(own)) return false;
    seen.add(own);
    return true;
  });
}

/** Plural and feminine endings off, so that `licenciements` meets `licenciement`. */
function stem(word: string): string {
  const base = word.replace(/(?:es|en|s|x|e)$/, '');
  return base.length >= MIN_LETTERS ? base : word;
}

// `de` and `en` are words of both languages, so neither counts. Word endings tell where a summary is only keywords.
const FRENCH =
  /\b(?:le|la|les|des|du|un|une|et|est|dans|pour|par|sur|que|qui|aux|au)\b|\b[ldnqcs]['’]|[éèêàçù]|(?:tion|ment|eur|ance|isme|aire)s?\b/giu;
const DUTCH =
  /\b(?:het|een|van|der|den|op|voor|door|dat|niet|bij|wordt|werd|zijn|aan|ook|om|als|uit)\b|ij|aa|oo|uu|sch|(?:heid|ing|lijk|ingen)\b/giu;

/** French or Dutch by its small words and its spelling, or null where they do not tell. */
export function languageOf(text: string): 'fr' | 'nl' | null {
  const french = text.match(FRENCH)?.length ?? 0;
  const dutch = text.match(DUTCH)?.length ?? 0;
  if (french === dutch) return null;
  return french > dutch ? 'fr' : 'nl';
}
