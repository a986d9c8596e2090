import type { ListItem } from '../../../src/kit/text/split-list';

const legalForm =
  /^(?:(?:&|and)\s+\S.*|(?:inc|incorporated|ltd|llc|llp|plc|corp|gmbh|s\.p\.a|s\.r\.l)\.?)$/iu;

/**
 * Two neighbouring entries that may be one name cut at its own comma: the second is only a legal form (`Nike, Inc.`), or,
 * where no brand is known, the title holds the first two with their comma. Null where there are none.
 */
export function findTornName(
  text: string,
  items: readonly ListItem[],
  title: string,
  known: readonly string[],
): string | null {
  const torn = items.findIndex((item, index) => {
    const next = items[index + 1];
    if (next === undefined || !/^\s*[,，、]\s*$/u.test(text.slice(item.end, next.start))) return false;
    if (legalForm.test(next.text) && !known.includes(next.text)) return true;
    return index === 0 && known.length === 0 && oneLine(title).includes(written(item, next));
  });
  const [first, second] = torn < 0 ? [] : items.slice(torn);
  return first && second ? `“${text.slice(first.start, second.end)}”` : null;

  function written(first: ListItem, second: ListItem): string {
    return oneLine(text.slice(first.start, second.end));
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').toLowerCase();
}
