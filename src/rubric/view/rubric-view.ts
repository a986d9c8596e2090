import type { Json } from '../../kit/json';
import { criterionPath, type Level, type Rubric } from '../rubric';
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
  if (typeof at === 'string') return -1;
  if (typeof at === 'number') return at >= range.min && at <= range.max ? 1 : -1;
  return Math.min(at[1], range.max) - Math.max(at[0], range.min);
}

function covers({ at }: Level, value: Json): boolean {
  if (typeof at !== 'object') return at === value;
  return typeof value === 'number' && value >= at[0] && value <= at[1];
}

/** The label of the criterion, part or note at a path; failing that, of what stands beside it in the same object. */
export function labelOfPath(rubric: Rubric, path: string): string {
  const named = rubric.criteria.flatMap((criterion) => [
    { path: criterionPath(criterion), label: criterion.label },
    ...criterion.parts.map((part) => ({ path: part.score, label: `${criterion.label}: ${part.label}` })),
  ]);
  const exact = [...named, ...rubric.notes].find((candidate) => candidate.path === path);
  if (exact) return exact.label;
  const parent = parentOf(path);
  const beside = parent === '' ? undefined : named.find((candidate) => parentOf(candidate.path) === parent);
  if (beside) return beside.label;
  const words = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
