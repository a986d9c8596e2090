import { scaleLinear } from 'd3-scale';
import { axis, text, type Tick } from './bars';
import { cutText, textWidth, type Ink, type Mark, type Picture, type PicturePoint } from './picture';

export interface Dot {
  name: string;
  /** The case's name and its score in words, for the table. */
  cells: readonly [string, string];
  from: number;
  /** The same where the value is known; a range is drawn as a stretch. */
  to: number;
  /** `doubtful`: contradicted, so hollow. `open`: not all of it is decided. */
  look: 'sound' | 'doubtful' | 'open';
}

/** More would lie over each other: a histogram says more of them. */
export const mostDots = 200;

/** One dot for each, over a scale: on top of each other where they would overlap. */
export function dotsOverBands({
  width,
  title,
  heads,
  min,
  max,
  edges,
  ticks,
  dots,
}: {
  width: number;
  title: string;
  heads: readonly [string, string];
  min: number;
  max: number;
  /** Where the bands of the scale begin and end, both ends of the scale among them. */
  edges: readonly number[];
  ticks: readonly Tick[];
  dots: readonly Dot[];
}): Picture {
  const inset = 8;
  const across = scaleLinear([min, max], [inset, width - inset]);
  const lanes: number[] = [];
  const placed = dots
    .map((dot, point) => ({ dot, point, x1: across(dot.from), x2: across(dot.to) }))
    .toSorted((a, b) => a.x1 - b.x1 || a.x2 - b.x2)
    .map((each) => {
      const found = lanes.findIndex((end) => end <= each.x1 + 0.01);
      const lane = found < 0 ? lanes.length : found;
      lanes[lane] = each.x2 + 20;
      return { ...each, lane };
    });
  // As high as seven lie loosely; more lie closer.
  const step = Math.min(24, 170 / Math.max(1, lanes.length));
  const radius = Math.min(9, Math.max(2.5, step * 0.42));
  const ground = Math.max(2, lanes.length) * step + 14;
  const bands = edges.slice(1).map((to, index): Mark => {
    const x = across(edges[index] ?? min);
    const ink = index % 2 === 0 ? 'sunken' : 'line';
    return { kind: 'rect', x, y: ground, width: Math.max(1, across(to) - x - 2), height: 12, radius: 2, ink };
  });
  const points: PicturePoint[] = dots.map(({ name }) => ({ name, x: 0, y: 0, width: 0, height: 0 }));
  const marks = placed.flatMap(({ dot, point, x1, x2, lane }): Mark[] => {
    const y = ground - 10 - lane * step;
    const reach = radius + 2;
    points[point] = {
      name: dot.name,
      x: x1 - reach,
      y: y - reach,
      width: x2 - x1 + 2 * reach,
      height: 2 * reach,
    };
    if (x2 - x1 > 1) {
      const ink = dot.look === 'doubtful' ? 'bad' : 'open';
      const ends = [x1, x2].map((x): Mark => ({ kind: 'circle', x, y, radius: radius * 0.6, ink, point }));
      return [{ kind: 'line', x1, y1: y, x2, y2: y, width: 2, ink, point }, ...ends];
    }
    if (dot.look !== 'doubtful') {
      const ink = dot.look === 'open' ? 'open' : 'accent';
      return [{ kind: 'circle', x: x1, y, radius: ink === 'open' ? radius * 0.6 : radius, ink, point }];
    }
    return [{ kind: 'circle', x: x1, y, radius: Math.max(2, radius - 1), ink: 'bad', hollow: true, point }];
  });
  return {
    width,
    height: ground + 36,
    title,
    marks: [...bands, ...marks, ...axis(width, ground + 25, inset, ticks)],
    // Keys walk from the lowest score to the highest.
    points,
    table: [heads, ...dots.map(({ cells }) => cells)],
  };
}

/** Where a side stands on the scale: a value, or a range that it lies in. */
export interface Stretch {
  from: number;
  to: number;
}

export interface Dumbbell {
  label: string;
  /** Older and newer; null where nothing is known. */
  a: Stretch | null;
  b: Stretch | null;
  /** Both in words: "72 → 80". */
  values: string;
  /** What changed, in words: "Fail → Pass". */
  note: string;
  /** The verdict changed. */
  flipped: boolean;
  name: string;
  cells: readonly string[];
}

