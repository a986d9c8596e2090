const THOUGHT_TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|\[(\/?)THINK\]/iy;
/** Global, so that it is searched from `lastIndex` on. */
export const THOUGHT_END = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/gi;
/** The rest of the line is empty, or an answer begins. */
const BEFORE_ANSWER = /[ \t\r]*(?:\n|$|[{[`])/y;

export function thoughtTag(text: string, at: number): { opens: boolean; end: number } | null {
  THOUGHT_TAG.lastIndex = at;
  const match = THOUGHT_TAG.exec(text);
  if (match === null) return null;
  return { opens: match[1] !== '/' && match[2] !== '/', end: THOUGHT_TAG.lastIndex };
}

/**
 * Whether a closing tag ends a thought that was opened before the reply began. Amid a sentence it is only spoken of, though
 * thoughts may end in mid-line.
 */
export function endsThought(text: string, at: number, end: number, from: number): boolean {
  BEFORE_ANSWER.lastIndex = end;
  return BEFORE_ANSWER.test(text) || beginsLine(text, at, from);
}

/**
 * Nothing but spaces between `at` and the start of its line, or `from` if that is nearer. An opening tag that is never closed
 * is meant as one only there: `The minutes mention a <think> tag` opens no thought.
 */
export function beginsLine(text: string, at: number, from: number): boolean {
  let before = at - 1;
  while (before >= from && ' \t\r\ufeff'.includes(text.charAt(before))) before -= 1;
  return before < from || text.charAt(before) === '\n';
}
