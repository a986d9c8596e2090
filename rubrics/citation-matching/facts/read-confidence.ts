import type { Json, JsonObject } from '../../../src/kit/json';
import { read, unreadable, type Reading } from './reading';

export interface StatedConfidence {
  figure: number;
  /** Written with a per cent sign, so its scale needs no finding out. */
  isPercent: boolean;
}

/** What a match states as `confidence` or `score`, on whichever scale; null where it states none. */
export function statedConfidence(item: JsonObject): Reading<StatedConfidence | null> {
  let found: StatedConfidence | null = null;
  for (const value of [item['confidence'], item['score']]) {
    if (value === undefined || value === null) continue;
    const stated = readFigure(value);
    if (stated === null) {
      return unreadable(({ problems }) => problems.confidence(JSON.stringify(value)));
    }
    if (found !== null && (found.figure !== stated.figure || found.isPercent !== stated.isPercent)) {
      return unreadable(({ problems }) => problems.twoConfidences);
    }
    found = stated;
  }
  return read(found);
}

function readFigure(value: Json): StatedConfidence | null {
  const percent = typeof value === 'string' ? /^\s*(\d+(?:[.,]\d+)?)\s*%\s*$/.exec(value)?.[1] : undefined;
  const figure = percent === undefined ? value : Number(percent.replace(',', '.'));
  if (typeof figure !== 'number' || figure < 0 || figure > 100) return null;
  return { figure, isPercent: percent !== undefined };
}

/**
 * All confidences of an output in per cent. Where none is above 1 they are shares of 1. A fraction beside figures above 1
 * may be either, so such an output is not read.
 */
export function toPercent(stated: readonly (StatedConfidence | null)[]): Reading<(number | null)[]> {
  const unmarked = stated.flatMap((one) => (one === null || one.isPercent ? [] : [one.figure]));
  const isShare = unmarked.every((figure) => figure <= 1);
  const fraction = unmarked.find((figure) => figure > 0 && figure < 1);
  const other = unmarked.find((figure) => figure > 1);
  if (other !== undefined && fraction !== undefined) {
    return unreadable(({ problems }) => problems.mixedScales(fraction, other));
  }
  return read(
    stated.map((one) =>
      one === null ? null : rounded(isShare && !one.isPercent ? one.figure * 100 : one.figure),
    ),
  );
}

/** 0.55 × 100 is a little more than 55 in binary fractions, and would break a ceiling it keeps. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