/** Two values for each row, on one line: ○ the older, ● the newer. */
export function dumbbells({
  width,
  title,
  sides,
  heads,
  min,
  max,
  ticks,
  rows,
}: {
  width: number;
  title: string;
  sides: readonly [string, string];
  heads: readonly string[];
  min: number;
  max: number;
  ticks: readonly Tick[];
  rows: readonly Dumbbell[];
}): Picture {
  // Where there is little room, words stand above.
  const narrow = width < 520;
  const widest = (words: readonly string[]) => Math.max(0, ...words.map((each) => textWidth(each))) + 4;
  const left = narrow ? 0 : Math.min(width * 0.36, widest(rows.map(({ label }) => label)));
  const numbers = narrow ? 0 : Math.min(width * 0.2, widest(rows.map(({ values }) => values)));
  const right = narrow ? 0 : Math.min(width * 0.24, widest(rows.map(({ note }) => note)));
  const across = scaleLinear(
    [min, max],
    [left + numbers + (narrow ? 8 : 24), width - right - (narrow ? 8 : 16)],
  );
  const rowHeight = narrow ? 64 : 28;
  const top = narrow ? 52 : 30;
  const bottom = top + rows.length * rowHeight;
  const first = narrow ? 0 : across(min) - 6;
  const room = narrow ? width - 18 : (width - first - 60) / 2;
  const second = narrow ? { x: 0, y: 32 } : { x: first + 38 + Math.min(room, textWidth(sides[0])), y: 10 };
  const marks: Mark[] = [
    { kind: 'circle', x: first + 6, y: 10, radius: 5, ink: 'accent', hollow: true },
    text(first + 18, 10, cutText(sides[0], room), { ink: 'text' }),
    { kind: 'circle', x: second.x + 6, y: second.y, radius: 6, ink: 'accent' },
    text(second.x + 18, second.y, cutText(sides[1], room), { ink: 'text' }),
  ];
  const passes = ticks.filter(({ strong }) => strong).map(({ at }) => across(min + at * (max - min)));
  const points = rows.map((row, point): PicturePoint => {
    const { label, values, note, flipped, name } = row;
    const start = top + point * rowHeight;
    const middle = start + (narrow ? 46 : rowHeight / 2);
    const under = narrow ? start + 27 : middle;
    const noteRoom = narrow ? width * 0.5 : right;
    const look = { ink: flipped ? 'bad' : 'soft', anchor: 'end', strong: flipped, point } as const;
    const quiet = { ink: 'soft', anchor: narrow ? 'start' : 'end', point } as const;
    const valuesRoom = narrow ? width * 0.46 : numbers;
    marks.push(
      text(0, narrow ? start + 9 : middle, cutText(label, narrow ? width : left - 4), { ink: 'text', point }),
      text(narrow ? 0 : left + 8 + numbers, under, cutText(values, valuesRoom), quiet),
      text(width, under, cutText(note, noteRoom), look),
      { kind: 'line', x1: across(min), y1: middle, x2: across(max), y2: middle, ink: 'line', point },
      // Where the verdict turns; never through words.
      ...passes.map((x): Mark => {
        const [y1, y2] = narrow ? [middle - 9, middle + 9] : [start, start + rowHeight];
        return { kind: 'line', x1: x, y1, x2: x, y2, ink: 'strong-line', point };
      }),
      ...pairMarks(row, across, middle, point),
    );
    return { name, x: 0, y: start, width, height: rowHeight };
  });
  const inner = across(max) - across(min);
  const below = axis(inner, bottom + 12, 0, ticks).map((mark) =>
    mark.kind === 'text' ? { ...mark, x: mark.x + across(min) } : mark,
  );
  return {
    width,
    height: bottom + 24,
    title,
    marks: [...marks, ...below],
    points,
    table: [heads, ...rows.map(({ cells }) => cells)],
  };
}

type Across = (value: number) => number;

const isRange = ({ from, to }: Stretch) => from !== to;
const centre = ({ from, to }: Stretch) => (from + to) / 2;

function pairMarks(row: Dumbbell, across: Across, y: number, point: number): Mark[] {
  const { a, b, flipped } = row;
  const ink = flipped ? 'bad' : 'accent';
  const marks: Mark[] = [];
  if (a && b && centre(a) !== centre(b)) {
    const ends = { x1: across(centre(a)), y1: y, x2: across(centre(b)), y2: y };
    marks.push({ kind: 'line', ...ends, width: flipped ? 3 : 2, ink, point });
  }
  const bar = (side: Stretch, height: number, inset: number, fill: Ink): Mark => {
    const x = across(side.from) + inset;
    const width = Math.max(6, across(side.to) - across(side.from)) - 2 * inset;
    return { kind: 'rect', x, y: y - height / 2, width, height, radius: height / 2, ink: fill, point };
  };
  const open = flipped ? 'bad' : 'open';
  // The older is the wider one and hollow, so that both are seen where they lie over each other.
  if (a && isRange(a)) marks.push(bar(a, 14, 0, open), bar(a, 11, 1.5, 'surface'));
  if (b && isRange(b)) marks.push(bar(b, 6, 0, open));
  const dot = (side: Stretch, radius: number, hollow: boolean): Mark => {
    return { kind: 'circle', x: across(side.from), y, radius, ink, hollow, point };
  };
  if (a && !isRange(a)) marks.push(dot(a, 6, true));
  const same = a && b && !isRange(a) && a.from === b.from;
  if (b && !isRange(b)) marks.push(dot(b, same ? 3 : a && isRange(a) ? 4.5 : 6, false));
  return marks;
}
