import type { RowNote } from '../model/table';
import { excerpt } from './excerpt';
import type { ObjectCells } from './json-cells';

/** What must be known of a row whose object has a key twice. */
export function repeatedKeys(overruled: ObjectCells['overruled'], row: number): RowNote[] {
  return overruled.map(({ key, text }) => ({ kind: 'repeated-key', row, key, found: excerpt(text) }));
}
