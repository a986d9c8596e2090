/** Values of which each is kept once. */
export class Distinct<T> {
  readonly #numbers = new Map<string, number>();
  readonly #values: T[] = [];
  #characters = 0;

  /** How long what is kept is as JSON. */
  get characters(): number {
    return this.#characters;
  }
  get values(): readonly T[] {
    return this.#values;
  }

  /** Its number: the same for what is the same as JSON. */
  add(value: T): number {
    const text = JSON.stringify(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#characters += text.length;
    this.#numbers.set(text, this.#values.length);
    return this.#values.push(value) - 1;
  }

  /** Nothing more comes: what was only needed to compare is let go. */
  close(): void {
    this.#numbers.clear();
  }
}
