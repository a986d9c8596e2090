import type { ResultColumn } from './result-columns';

interface Width {
  /** In pixels. */
  least: number;
  /** Share of the room that is left. */
  grow: number;
  /** What it gives way to where the first columns would not be seen whole otherwise; `least` where absent. */
  narrow?: number;
}

function widthOf({ kind, order }: ResultColumn): Width {
  switch (kind) {
    case 'case':
      return { least: 132, grow: 4, narrow: 84 };
    case 'verdict':
      return { least: 96, grow: 1, narrow: 84 };
    case 'score':
      return { least: 72, grow: 0 };
    case 'status':
      // The longest word of all languages beside its icon.
      return { least: 120, grow: 1 };
    case 'run':
      return { least: 104, grow: 0 };
    case 'criterion':
      return order === 'number' ? { least: 104, grow: 0 } : { least: 176, grow: 1 };
    case 'rationale':
      return { least: 280, grow: 3 };
    case 'original':
      return { least: 200, grow: 2 };
  }
}

/** What a case came to: seen without scrolling sideways. */
const firstKinds: readonly ResultColumn['kind'][] = ['case', 'verdict', 'score', 'status'];

/**
 * Every row is laid out alone, so widths must follow from the columns and the room, in pixels, and never from what stands in
 * them.
 */
export function layoutOf(
  columns: readonly ResultColumn[],
  room: number = Infinity,
): { template: string; least: string } {
  const first = columns.filter(({ kind }) => firstKinds.includes(kind)).map(widthOf);
  const wanted = sumOf(first.map(({ least }) => least));
  const needed = sumOf(first.map(({ least, narrow = least }) => narrow));
  /** How much of what they can give the first columns keep. */
  const kept = room >= wanted ? 1 : Math.max(0, room - needed) / (wanted - needed);
  const widths = columns.map(widthOf).map(({ least, grow, narrow = least }) => ({
    least: Math.floor(narrow + kept * (least - narrow)),
    grow,
  }));
  return {
    template: widths
      .map(({ least, grow }) => (grow === 0 ? `${least}px` : `minmax(${least}px, ${grow}fr)`))
      .join(' '),
    least: `${sumOf(widths.map(({ least }) => least))}px`,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
