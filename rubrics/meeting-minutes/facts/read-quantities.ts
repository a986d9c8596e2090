import { halfDayBefore } from './calendar';
import { readNative, readNumeral } from './numerals';
import type { Quantity, Reading, ReadQuantity } from './quantity';
import { readFigures } from './read-figures';
import { numberAt } from './read-number';
import { readSpecialWord } from './special-words';
import { unitsAt } from './units';

/** How a number can begin; all else is passed over quickly. */
const BEGINNING =
  /[\d영공일이삼사오육륙칠팔구십백천만억조하한두둘세셋석서네넷넉다대여아열스마쉰예나닷엿보반절정자격매해]/u;
/** Numerals that stand alone, without a counter. */
const COUNTED_ALONE = /(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)(?!째)/uy;

/** Every number, date and time of a text, with all the ways to understand it. */
export function readQuantities(text: string): Quantity[] {
  const quantities: Quantity[] = [];
  let at = 0;
  while (at < text.length) {
    const found = quantityAt(text, at);
    if (found === null) at += 1;
    else {
      const words = !/\d/u.test(text.slice(at, found.end));
      const timed = found.readings.some(({ kind }) => kind === 'time');
      const start = timed ? at - (halfDayBefore(text, at)?.length ?? 0) : at;
      add(quantities, text, {
        start,
        end: found.end,
        text: text.slice(start, found.end),
        readings: found.readings,
        written: words ? 'words' : 'digits',
      });
      at = found.end;
    }
  }
  return quantities;
}

/** `2026년`, `3월` and `15일` in a row are one date. */
function add(quantities: Quantity[], text: string, next: Quantity): void {
  const last = quantities.at(-1);
  const whole = last && text.slice(last.end, next.start).trim() === '' ? joinedDate(last, next) : null;
  if (last && whole) {
    quantities[quantities.length - 1] = {
      ...last,
      end: next.end,
      text: text.slice(last.start, next.end),
      readings: [whole],
    };
  } else quantities.push(next);
}

function joinedDate(first: Quantity, second: Quantity): Reading | null {
  const a = first.readings.find((reading) => reading.kind === 'date');
  const b = second.readings.find((reading) => reading.kind === 'date');
  if (!a || !b || a.day !== undefined) return null;
  const dayOfMonth = a.month !== undefined && b.day !== undefined && (b.month ?? a.month) === a.month;
  const monthOfYear = a.month === undefined && b.month !== undefined && b.year === undefined;
  return dayOfMonth || monthOfYear ? { ...a, ...b } : null;
}

function quantityAt(text: string, at: number): ReadQuantity | null {
  const character = text.charAt(at);
  if (!BEGINNING.test(character)) return null;
  const special = readSpecialWord(text, at);
  if (special) return special;
  if (/\d/u.test(character)) return readFigures(text, at);
  const native = readNative(text, at).filter(({ end }) => unitsAt(text, end).length > 0);
  if (native.length > 0) return numberAt(text, at, native);
  COUNTED_ALONE.lastIndex = at;
  if (COUNTED_ALONE.test(text)) return numberAt(text, at, readNative(text, at));
  const sino = readNumeral(text, at).filter(
    ({ end, value }) => unitsAt(text, end).length > 0 || (end - at > 1 && value >= 10),
  );
  return sino.length > 0 ? numberAt(text, at, sino) : null;
}
