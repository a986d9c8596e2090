import type { Json } from '../../../src/kit/json';

/** What the program decided for one field of the judgement, and why. Null in its place: undecided. */
export interface Finding<T extends Json = Json> {
  value: T;
  because: string;
}

export function finding<T extends Json>(value: T, because: string): Finding<T> {
  return { value, because };
}
