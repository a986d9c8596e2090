import type { Passage } from './passage';
import { placeOf } from './passage';
import type { Quantity, Reading } from './quantity';
import { readQuantities } from './read-quantities';
import { SaidQuantities } from './said-quantities';
import type { Transcript } from './transcript';

export interface UnsupportedQuantity {
  text: string;
  start: number;
  end: number;
}

/** Numbers a writer of minutes gives to the minutes themselves. */
const OWN_COUNT = /안건|결정|의제|항목|사항|과제|액션|근거|논의|참석|참여|회의록|목록/u;
const WRITTEN_ON = /작성\s?(?:일|일시|일자)/u;
const TOTAL = /총|합계|합산|합쳐|합치|도합|전체|모두|차액|차이|순증|더해|추가로|나머지|잔여|남은/u;
/** Native and Sino-Korean words are read as a claim only before these. */
const CLAIMED_IN_WORDS = new Set(['won', 'percent', 'person', 'month', 'minute', 'dollar']);

/** What the question says in numbers. The task counts too: it may name the date or the place of the meeting. */
export function quantitiesSaid(question: string, transcript: Transcript): SaidQuantities {
  const spoken: string[] = [];
  const stamps: number[] = [];
  let from = 0;
  for (const { start, textStart } of transcript.utterances) {
    for (const { readings } of readQuantities(question.slice(start, textStart))) {
      for (const reading of readings) if (reading.kind === 'stamp') stamps.push(reading.seconds);
    }
    spoken.push(question.slice(from, start));
    from = textStart;
  }
  spoken.push(question.slice(from));
  const text = spoken.join('\n');
  const present: Quantity = {
    start: 0,
    end: 0,
    text: '',
    written: 'digits',
    readings: [{ kind: 'amount', value: transcript.speakers.length, unit: 'person' }],
  };
  return new SaidQuantities(text, [...readQuantities(text), present], stamps);
}

/** Numbers, dates and times of a statement that nothing in the question bears out. In doubt they are left out. */
export function unsupportedIn(passage: Passage, said: SaidQuantities): UnsupportedQuantity[] {
  if (WRITTEN_ON.test(passage.text)) return [];
  return readQuantities(passage.text)
    .filter((quantity) => isClaim(passage.text, quantity) && !isBorneOut(passage.text, quantity, said))
    .map((quantity) => ({ text: quantity.text, ...placeOf(passage, quantity.start, quantity.end) }));
}

function isClaim(text: string, { start, end, readings, written }: Quantity): boolean {
  if (readings.length === 0) return false;
  const before = text.slice(Math.max(0, start - 10), start);
  const after = text.slice(end, end + 10);
  // `v2.3`, `A-12`, `4G`: names, not amounts. `수십`, `몇 십`: no number at all.
  if (/[A-Za-z][-_.]?$/u.test(before) || /^[A-Za-z]/u.test(after)) return false;
  if (/[수몇]\s?$/u.test(before)) return false;
  // `2일 차`, `1주차`, `3년째`: a place in a row, which people call `둘째 날` or `첫째 주`.
  if (/^\s?(?:차|째)(?![원량이익액등])/u.test(after)) return false;
  // `1:1`, `50:50`: a ratio.
  if (/\d\s?:$/u.test(before) || /^:\s?\d/u.test(after)) return false;
  const units = readings.flatMap((reading) => (reading.kind === 'amount' ? [reading.unit] : []));
  if (units.includes('ordinal')) return false;
  // A lone digit without a unit may number anything.
  if (readings.every((reading) => isAmount(reading) && reading.unit === null && reading.value < 10))
    return false;
  if ((units.includes('thing') || units.includes('person')) && OWN_COUNT.test(before + after)) return false;
  if (written === 'digits') return true;
  return (
    !/[\p{L}\p{N}]$/u.test(before) &&
    readings.every(
      (reading) =>
        reading.kind === 'amount' && reading.value >= 2 && CLAIMED_IN_WORDS.has(reading.unit ?? ''),
    )
  );
}

function isBorneOut(text: string, { start, readings }: Quantity, said: SaidQuantities): boolean {
  if (readings.some((reading) => said.supports(reading))) return true;
  if (!TOTAL.test(text.slice(Math.max(0, start - 14), start))) return false;
  return readings.some((reading) => isAmount(reading) && said.supportsTotal(reading));
}

function isAmount(reading: Reading): reading is Extract<Reading, { kind: 'amount' }> {
  return reading.kind === 'amount';
}
