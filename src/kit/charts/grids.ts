import { text } from './bars';
import {
  cutText,
  flow,
  hatched,
  hatching,
  inkOver,
  round,
  rounded,
  textSize,
  textWidth,
  wrapText,
  type Ink,
  type Mark,
  type Picture,
  type PicturePoint,
} from './picture';

export interface HeatCell {
  /** What stands in it: "32". */
  text: string;
  /** Null where it is open: hatched. */
  ink: Ink | null;
  /** Facts differ: marked in the corner. */
  differs: boolean;
  name: string;
}

export interface HeatRow {
  label: string;
  name: string;
  cells: readonly HeatCell[];
  /** What stands in place of cells: "Not judged". */
  missing: string;
  /** The row of the table: the label and what the cells say. */
  table: readonly string[];
}

const gap = 4;

/** What a map makes room for: the names of its rows, and what stands in its cells. */
export interface HeatTexts {
  labels: readonly string[];
  texts: readonly string[];
}

/** Where the names of rows and their cells stand. */
export interface HeatLayout {
  width: number;
  /** How wide the column of names is; without one they stand above the cells. */
  left: number;
  cell: number;
  above: number;
  rowHeight: number;
  /** How many lines names and cells may take. */
  lines: keyof typeof rowHeights;
}

const widestCell = 300;
const cellLine = 15;
/** Of words that would be cut in their cell otherwise, and of all words of a narrow map. */
const smallText = 11;
/** How high a row is whose texts take so many lines. */
const rowHeights = { 1: 28, 2: 34, 3: 46 };

/** Names and cells each get what they need where there is room for both; else they are broken into two lines. */
export function heatLayout(
  width: number,
  heads: readonly string[],
  { labels, texts }: HeatTexts,
): HeatLayout {
  const widest = (words: readonly string[]) =>
    words.reduce((most, each) => Math.max(most, textWidth(each)), 0);
  const count = Math.max(1, heads.length);
  // A file may show them in a wider font.
  const named = widest(labels) * 1.05 + 12;
  const narrow = width < 480;
  const needed = Math.max(60, widest(heads.flatMap((head) => head.split(' '))), widest(texts) + 8) + gap + 6;
  const left = narrow ? 0 : Math.min(named, Math.max(width * 0.28, width - count * needed));
  const cell = Math.min(narrow ? width : widestCell, (width - left) / count);
  const isBroken = (!narrow && left < named) || widest(texts) + 8 > cell - gap;
  const above = narrow ? 20 : 0;
  const lines = isBroken ? (narrow ? 3 : 2) : 1;
  return { width, left, cell, above, rowHeight: above + rowHeights[lines], lines };
}

export function heatHeads(layout: HeatLayout, heads: readonly string[]): { marks: Mark[]; height: number } {
  const { width, left, cell } = layout;
  const longest = Math.max(0, ...heads.flatMap((head) => head.split(' ')).map((word) => textWidth(word)));
  // Where words have no room, numbers tell columns apart, and a line above says which is which.
  const numbered = cell < 72 && longest > cell - gap;
  const named = numbered ? heads.map((head, place) => cutText(`${place + 1} ${head}`, width)) : [];
  const { places, height: top } = flow(
    width,
    named.map((words) => textWidth(words)),
  );
  const lines = heads.map((head, place) =>
    numbered ? [String(place + 1)] : wrapText(head, cell - gap - 6, 3),
  );
  const most = Math.max(1, ...lines.map(({ length }) => length));
  const marks = lines.flatMap((words, column) =>
    words.map((line, index) => {
      const y = top + (most - words.length + index) * 17 + 9;
      return text(left + column * cell, y, line, { ink: 'soft', strong: true });
    }),
  );
  const names = named.map((words, place) =>
    text(places[place]?.x ?? 0, (places[place]?.y ?? 0) + 9, words, { ink: 'soft' }),
  );
  return { marks: [...names, ...marks], height: top + most * 17 + 6 };
}

/** Lines around a middle. */
function stacked(
  x: number,
  middle: number,
  lines: readonly string[],
  look: Parameters<typeof text>[3],
): Mark[] {
  const step = look.size === undefined ? cellLine : look.size + 2;
  const first = middle - ((lines.length - 1) * step) / 2;
  return lines.map((line, index) => text(x, first + index * step, line, look));
}

