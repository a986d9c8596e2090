/** A text as one word of a command. The name of a model may come from somebody else's sheet file, and be a command of its own. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
