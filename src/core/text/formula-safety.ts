/** What a spreadsheet may run instead of show. Leading apostrophes are looked through, so that escaping can be undone. */
const startsLikeFormula = /^'*\s*[=+\-@\t\r\n]/;
const plainNumber = /^'*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function isRisky(text: string): boolean {
  return startsLikeFormula.test(text) && !plainNumber.test(text);
}

/** Text that a spreadsheet shows as it is. An apostrophe is put before what would run; plain numbers stay numbers. */
export function escapeFormula(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/**
 * The text before `escapeFormula`, whatever it was. Only for files known to be our own exports: in a stranger's file an
 * apostrophe may be part of the text.
 */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && isRisky(text.slice(1)) ? text.slice(1) : text;
}