/** Rows of the map without its heads, so that a long one can be drawn piece by piece. */
export function heatRows(
  layout: HeatLayout,
  rows: readonly HeatRow[],
  columns: number,
  top = 0,
): Pick<Picture, 'marks' | 'points'> {
  const { width, left, cell, above, rowHeight, lines } = layout;
  const points: PicturePoint[] = [];
  const words: Mark[] = [];
  // All fields of one ink are one mark: a browser is slow at placing many.
  const fields = new Map<Ink, string>();
  const fill = (ink: Ink, path: string) => fields.set(ink, (fields.get(ink) ?? '') + path);
  let slanted = '';
  let behind = '';
  let edges = '';
  let corners = '';
  rows.forEach((row, index) => {
    const y = top + index * rowHeight;
    const name = { x: 0, y, width: above > 0 ? width : left - 6, height: above > 0 ? above : rowHeight };
    const named = wrapText(row.label, name.width, above > 0 ? 1 : lines);
    words.push(...stacked(0, y + name.height / 2, named, { ink: 'text' }));
    points.push({ name: row.name, ...name });
    const start = { y: y + above + gap / 2, height: rowHeight - above - gap };
    const middle = start.y + start.height / 2;
    if (row.cells.length === 0)
      words.push(text(left, middle, cutText(row.missing, width - left), { ink: 'soft' }));
    for (let column = 0; column < columns; column += 1) {
      const box = { ...start, x: left + column * cell, width: Math.max(2, cell - gap) };
      const drawn = row.cells[column];
      points.push({ name: drawn?.name ?? `${row.label}: ${row.missing}`, ...box });
      if (!drawn) continue;
      const { ink, differs } = drawn;
      if (ink) fill(ink, rounded(box));
      else slanted += hatching(box);
      // Strong words are wider than others.
      const room = (box.width - (lines > 2 ? 4 : 8)) * 0.95;
      const wrapped = (size: number) =>
        drawn.text === '' ? [] : wrapText(drawn.text, size === textSize ? room : room + 4, lines, size);
      const isNumber = /\d/.test(drawn.text);
      const isCut = (said: readonly string[]) => said.some((line) => /[…-]$/.test(line));
      const whole = wrapped(textSize);
      const size = (lines > 2 && !isNumber) || isCut(whole) ? smallText : textSize;
      const said = size === textSize ? whole : wrapped(size);
      // The beginning of a word tells it; that of a number would tell another.
      if (said.length > 0 && !(isCut(said) && (box.width < 28 || isNumber))) {
        const x = box.x + box.width / 2;
        // Legible over the lines.
        const ground = Math.max(...said.map((line) => textWidth(line, size))) + 8;
        if (!ink)
          behind += rounded({ x: x - ground / 2, y: box.y + 3, width: ground, height: box.height - 6 });
        const look = {
          ink: ink ? inkOver(ink) : 'soft',
          anchor: 'middle',
          strong: ink !== null,
          size,
        } as const;
        words.push(...stacked(x, middle, said, look));
      }
      if (differs) {
        const right = round(box.x + box.width);
        // A pale edge sets it off from a dark level.
        edges += `M${right - 14} ${box.y}h14v14Z`;
        corners += `M${right - 12} ${box.y}h12v12Z`;
      }
    }
  });
  const path = (d: string, ink: Ink, look: { width?: number } = {}): Mark[] =>
    d === '' ? [] : [{ kind: 'path', d, ink, ...look }];
  return {
    marks: [
      ...[...fields].flatMap(([ink, d]) => path(d, ink)),
      ...path(slanted, 'hatch', { width: 2 }),
      ...path(behind, 'surface'),
      ...words,
      ...path(edges, 'surface'),
      ...path(corners, 'bad'),
    ],
    // Every mark lies below its point, which takes the presses.
    points,
  };
}

/** What tints and marks mean, below the map: of those that are in it. */
export interface HeatLegend {
  /** The lowest level and the highest. */
  ends?: readonly [string, string];
  /** What has no level. */
  plain?: string;
  differs?: string;
  open?: string;
  /** From low to high; those of levels where there are none. */
  tints?: readonly Ink[];
  /** Of cells that differ, where they have one of their own and no corner. */
  differsInk?: Ink;
}

const levels: readonly Ink[] = ['level-0', 'level-1', 'level-2', 'level-3', 'level-4'];

export function heatLegend(width: number, words: HeatLegend, top = 0): { marks: Mark[]; height: number } {
  const [low, high] = words.ends ?? ['', ''];
  const start = textWidth(low) + 6;
  const inks = words.tints ?? levels;
  const tints = (x: number, y: number) => [
    text(x, y + 7, low, { ink: 'soft' }),
    ...inks.map((ink, level): Mark => {
      return { kind: 'rect', x: x + start + level * 18, y, width: 16, height: 14, radius: 2, ink };
    }),
  ];
  const { differsInk } = words;
  const square =
    (ink: Ink) =>
    (x: number, y: number): Mark[] => [{ kind: 'rect', x, y, width: 16, height: 14, radius: 2, ink }];
  const corner = (x: number, y: number): Mark[] => [{ kind: 'path', d: `M${x} ${y + 1}h12v12Z`, ink: 'bad' }];
  const slanted = (x: number, y: number) => hatched({ x, y, width: 24, height: 14 }, 'hatch', 'surface');
  const signs = [
    { sign: tints, size: start + inks.length * 18 - 2, said: words.ends && high },
    { sign: square('line'), size: 16, said: words.plain },
    { sign: differsInk ? square(differsInk) : corner, size: differsInk ? 16 : 12, said: words.differs },
    { sign: slanted, size: 24, said: words.open },
  ].flatMap(({ said, ...sign }) => (said === undefined ? [] : [{ ...sign, said }]));
  const { places, height } = flow(
    width,
    signs.map(({ size, said }) => size + 6 + textWidth(said)),
  );
  const marks = signs.flatMap(({ sign, size, said }, index) => {
    const { x = 0, y = 0 } = places[index] ?? {};
    return [...sign(x, top + y + 7), text(x + size + 6, top + y + 14, said, { ink: 'soft' })];
  });
  return { marks, height: signs.length === 0 ? 0 : height + 4 };
}

