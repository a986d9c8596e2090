/** Shorter ones may well be a word of a reply; real ones are not. */
const shortestMasked = 16;
const mark = '[key]';

/** Takes the key out of what a server says: none should say it back, and what it says is shown, stored and exported. */
export class KeyMask {
  /** The key as it may stand in a text; longest first, so that no half of one stays. */
  readonly #forms: readonly string[];

  constructor(key: string) {
    const escaped = JSON.stringify(key).slice(1, -1);
    this.#forms =
      key.length < shortestMasked ? [] : [...new Set([escaped.replaceAll('/', '\\/'), escaped, key])];
  }

  text(said: string): string {
    return this.#forms.reduce((text, form) => text.replaceAll(form, mark), said);
  }

  /** What has come of a text so far, without an end that may be the beginning of the key. */
  begun(soFar: string): string {
    const text = this.text(soFar);
    const held = Math.max(0, ...this.#forms.map((form) => beginningAtEnd(text, form)));
    return text.slice(0, text.length - held);
  }

  /** All texts in it, names of fields included. The very same value where the key is in none. */
  json(value: unknown): unknown {
    if (this.#forms.length === 0) return value;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      const masked = items.map((item) => this.json(item));
      return masked.some((item, index) => item !== items[index]) ? masked : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries: readonly [string, unknown][] = Object.entries(value);
    const masked = entries.map(([name, item]): [string, unknown] => [this.text(name), this.json(item)]);
    return masked.some(([name, item], index) => name !== entries[index]?.[0] || item !== entries[index][1])
      ? Object.fromEntries(masked)
      : value;
  }
}

/** How many letters at the end of a text are the beginning of a word. */
function beginningAtEnd(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(word.slice(0, length))) return length;
  return 0;
}
