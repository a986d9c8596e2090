/** A text without case, width, kinds of quotation marks and dashes, and runs of blanks. `at` says where each character stood. */
export interface FoldedText {
  original: string;
  text: string;
  at: readonly number[];
}

export function foldQuotes(text: string): string {
  return text.replace(/[“”„‟«»「」『』〝〞〟＂″]/gu, '"').replace(/[‘’‚‛‹›`´′＇]/gu, "'");
}

function foldCharacter(character: string): string {
  const plain = foldQuotes(character).replace(/[\u2010-\u2015\u2212\uff0d]/u, '-');
  return plain.normalize('NFKC').toLowerCase();
}

/** A run of blanks is one space, or one line break where it has any: no sentence goes on behind that. */
export function foldText(given: string): FoldedText {
  const original = given.normalize('NFC');
  let text = '';
  const at: number[] = [];
  let place = 0;
  for (const character of original) {
    if (/\s/u.test(character)) {
      const last = text.at(-1);
      const blank = character === '\n' ? '\n' : ' ';
      if (last !== ' ' && last !== '\n') {
        text += blank;
        at.push(place);
      } else if (blank === '\n') text = `${text.slice(0, -1)}\n`;
    } else {
      const folded = foldCharacter(character);
      text += folded;
      for (let i = 0; i < folded.length; i += 1) at.push(place);
    }
    place += character.length;
  }
  at.push(place);
  return { original, text, at };
}

export function wordsAt({ original, at }: FoldedText, start: number, end: number): string {
  return original.slice(at[start], at[end]).trim();
}

/** Letters and digits alone: what is left of a quotation or an identifier however it is spaced and punctuated. */
export function lettersOf(text: string): string {
  return foldText(text).text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** For texts written in Latin letters a word ends where letters do; in Korean it is followed by particles. */
export function isLatin(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{Nd}]/u.test(character);
}

export function isHangul(character: string | undefined): boolean {
  return character !== undefined && /\p{Script=Hangul}/u.test(character);
}
