interface Uses<T> {
  /** The number that counts. */
  counts: () => T;
  take: (value: T) => void;
}

export function typedNumber({ counts, take }: Uses<number>) {
  return typed(counts, (value) => {
    if (value !== null) take(value);
    return value !== null;
  });
}

/** Of a field that may be left empty. */
export function typedNumberOrNone({ counts, take }: Uses<number | null>) {
  return typed(counts, (value) => {
    take(value);
    return true;
  });
}

/**
 * What a person types into a number field. Within the field's bounds it is taken. What lies beyond them stays in the field as it
 * was typed, to be shown as wrong, and the number from before still counts.
 */
function typed(counts: () => number | null, accept: (value: number | null) => boolean) {
  /** What counted when something wrong was typed; once another number counts, the field shows that one. */
  let typedOver = $state.raw<{ counted: number | null } | null>(null);
  /** While it is being typed: what is half typed is not wrong yet. */
  function readSound({ validity, valueAsNumber }: HTMLInputElement): boolean {
    if (!validity.valid || !accept(Number.isNaN(valueAsNumber) ? null : valueAsNumber)) return false;
    typedOver = null;
    return true;
  }
  return {
    get wrong(): boolean {
      return typedOver?.counted === counts();
    },
    /** Once the field is left. */
    read(field: HTMLInputElement): void {
      if (!readSound(field)) typedOver = { counted: counts() };
    },
    readSound,
  };
}
