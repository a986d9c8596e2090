import { REASON_KEY } from '../criterion-seeds';
import type { Reading } from '../criteria';
import { celPath } from '../cel-path';
import { finding, type NewFinding } from '../proposal';
import type { AddRule, Sentence } from './rules';
import type { FieldDraft } from '../reply/sample-shape';

const NUMERALS: readonly string[] = [
  'one une un een één ein einen einem una 한 一',
  'two deux twee zwei dos 두 한두 二',
  'three trois drie drei tres 세 三',
  'four quatre vier cuatro 네 四',
  'five cinq vijf fünf cinco 다섯 五',
];
const NUMERAL = new Map(
  NUMERALS.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
);
const COUNT = String.raw`(\d{1,4}|${[...NUMERAL.keys()].join('|')})`;
const SENTENCES = new RegExp(
  String.raw`${COUNT}(?:\s?(?:-|–|~|to|or|à|bis|tot|ou|oder|of)\s?${COUNT})?\s?-?(?:short |brief |concise |korte |kurze[n]? )?(?:sentences?|phrases?|zinnen|zin\b|Sätzen?|Satz|frases?|oraci[oó]n(?:es)?|문장|文(?:以内|で)|句)`,
  'iu',
);
const CHARACTERS =
  /(\d{1,4})\s?(?:characters?|caractères|Zeichen|tekens|caracteres|자|글자|字|文字)(?:\s?(?:or (?:less|fewer)|max(?:imum)?|이내|이하|以内))?/iu;
const NO_LENGTH = /\b(?:at least|minimum|mindestens|minstens|au moins|al menos)\b|이상|以上/iu;

/** A limit of length, whether or not a program can count it. */
export const TOO_LONG =
  /(?:more than|over|exceed\p{L}*|longer than|at most|no more than|max(?:imum|imal|imaal|\.)?(?: of)?|up to|höchstens|mehr als|hooguit|meer dan|au plus|plus de|como máximo|más de)\s(?:\d{1,4}|two|three|four|five|zwei|drei|twee|drie|deux|trois|dos|tres)\s(?:words?|sentences?|Wörter\p{L}*|Sätze\p{L}*|woorden|zinnen|mots|phrases|palabras|frases|oraciones)|\d{1,4}\s?(?:문장|단어|글자|자|文|語|字|文字|词|句)(?:을|를)?\s?(?:넘|초과|이내|이하|以内|以下|を超え|超)/iu;

/** How long a reason may be, said beside it in the sample or in a sentence about reasons. */
export function readLengths(
  reading: Reading,
  sentences: readonly Sentence[],
  fields: readonly FieldDraft[],
  language: string,
  add: AddRule,
): NewFinding[] {
  const texts = fields.filter(
    ({ type, enum: labels, path }) => type === 'string' && labels === undefined && !path.includes('[]'),
  );
  const unread = texts.flatMap((field): NewFinding[] => {
    const words = field.description ?? field.literal ?? '';
    // The sample may show how long a text is in its place: "50字以内". In a made-up text a count says nothing.
    if (field.description === undefined && !LIMITS.some((form) => coversMost(form, words))) return [];
    const limit = limitOf(words, field.path, language);
    if (limit !== undefined) add('length', field.path, limit, words, field.spans);
    else if (TOO_LONG.test(words))
      return [finding('not-understood', [`${field.key}: ${words}`], field.spans)];
    return [];
  });
  const reasons = texts.filter(({ key }) => REASON_KEY.test(key));
  for (const { words, span, line } of sentences) {
    if (NO_LENGTH.test(words) || reading.text.lines[line]?.heading === 1) continue;
    const named = texts.filter(
      ({ key }) =>
        key.length > 1 &&
        new RegExp(
          `(?<![\\p{Script=Latin}_])${key.replaceAll(/[^\p{L}\p{N}_]/gu, '.')}(?![\\p{Script=Latin}_])`,
          'iu',
        ).test(words),
    );
    const about = named.length > 0 ? named : REASON_WORD.test(words) ? reasons : [];
    for (const field of about) {
      const limit = limitOf(words, field.path, language);
      if (limit !== undefined)
        add('length', field.path, limit, words, [span], named.length > 0 ? 'stated' : 'inferred');
    }
  }
  return unread;
}

const LIMITS = [SENTENCES, CHARACTERS, TOO_LONG];
const coversMost = (form: RegExp, words: string): boolean =>
  (form.exec(words)?.[0].length ?? 0) * 2 > words.length && words !== '';

const REASON_WORD =
  /\b(?:reason|explanation|rationale|justification|explain|begründung|toelichting|uitleg|motivering|justifi\p{L}*|explica\p{L}*)\b|근거|이유|설명|理由|说明/iu;

function limitOf(words: string, path: string, language: string): string | undefined {
  if (NO_LENGTH.test(words)) return undefined;
  const sentence = SENTENCES.exec(words);
  const most = sentence === null ? undefined : (sentence[2] ?? sentence[1]);
  if (most !== undefined)
    return `sentences(${celPath(path)}, '${language}') <= ${NUMERAL.get(most.toLowerCase()) ?? Number(most)}`;
  const characters = CHARACTERS.exec(words)?.[1];
  return characters === undefined ? undefined : `size(${celPath(path)}) <= ${characters}`;
}
