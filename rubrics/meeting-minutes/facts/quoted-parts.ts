import { part, type Passage } from './passage';

const QUOTED =
  /“([^”]*)”|「([^」]*)」|『([^』]*)』|"([^"\n]*)"|＂([^＂\n]*)＂|(?<![\p{L}\p{N}])‘([^’]*)’|(?<![\p{L}\p{N}])'([^'\n]*)'(?![A-Za-z0-9])/gu;

export interface SplitPassage {
  /** What stands between quotation marks; of nested quotations the outer one. */
  quotes: Passage[];
  /** What stands around them. */
  around: Passage[];
}

export function splitQuotes(passage: Passage): SplitPassage {
  const quotes: Passage[] = [];
  const around: Passage[] = [];
  let from = 0;
  for (const match of passage.text.matchAll(QUOTED)) {
    const inner = match.slice(1).find(Boolean) ?? '';
    if (!/[\p{L}\p{N}]/u.test(inner)) continue;
    around.push(part(passage, from, match.index));
    quotes.push(part(passage, match.index + 1, match.index + 1 + inner.length));
    from = match.index + match[0].length;
  }
  around.push(part(passage, from, passage.text.length));
  return { quotes, around };
}
