const LETTERS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' };

function foldCharacter(character: string): string {
  if (/\s/u.test(character)) return ' ';
  if (/[’‘ʼ`´]/u.test(character)) return "'";
  if (/\p{Pd}|−/u.test(character)) return '-';
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return LETTERS[plain] ?? plain.replace(/\p{M}/gu, '');
}

export interface FoldedText {
  readonly text: string;
  /** For each unit of the folded text, where it starts in the original; one more entry for the end. */
  readonly origins: readonly number[];
}

/** Lower case without accents, plain apostrophes and hyphens, and the way back to the original. */
export function foldWithOrigins(original: string): FoldedText {
  const origins: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit += 1) origins.push(at);
    text += folded;
    at += character.length;
  }
  origins.push(at);
  return { text, origins };
}

export function fold(text: string): string {
  return foldWithOrigins(text).text.replace(/ +/g, ' ').trim();
}
