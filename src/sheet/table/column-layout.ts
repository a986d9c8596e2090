import type { Criterion } from '../../rubric/rubric';
import { verdictMeaning, type Known } from '../../rubric/values';
import type { ResultColumn } from './result-columns';

/** How good a value is, from 0 to 4, by the rubric's levels; null for a label that is neither good nor bad, and where it is open. */
export function levelOf(criterion: Criterion, known: Known): number | null {
  if (known.kind !== 'value') return null;
  const { min, max = 1, levels, better } = criterion;
  const { value } = known;
  const worth = levels.flatMap((level) => level.value ?? []);
  const own = levels.find(({ at }) => at === value)?.value;
  let share: number;
  if (own !== undefined && worth.length > 1) {
    share = (own - Math.min(...worth)) / (Math.max(...worth) - Math.min(...worth) || 1);
  } else if (typeof value === 'number') {
    const steps = levels
      .flatMap(({ at }) =>
        typeof at === 'number'
          ? { at, spans: false }
          : typeof at === 'object'
            ? { at: at[0], spans: true }
            : [],
      )
      .sort((a, b) => a.at - b.at);
    const reached = steps.filter((step) => step.at <= value).length - 1;
    const [step, next] = [steps[reached], steps[reached + 1]];
    // Between two levels that are points the scale goes on.
    const beyond = step && next && !step.spans ? (value - step.at) / (next.at - step.at) : 0;
    share = steps.length > 1 ? (reached + beyond) / (steps.length - 1) : (value - min) / (max - min);
  } else if (typeof value === 'boolean' && better !== undefined) {
    share = Number(value);
  } else {
    return typeof value === 'string'
      ? { pass: 4, fail: 0, none: null }[verdictMeaning(value) ?? 'none']
      : null;
  }
  const good = Math.min(1, Math.max(0, better === 'low' ? 1 - share : share));
  return Math.round(good * 4);
}

interface Width {
  least: number;
  grow: number;
  /** What it gives way to where not all of them are seen otherwise; `least` where absent. */
  narrow?: number;
}

const widths: Record<Exclude<ResultColumn['kind'], 'verdict' | 'criteria'>, Width> = {
  // Its least has room for a note on one line.
  case: { least: 240, grow: 4, narrow: 120 },
  score: { least: 84, grow: 0, narrow: 80 },
  // The longest word of all languages beside its icon.
  status: { least: 132, grow: 1 },
  why: { least: 176, grow: 2 },
  // “Replies” and its like stay whole.
  run: { least: 68, grow: 0, narrow: 66 },
  criterion: { least: 176, grow: 1 },
  rationale: { least: 280, grow: 3 },
  original: { least: 200, grow: 2 },
};
/** Of a criterion with points. */
const points: Width = { least: 84, grow: 0, narrow: 60 };
/** Of a square with the gap beside it, and of what is left free at both sides of a cell. */
const square = 18;
const padding = 12;

function widthOf({ kind, order, squares }: ResultColumn, verdicts: readonly string[]): Width {
  if (kind === 'verdict')
    return { least: verdictWidth(verdicts), grow: 0, narrow: Math.min(84, verdictWidth(verdicts)) };
  if (kind === 'criteria') {
    const inRow = Math.ceil(squares / (squares > 12 ? 2 : 1));
    return { least: Math.max(64, inRow * square) + padding, grow: 0 };
  }
  return kind === 'criterion' && order === 'number' ? points : widths[kind];
}
/** For the longest word of every verdict, and every verdict on two lines. */
function verdictWidth(verdicts: readonly string[]): number {
  const letter = (text: string) => (/[\u1100-\uffdc]/.test(text) ? 12 : 7.6);
  const widest = verdicts.map((text) => {
    const words = text.split(' ').map(({ length }) => length);
    return Math.max(...words, words.length > 1 ? text.length / 2 + 1 : 0) * letter(text);
  });
  return Math.ceil(Math.max(48, ...widest)) + 20 + padding;
}

function scaled({ least, grow, narrow = least }: Width, size: number): Width {
  return { least: Math.ceil(least * size), grow, narrow: Math.ceil(narrow * size) };
}

/** Every row is laid out alone, so widths follow from the columns and the room, in pixels, and never from what a row shows. */
export function layoutOf(
  columns: readonly ResultColumn[],
  room: number = Infinity,
  verdicts: readonly string[] = [],
  /** How large text is, against the usual. */
  size = 1,
): { template: string; least: string } {
  const all = columns.map((column) =>
    scaled(widthOf(column, verdicts), column.kind === 'criteria' ? 1 : size),
  );
  const wanted = sumOf(all.map(({ least }) => least));
  const needed = sumOf(all.map(({ least, narrow = least }) => narrow));
  /** How much of what they can give the columns keep. */
  const kept = room >= wanted ? 1 : Math.max(0, room - needed) / (wanted - needed);
  const tracks = all.map(({ least, grow, narrow = least }) => ({
    least: Math.floor(narrow + kept * (least - narrow)),
    grow,
  }));
  return {
    template: tracks
      .map(({ least, grow }) => (grow === 0 ? `${least}px` : `minmax(${least}px, ${grow}fr)`))
      .join(' '),
    least: `${sumOf(tracks.map(({ least }) => least))}px`,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
