import type { Json } from '../../../src/kit/json';
import type { Say } from './words';

/** What the program decided for one field of the judgement, and why. Null in its place: undecided. */
export interface Finding<T extends Json = Json> {
  value: T;
  because: Say;
}

export function finding<T extends Json>(value: T, because: Say): Finding<T> {
  return { value, because };
}
