interface Tools<T extends number | null> {
  /** The number that counts. */
  counts: () => T;
  take: (value: T) => void;
  /** Not every field may be left empty. */
  admits: (value: number | null) => value is T;
}

/**
 * What a person types into a number field. Within the field's bounds it is taken. What lies beyond them stays there as it was
 * typed, to be told, and the number from before goes on counting.
 */
class TypedNumber<T extends number | null> {
  readonly #tools: Tools<T>;
  /** What counted when something wrong was typed; once another number counts, the field shows that one. */
  #typedOver = $state.raw<{ counted: T } | null>(null);

  constructor(tools: Tools<T>) {
    this.#tools = tools;
  }

  get wrong(): boolean {
    return this.#typedOver?.counted === this.#tools.counts();
  }
  /** Once the field is left. */
  read(field: HTMLInputElement): void {
    if (!this.readSound(field)) this.#typedOver = { counted: this.#tools.counts() };
  }
  /** While it is being typed: what is half typed is not wrong yet. */
  readSound({ validity, valueAsNumber }: HTMLInputElement): boolean {
    const value = Number.isNaN(valueAsNumber) ? null : valueAsNumber;
    if (!validity.valid || !this.#tools.admits(value)) return false;
    this.#typedOver = null;
    this.#tools.take(value);
    return true;
  }
}

type Uses<T extends number | null> = Pick<Tools<T>, 'counts' | 'take'>;

export function typedNumber(uses: Uses<number>): TypedNumber<number> {
  return new TypedNumber({ ...uses, admits: (value) => value !== null });
}
/** Of a field that may be left empty. */
export function typedNumberOrNone(uses: Uses<number | null>): TypedNumber<number | null> {
  return new TypedNumber({
    ...uses,
    admits: (value): value is number | null => value === null || Number.isFinite(value),
  });
}
