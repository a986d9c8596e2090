/** Characters that no delimiter may contain, because they already mean something in a CSV. */
const reserved = /["\r\n\ufeff]/;

/**
 * Writes one cell as Papa.unparse would, in one pass: quoted where it holds a quote, a line break, a byte order mark or
 * the delimiter, or where it begins or ends with a space.
 */
export function cellWriter(delimiter: string): (text: string) => string {
  if (delimiter === '' || reserved.test(delimiter)) {
    throw new Error(
      `Expected a delimiter without quotes or line breaks, such as "," or a tab, got ${JSON.stringify(delimiter)}.`,
    );
  }
  // One class of characters is the quickest to look for; a delimiter of several characters is found by its first.
  const special = new RegExp(`["\\r\\n\\ufeff${delimiter.charAt(0).replace(/[\\^\]-]/, '\\$&')}]`);
  const isSpecial = (text: string) =>
    text.startsWith(' ') ||
    text.endsWith(' ') ||
    (special.test(text) && (delimiter.length === 1 || reserved.test(text) || text.includes(delimiter)));
  return (text) => {
    if (!isSpecial(text)) return text;
    return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
  };
}
