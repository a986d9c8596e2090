import type { ResultColumn } from '../../../state/result-columns';

interface Width {
  /** In pixels. */
  least: number;
  /** Share of the room that is left. */
  grow: number;
}

function widthOf({ kind, order }: ResultColumn): Width {
  switch (kind) {
    case 'case':
      return { least: 132, grow: 4 };
    case 'verdict':
      return { least: 96, grow: 1 };
    case 'score':
      return { least: 72, grow: 0 };
    case 'status':
      return { least: 176, grow: 1 };
    case 'run':
      return { least: 168, grow: 1 };
    case 'criterion':
      return order === 'number' ? { least: 104, grow: 0 } : { least: 176, grow: 1 };
    case 'rationale':
      return { least: 280, grow: 3 };
    case 'original':
      return { least: 200, grow: 2 };
  }
}

/** Every row is laid out alone, so widths must follow from the columns and never from what stands in them. */
export function layoutOf(columns: readonly ResultColumn[]): { template: string; least: string } {
  const widths = columns.map(widthOf);
  return {
    template: widths
      .map(({ least, grow }) => (grow === 0 ? `${least}px` : `minmax(${least}px, ${grow}fr)`))
      .join(' '),
    least: `${widths.reduce((sum, { least }) => sum + least, 0)}px`,
  };
}
