/** These already mean something in a CSV. */
const reserved = /["\r\n\ufeff]/;

/**
 * Writes one cell as Papa.unparse would, in one pass: quoted where it holds a quote, a line break, a byte order mark or
 * the delimiter, or where it begins or ends with a space. The delimiter is one character: with `||`, a cell `|` beside
 * it could not be read back.
 */
export function cellWriter(delimiter: string): (text: string) => string {
  if (delimiter.length !== 1 || reserved.test(delimiter)) {
    throw new Error(
      `Expected a delimiter of one character such as "," or a tab, no quote and no line break, got ${JSON.stringify(delimiter)}.`,
    );
  }
  const special = new RegExp(`["\\r\\n\\ufeff${delimiter.replace(/[\\^\]-]/, '\\$&')}]`);
  return (text) => {
    if (!special.test(text) && !text.startsWith(' ') && !text.endsWith(' ')) return text;
    return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
  };
}
