import type { Json } from '../model/json';
import type { Known } from '../model/judgement';
import type { Words } from './words';

/** Twelve digits are more than any rubric needs and fewer than binary fractions spoil. */
function showNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** A value as a person reads it in a message. */
export function showJson(value: Json, words: Words): string {
  if (value === null) return words.none;
  if (typeof value === 'string') return value === '' ? words.empty : value;
  if (typeof value === 'number') return showNumber(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const parts = Array.isArray(value)
    ? value.map((item) => showJson(item, words))
    : Object.entries(value).map(([key, item]) => `${key}: ${showJson(item, words)}`);
  return parts.length === 0 ? words.none : parts.join(', ');
}

export function showRange(range: { min: number; max: number }, words: Words): string {
  return `${showNumber(range.min)}${words.to}${showNumber(range.max)}`;
}

/** A longer list of possibilities tells a reader less than the word for all of them. */
const mostNamed = 3;

export function showKnown(known: Known, words: Words): string {
  switch (known.kind) {
    case 'value':
      return showJson(known.value, words);
    case 'range':
      return showRange(known, words);
    case 'one-of':
      if (known.values.length > mostNamed) return words.undecided;
      return known.values.map((value) => showJson(value, words)).join(words.or);
    case 'undecided':
      return words.undecided;
    case 'error':
      return words.notComputable(known.message);
  }
}
