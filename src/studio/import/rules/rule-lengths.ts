import { REASON_KEY } from '../criterion-seeds';
import type { Reading } from '../criteria';
import { celPath } from '../cel-path';
import type { AddRule, Sentence } from './rules';
import type { FieldDraft } from '../reply/sample-shape';
import { titleMatch } from '../titles';

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

/** How long a reason may be, said beside it in the sample or in a sentence about reasons. */
export function readLengths(
  reading: Reading,
  sentences: readonly Sentence[],
  fields: readonly FieldDraft[],
  language: string,
  add: AddRule,
): void {
  const texts = fields.filter(
    ({ type, enum: labels, path }) => type === 'string' && labels === undefined && !path.includes('[]'),
  );
  for (const field of texts) {
    const limit = limitOf(field.description ?? '', field.path, language);
    if (limit !== undefined) add('length', field.path, limit, field.description ?? '', field.spans);
  }
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
      if (limit !== undefined && titleMatch(words, '') === 0)
        add('length', field.path, limit, words, [span], named.length > 0 ? 'stated' : 'inferred');
    }
  }
}

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
