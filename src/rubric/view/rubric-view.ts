import type { Json } from '../../kit/json';
import type { Level } from '../rubric';
import type { Known } from '../values';

type LevelState = 'chosen' | 'possible' | 'other';

/**
 * Neighbouring levels may share an end point (30–35, 35–40): a range that only touches a level does not make it possible, and a
 * score on the border belongs to the level that lies deeper within what the program says, or else to the first in the table.
 */
export function levelStates(levels: readonly Level[], known: Known | undefined, hint?: Known): LevelState[] {
  switch (known?.kind) {
    case 'value': {
      const covering = levels.filter((level) => covers(level, known.value));
      const [chosen] =
        hint?.kind === 'range' ? covering.toSorted((a, b) => overlap(b, hint) - overlap(a, hint)) : covering;
      return levels.map((level) => (level === chosen ? 'chosen' : 'other'));
    }
    case 'one-of':
      return levels.map((level) =>
        known.values.some((value) => covers(level, value)) ? 'possible' : 'other',
      );
    case 'range': {
      const overlaps = levels.map((level) => overlap(level, known));
      const inside = overlaps.some((length) => length > 0);
      return overlaps.map((length) => (length > 0 || (length === 0 && !inside) ? 'possible' : 'other'));
    }
    default:
      return levels.map(() => 'other');
  }
}

/** How much of a range lies in a level: negative when they are apart, 0 when they only touch; a single score counts as 1. */
function overlap({ at }: Level, range: { min: number; max: number }): number {
  if (typeof at === 'string' || typeof at === 'boolean') return -1;
  if (typeof at === 'number') return at >= range.min && at <= range.max ? 1 : -1;
  return Math.min(at[1], range.max) - Math.max(at[0], range.min);
}

function covers({ at }: Level, value: Json): boolean {
  if (typeof at !== 'object') return at === value;
  return typeof value === 'number' && value >= at[0] && value <= at[1];
}
