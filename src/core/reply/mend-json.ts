import { jsonrepair } from 'jsonrepair';
import { Lexer, stringContent } from './lexer';

/** Replies are a few thousand characters; mending is not linear in the worst case. */
const LONGEST_MENDED = 100_000;
const PYTHON_TO_JSON = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/**
 * JSON text for a slip-ridden object that `scanValue` found complete, or null. The repair library guesses freely, so
 * its work is only taken when every bracket, key, text, number and word of the original is still there and none is new.
 */
export function mendJson(text: string): string | null {
  if (text.length > LONGEST_MENDED) return null;
  let mended: string;
  try {
    mended = jsonrepair(text);
  } catch {
    return null;
  }
  const before = contents(text);
  const after = contents(mended);
  return before.length === after.length && before.every((item, index) => item === after[index])
    ? mended
    : null;
}

/** All that carries meaning, in order. Commas don't: the rest settles where they must stand. */
function contents(text: string): string[] {
  const lexer = new Lexer(text, 0);
  const items: string[] = [];
  let wordBefore: string | null = null;
  for (;;) {
    const token = lexer.next();
    const lexeme = text.slice(token.start, token.end);
    if (wordBefore !== null) {
      const isKey = token.kind === 'colon';
      items.push(isKey ? `text ${wordBefore}` : `word ${PYTHON_TO_JSON.get(wordBefore) ?? wordBefore}`);
      wordBefore = null;
    }
    if (token.kind === 'end') return items;
    if (token.kind === 'word') wordBefore = lexeme;
    else if (token.kind === 'string') items.push(`text ${stringContent(lexeme)}`);
    else if (token.kind !== 'comma') items.push(`${token.kind} ${lexeme}`);
  }
}
