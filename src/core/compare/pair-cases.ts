import type { CaseMark } from './compared-run';

/** Rows of the same case in both runs. */
export interface CasePair {
  a: number;
  b: number;
  /**
   * `key`: the same case of one sheet. In two sheets, `id`: same id, same input. `input`: same input under another id. `changed`:
   * same id, another input.
   */
  by: 'key' | 'id' | 'input' | 'changed';
}

export interface CasePairs {
  /** Same input; in the order of A. */
  pairs: CasePair[];
  /** The case behind the id is not the same any more; in the order of A. */
  changed: CasePair[];
  onlyA: number[];
  onlyB: number[];
}

const casesPerPause = 500;

type Pass = [key: (mark: CaseMark) => string | number, by: 'key' | 'same' | 'changed'];

const withinSheet: readonly Pass[] = [[({ key }) => key, 'key']];
const acrossSheets: readonly Pass[] = [
  [({ id, hash }) => `${id.length}:${id}${hash}`, 'same'],
  [({ hash }) => hash, 'same'],
  [({ id }) => id, 'changed'],
];

/**
 * Finds the cases of A in B, by their keys where both runs are of one sheet. Across sheets the input decides: ids made from row
 * numbers shift when a row is put in, and then the same id stands for another case. Cases with the same input twice are paired in
 * their order. Offers to pause at every `yield`.
 */
export function* pairCases(
  a: readonly CaseMark[],
  b: readonly CaseMark[],
  sameSheet: boolean,
): Generator<void, CasePairs, void> {
  const partner = new Int32Array(a.length).fill(-1);
  const isTaken = new Uint8Array(b.length);
  const pairs: CasePair[] = [];
  const changed: CasePair[] = [];
  for (const [key, by] of sameSheet ? withinSheet : acrossSheets) {
    const waiting = new Map<string | number, number[]>();
    for (const [place, mark] of b.entries()) {
      if (place % casesPerPause === casesPerPause - 1) yield;
      if (isTaken[place] === 1) continue;
      const text = key(mark);
      const places = waiting.get(text);
      if (places === undefined) waiting.set(text, [place]);
      else places.push(place);
    }
    // Taken from the end, so the first must stand last.
    for (const places of waiting.values()) places.reverse();
    for (const [place, mark] of a.entries()) {
      if (place % casesPerPause === casesPerPause - 1) yield;
      if (partner[place] !== -1) continue;
      const found = waiting.get(key(mark))?.pop();
      if (found === undefined) continue;
      partner[place] = found;
      isTaken[found] = 1;
      if (by === 'changed') changed.push({ a: place, b: found, by });
      else if (by === 'key') pairs.push({ a: place, b: found, by });
      else pairs.push({ a: place, b: found, by: b[found]?.id === mark.id ? 'id' : 'input' });
    }
  }
  return {
    pairs: pairs.sort((one, other) => one.a - other.a),
    changed,
    onlyA: placesWhere(a.length, (place) => partner[place] === -1),
    onlyB: placesWhere(b.length, (place) => isTaken[place] === 0),
  };
}

function placesWhere(length: number, holds: (place: number) => boolean): number[] {
  const places: number[] = [];
  for (let place = 0; place < length; place += 1) if (holds(place)) places.push(place);
  return places;
}