/** A row for each case, a cell for each criterion, tinted by level. */
export function heatMap({
  width,
  title,
  heads,
  tableHeads = heads,
  rows,
  legend,
}: {
  width: number;
  title: string;
  /** Of the rows, then of the criteria. */
  heads: readonly string[];
  /** Where the table has more columns than the picture. */
  tableHeads?: readonly string[];
  rows: readonly HeatRow[];
  legend: HeatLegend;
}): Picture {
  const columns = heads.slice(1);
  const labels = rows.map(({ label }) => label);
  const texts = rows.flatMap(({ cells }) => cells.map((cell) => cell.text));
  const layout = heatLayout(width, columns, { labels, texts });
  const above = heatHeads(layout, columns);
  const { marks, points } = heatRows(layout, rows, columns.length, above.height);
  const bottom = above.height + rows.length * layout.rowHeight;
  const below = heatLegend(width, legend, bottom);
  return {
    width,
    height: bottom + below.height,
    title,
    marks: [...above.marks, ...marks, ...below.marks],
    points,
    columns: heads.length,
    table: [tableHeads, ...rows.map((row) => row.table)],
  };
}

export interface CrossCell {
  count: number;
  /** One side is open: no disagreement. */
  open?: boolean;
  /** The count as it is read. */
  text: string;
  name: string;
}

const crossHeight = 44;

/** How often each answer of one side meets each of the other; what both say alike stands on the diagonal. */
export function crossTable({
  width,
  title,
  of,
  sides,
  heads,
  labels,
  cells,
}: {
  width: number;
  title: string;
  of: number;
  /** What rows are, and what columns are. */
  sides: readonly [string, string];
  heads: readonly string[];
  labels: readonly string[];
  cells: readonly (readonly CrossCell[])[];
}): Picture {
  const left = Math.min(180, width * 0.3);
  const cell = (width - left) / Math.max(1, heads.length);
  // Where words have no room, numbers tell columns apart.
  const numbered = cell < 72 && heads.some((head) => textWidth(head) > cell - gap);
  const named = heads.map((head, column) =>
    numbered ? [String(column + 1)] : wrapText(head, cell - gap, 2),
  );
  const top = 27 + Math.max(1, ...named.map(({ length }) => length)) * cellLine;
  const marks: Mark[] = [
    text(left, 9, cutText(sides[1], width - left), { ink: 'soft' }),
    ...wrapText(sides[0], left - 10, 2)
      .toReversed()
      .map((line, above) => text(0, top - 13 - 20 * above, line, { ink: 'soft' })),
    ...named.flatMap((lines, column) =>
      stacked(left + column * cell, top - 13 - ((lines.length - 1) * cellLine) / 2, lines, {
        ink: 'text',
        strong: true,
      }),
    ),
  ];
  const points: PicturePoint[] = [];
  labels.forEach((label, row) => {
    const y = top + row * crossHeight;
    const said = numbered ? `${row + 1} ${label}` : label;
    marks.push(...stacked(0, y + 20, wrapText(said, left - 10, 2), { ink: 'text', strong: true }));
    cells[row]?.forEach(({ count, text: words, name, open }, column) => {
      const box = { x: left + column * cell, y, width: cell - gap, height: crossHeight - gap };
      const point = points.length;
      const alike = heads[column] === label;
      points.push({ name, ...box });
      marks.push({ kind: 'rect', ...box, radius: 4, ink: 'sunken', point });
      if (count > 0) {
        const size = Math.max(2, (box.width * count) / Math.max(1, of));
        const ink = alike ? 'accent' : open ? 'open' : 'bad';
        marks.push({
          kind: 'rect',
          ...box,
          y: y + box.height - 5,
          width: size,
          height: 5,
          radius: 2,
          ink,
          point,
        });
      }
      const look = count > 0 ? ({ ink: 'text', strong: true } as const) : ({ ink: 'soft' } as const);
      marks.push(text(box.x + 10, y + 17, words, { ...look, point }));
    });
  });
  return {
    width,
    height: top + labels.length * crossHeight,
    title,
    marks,
    points,
    columns: heads.length,
    table: [
      [`${sides[0]} / ${sides[1]}`, ...heads],
      ...labels.map((label, row) => [label, ...(cells[row] ?? []).map(({ text: words }) => words)]),
    ],
  };
}
