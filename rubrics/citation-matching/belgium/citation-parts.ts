import { ORDINALS } from './citation-words';

const MONTHS =
  'janv(?:ier)?|jan(?:uari|uar)?|fevr?(?:ier)?|feb(?:ruari|ruar)?|mars|maart|mrt|marz|avr(?:il)?|apr(?:il)?|mai|mei|juin|juni|jun|' +
  'juil(?:let)?|juli|jul|aout|aug(?:ustus|ust)?|sept?(?:embre|ember)?|oct(?:obre)?|okt(?:ober)?|nov(?:embre|ember)?|dec(?:embre|ember)?|dez(?:ember)?';
const DATE = `\\d{1,2}(?:er|ste|de|e)?[\\s.]*(?:${MONTHS})\\b\\.?[\\s.]*(?:\\d{4})?|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}`;

const LEADING_DATE = new RegExp(`^(?:${DATE})[\\s,;:.-]*`);

/** From here on a citation speaks of dates, numbers and journals, where a town may be a party's name. */
const TAIL = new RegExp(
  `(?:${DATE})|\\becli\\b|\\bd\\.?d\\.? ?\\d|\\b(?:n°|nr|nrs|no|nos|num|numero|r\\.? ?g|a\\.? ?r|rol|role|rolnr|rolnummer)\\b[.:° ]*(?:[a-z][./ ]*)?\\d|n° ?\\d|` +
    `\\b[a-z]\\.? ?\\d{2}\\.? ?\\d{3,}|\\b\\d{4}\\b|\\b\\d{1,5}/`,
);

const ORDINAL_WORDS = Object.keys(ORDINALS).join('|');
const CHAMBER = new RegExp(
  `\\b(?:\\d{1,3}|[ivxl]{1,6}|${ORDINAL_WORDS})(?:[ .-]*(?:re|ere|er|e|eme|de|ste|me))? ?[.-]?(?:[a-z] ?)??(?:\\bch|chambre|kamer|kam|kammer|\\bk)\\b\\.?(?: ?[fn]\\b\\.?)?|` +
    `\\b(?:ch|chambre|kamer)\\.? ?\\d{1,3}[a-z]?\\b`,
  'g',
);
/** The two language sections of one and the same court. */
const LANGUAGE_SECTION =
  /\b(?:section|sect|chambre|ch)\.? (?:francaise|neerlandaise|francophone|neerlandophone)\b|\b(?:franse|nederlandse|franstalige|nederlandstalige) (?:afdeling|kamer)\b/g;
const CANTON = new RegExp(
  `\\b(?:(\\d{1,2}) ?(?:re|ere|er|e|eme|de|ste)?|(${ORDINAL_WORDS}))\\.? ?(?:canton|kanton|cant|kant)\\b\\.?|\\b(?:canton|kanton)\\.? ?(\\d{1,2})\\b`,
);

export interface CitationParts {
  /** What directly follows the court's type: the place, if the citation names one. */
  readonly slot: readonly string[];
  /** What follows after a comma, bracket or dash, up to the date or number. */
  readonly others: readonly (readonly string[])[];
  readonly canton: number | null;
}

export function withoutLeadingDate(folded: string): string {
  return folded.replace(LEADING_DATE, '');
}

const tokens = (text: string): readonly string[] => text.match(/[a-z]+|\d+/g) ?? [];

/** Takes apart what follows the court's type in a folded citation. */
export function citationParts(following: string): CitationParts {
  const rest = following.replace(/ +/g, ' ');
  const canton = CANTON.exec(rest);
  const numbered = canton?.[1] ?? canton?.[3];
  const cantonNumber = numbered !== undefined ? Number(numbered) : (ORDINALS[canton?.[2] ?? ''] ?? null);
  const plain = rest.replace(CANTON, ' ').replace(CHAMBER, ' ').replace(LANGUAGE_SECTION, ' ');
  const tail = TAIL.exec(plain);
  const head = tail === null ? plain : plain.slice(0, tail.index);
  const [slot = '', ...others] = head.split(/[,;:()[\]{}/|]| - |-$/);
  return { slot: tokens(slot), others: others.map(tokens), canton: cantonNumber };
}
