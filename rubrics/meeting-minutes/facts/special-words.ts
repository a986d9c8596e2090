import { readNumeral } from './numerals';
import type { Reading, ReadQuantity } from './quantity';

/** Words that are a number and a unit in one. */
const WORDS: readonly (readonly [RegExp, Reading[]])[] = [
  [/하루/uy, [days(1)]],
  [/이틀/uy, [days(2)]],
  [/사흘/uy, [days(3)]],
  [/나흘/uy, [days(4)]],
  [/닷새/uy, [days(5)]],
  [/엿새/uy, [days(6)]],
  [/열흘/uy, [days(10)]],
  [/보름/uy, [days(15), { kind: 'date', day: 15 }]],
  [/일주일/uy, [days(7)]],
  [/반년/uy, [{ kind: 'amount', value: 6, unit: 'month' }]],
  [/절반/uy, [{ kind: 'amount', value: 50, unit: 'percent' }]],
  [/정오/uy, [{ kind: 'time', minutes: [720] }]],
  [/자정/uy, [{ kind: 'time', minutes: [0, 1440] }]],
];
const FRACTION = /([\d일이삼사오육칠팔구십백]+)\s?분의\s?([\d일이삼사오육칠팔구]+)/uy;

export function readSpecialWord(text: string, at: number): ReadQuantity | null {
  FRACTION.lastIndex = at;
  const fraction = FRACTION.exec(text);
  const [below] = readNumeral(fraction?.[1] ?? '', 0);
  const [above] = readNumeral(fraction?.[2] ?? '', 0);
  if (fraction && below && above && below.value > 0) {
    const share: Reading = { kind: 'amount', value: (100 * above.value) / below.value, unit: 'percent' };
    return { end: at + fraction[0].length, readings: [share] };
  }
  for (const [pattern, readings] of WORDS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { end: at + match[0].length, readings };
  }
  return null;
}

function days(value: number): Reading {
  return { kind: 'amount', value, unit: 'day' };
}
