/** Characters that hide or turn text around, and controls that HTML cannot hold. Tab and line breaks are harmless. */
const hidden =
  // eslint-disable-next-line no-misleading-character-class -- these are the characters to be shown
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\ufe00-\ufe0f\uffa0]/gu;
const meaningful = /[&<>"'`]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Markup that was written here, as opposed to text that came from anywhere. */
export class Html {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }
  /** The only way to make one: everything put between the written parts is escaped, unless it is Html itself. */
  static of(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
    let text = parts[0] ?? '';
    values.forEach((value, index) => (text += escapedValue(value) + (parts[index + 1] ?? '')));
    return new Html(text);
  }
  toString(): string {
    return this.#text;
  }
}

export type HtmlValue = string | number | Html | readonly HtmlValue[];

/** markup`<p>${text}</p>`: text is always text. Not named `html`, which Prettier would lay out anew, white space and all. */
export const markup = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  Html.of(parts, ...values);

export const nothing = markup``;

/** Safe between tags and inside quoted attributes. Hidden characters become readable codes. */
export function escapeHtml(text: string): string {
  return text
    .replace(meaningful, (character) => entities[character] ?? '')
    .replace(hidden, (character) => (/[\t\r\n]/.test(character) ? character : codeOf(character)));
}

function escapedValue(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.toString();
  return value.map(escapedValue).join('');
}

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `⟦U+${code}⟧`;
}
