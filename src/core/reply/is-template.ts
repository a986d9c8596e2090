const LONGEST = 2_000;
const KEY = /"[^"\\]{1,80}"\s*:/g;
const PLACEHOLDER = /"(?:<[^<>"{}]{1,80}>|\.{3}|…)"|<[^<>"{}]{1,80}>|\.{3}|…/g;

/**
 * Whether an object only shows the form of an answer: `{"score": <n>}`. All its values are placeholders, so it can
 * neither be the answer that replaced an earlier one nor hide a value of the answer it may be part of.
 */
export function isTemplate(text: string): boolean {
  if (text.length > LONGEST) return false;
  const values = text.replace(KEY, '');
  const rest = values.replace(PLACEHOLDER, '');
  return rest !== values && /^[\s{}[\],]*$/.test(rest);
}
