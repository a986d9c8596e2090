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
  [/이레(?!귤)/uy, [days(7)]],
  [/여드레/uy, [days(8)]],
  [/아흐레/uy, [days(9)]],
  [/열흘/uy, [days(10)]],
  [/스무\s?날/uy, [days(20)]],
  [/보름/uy, [days(15), { kind: 'date', day: 15 }]],
  [/일주일/uy, [days(7)]],
  [/격일/uy, [days(2)]],
  [/격주/uy, [days(14)]],
  [/격월/uy, [{ kind: 'amount', value: 2, unit: 'month' }, often(1)]],
  [/매일/uy, [days(1), often(1)]],
  [/매주/uy, [days(7), often(1)]],
  [/매[월달]/uy, [{ kind: 'amount', value: 1, unit: 'month' }, often(1)]],
  [/매년|해마다/uy, [{ kind: 'amount', value: 12, unit: 'month' }, often(1)]],
  // `이에 한해` is no year, so the second reading keeps it from being a claim.
  [/한 해(?![서당])/uy, [{ kind: 'amount', value: 12, unit: 'month' }, often(1)]],
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

/** `매주` is `주 1회`. */
function often(value: number): Reading {
  return { kind: 'amount', value, unit: 'thing' };
}

function days(value: number): Reading {
  return { kind: 'amount', value, unit: 'day' };
}
