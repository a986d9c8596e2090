import type { Span } from '../proposal';
import { findMaxima, findRanges } from './ranges';
import type { Range } from './ranges';
import type { PromptText } from '../text-lines';

/** A place where the text states a scale. */
export interface ScaleStatement {
  range: Range;
  line: number;
  /** The words before it in its line: they may name what is scored. */
  before: string;
  /** In brackets behind a name, or in a sentence. */
  span: Span;
}

/** A scale starts low; "95-100" is a band of something. */
const HIGHEST_START = 1;

/** A text with more is no judge prompt. */
const MOST_SCALES = 200;

export function findScales(text: PromptText, skipped: ReadonlySet<number>): ScaleStatement[] {
  const found = text.lines.flatMap((line) => {
    if (skipped.has(line.index) || line.plain === '' || line.fence || !/\d/u.test(line.text)) return [];
    const ranges = findRanges(line.text).filter(({ min = 0 }) => min <= HIGHEST_START);
    const maxima = findMaxima(line.text).filter(
      ({ at }) => !ranges.some((range) => Math.abs(range.at - at) < 6),
    );
    return [...ranges, ...maxima].map(({ at, length, ...range }) => ({
      range,
      line: line.index,
      before: line.text.slice(Math.max(0, at - 90), at),
      span: { from: line.from + at, to: line.from + at + length },
    }));
  });
  return found.slice(0, MOST_SCALES);
}

/** Whether two statements can both be true: an end that one leaves open does not clash. */
export function agree(one: Range, other: Range): boolean {
  const same = (a: number | undefined, b: number | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return same(one.min, other.min) && same(one.max, other.max);
}

/** What both say together. */
export function joined(one: Range, other: Range): Range {
  const min = one.min ?? other.min;
  const max = one.max ?? other.max;
  const whole = one.whole ?? other.whole;
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(whole === undefined ? {} : { whole }),
  };
}

export const showRange = ({ min, max }: Range): string => `${min ?? '…'}–${max ?? '…'}`;
