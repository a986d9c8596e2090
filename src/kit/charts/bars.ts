import { scaleLinear } from 'd3-scale';
import {
  baseline,
  cutText,
  flow,
  hatched,
  textSize,
  textWidth,
  wrapText,
  type Box,
  type Ink,
  type Mark,
  type Picture,
  type PicturePoint,
} from './picture';

export interface Part {
  label: string;
  count: number;
  /** The count as it is read: "1,200". */
  text: string;
  /** What the point is called. */
  name: string;
  ink: Ink;
  hatched?: boolean;
  /** What stands below its bar. */
  detail?: string;
}

interface Given {
  width: number;
  title: string;
  /** The whole that parts are drawn against. */
  of: number;
  /** Of the two columns of the table. */
  heads: readonly [string, string];
}

const tableOf = (heads: Given['heads'], parts: readonly Part[]) => [
  heads,
  ...parts.map(({ label, text }) => [label, text] as const),
];

const barHeight = 24;
const lineHeight = 22;
const swatch = 12;
/** Of words that stand below others. */
const wordLine = 18;
const figureSize = 40;

/** One bar that is the whole, its parts side by side, with a large figure above and a line that says which is which. */
export function barOfWhole({
  width,
  title,
  of,
  heads,
  parts,
  figure,
}: Given & { parts: readonly Part[]; figure?: readonly [string, string] }): Picture {
  const scale = scaleLinear([0, Math.max(1, of)], [0, width]);
  const top = figure ? figureSize + 14 : 0;
  const marks: Mark[] = [{ kind: 'rect', x: 0, y: top, width, height: barHeight, radius: 4, ink: 'line' }];
  if (figure) {
    const [large, small] = figure;
    const y = figureSize * 0.85;
    marks.push(
      { kind: 'text', x: 0, y, text: large, size: figureSize, ink: 'text', strong: true },
      { kind: 'text', x: textWidth(large, figureSize) + 10, y, text: small, size: 18, ink: 'soft' },
    );
  }
  const start = ({ text: count }: Part) => swatch + 6 + textWidth(count) + 6;
  const labels = parts.map((part) => cutText(part.label, width - start(part)));
  const rooms = parts.map((part, point) => start(part) + textWidth(labels[point] ?? '') + 4);
  const { places, height } = flow(width, rooms);
  const below = top + barHeight + 10;
  let counted = 0;
  const points = parts.map((part, point): PicturePoint => {
    const from = scale(counted);
    counted += part.count;
    // A gap tells parts of the same colour apart.
    const size = Math.max(1.5, scale(counted) - from - (counted < of ? 1.5 : 0));
    if (part.count > 0)
      marks.push(...filled({ x: from, y: top, width: size, height: barHeight }, part, point));
    const { x = 0, y: line = 0 } = places[point] ?? {};
    const y = below + line + lineHeight / 2;
    marks.push(
      ...filled({ x, y: y - swatch / 2, width: swatch, height: swatch }, part, point),
      text(x + swatch + 6, y, part.text, { ink: 'text', strong: true, point }),
      text(x + start(part), y, labels[point] ?? '', { ink: 'soft', point }),
    );
    return {
      name: part.name,
      idle: part.count === 0,
      x: x - 2,
      y: y - lineHeight / 2,
      width: (rooms[point] ?? 0) + 4,
      height: lineHeight,
    };
  });
  return { width, height: below + height, title, marks, points, table: tableOf(heads, parts) };
}

/** One bar for each, beside or below its name. Bars of one picture need not add up: a case may be in several. */
export function barRows({ width, title, of, heads, rows }: Given & { rows: readonly Part[] }): Picture {
  const widest = Math.max(0, ...rows.map(({ label }) => textWidth(label)));
  const figures = Math.max(24, ...rows.map(({ text: figure }) => textWidth(figure))) + 12;
  const beside = widest <= width * 0.45 && rows.every(({ detail }) => detail === undefined);
  const start = beside ? widest + 14 : 0;
  const scale = scaleLinear([0, Math.max(1, of)], [0, Math.max(10, width - start - figures)]);
  const marks: Mark[] = [];
  const points: PicturePoint[] = [];
  let y = 0;
  rows.forEach((row, point) => {
    const lines = beside ? [row.label] : wrapText(row.label, width, 2);
    const details = row.detail === undefined ? [] : wrapText(row.detail, width, 2);
    const above = beside ? 0 : lines.length * wordLine;
    const bar = beside ? 28 : above + 20;
    const middle = y + above + (beside ? 14 : 9);
    lines.forEach((line, index) => {
      const at = beside ? middle : y + 10 + index * wordLine;
      marks.push(text(0, at, line, { ink: 'text', point, strong: details.length > 0 }));
    });
    details.forEach((line, index) => {
      marks.push(text(0, y + bar + 9 + index * wordLine, line, { ink: 'soft', point }));
    });
    const track = { x: start, y: middle - 5, width: scale(Math.max(1, of)), height: 10 };
    marks.push({ kind: 'rect', ...track, radius: 3, ink: 'line', point });
    const size = Math.max(row.count > 0 ? 2 : 0, scale(row.count));
    if (row.count > 0) marks.push(...filled({ ...track, width: size }, row, point));
    marks.push(text(width, middle, row.text, { ink: 'text', strong: true, anchor: 'end', point }));
    const height = bar + details.length * wordLine;
    points.push({ name: row.name, x: 0, y, width, height, idle: row.count === 0 });
    y += height + (beside ? 0 : details.length > 0 ? 14 : 6);
  });
  return { width, height: Math.max(1, y), title, marks, points, table: tableOf(heads, rows) };
}

/** A part of a scale with how many are in it, and how many of these are doubtful. */
export interface Bin extends Part {
  doubtful: number;
  /** Those whose value is a range that this part is in. */
  open: number;
  openText: string;
  /** Where it ends on the scale, in shares of it. */
  from: number;
  to: number;
}

const plotHeight = 110;

/** How many are in each part of a scale, against all of them. */
export function histogram({
  width,
  title,
  of,
  heads,
  bins,
  ticks,
}: Omit<Given, 'heads'> & {
  /** The third is of those that may be in it, where there are any. */
  heads: readonly string[];
  bins: readonly Bin[];
  ticks: readonly Tick[];
}): Picture {
  const across = scaleLinear([0, 1], [0, width]);
  const up = scaleLinear([0, Math.max(1, of)], [0, plotHeight]);
  const top = 20;
  const marks: Mark[] = [];
  const points = bins.map((bin, point): PicturePoint => {
    const box = { x: across(bin.from) + 1, width: Math.max(1, across(bin.to) - across(bin.from) - 2) };
    const column = (from: number, to: number) => ({
      ...box,
      y: top + plotHeight - up(to),
      height: Math.max(to > from ? 1.5 : 0, up(to) - up(from)),
    });
    marks.push({ kind: 'rect', ...column(0, Math.max(1, of)), radius: 2, ink: 'sunken', point });
    const sound = bin.count - bin.doubtful;
    if (sound > 0) marks.push({ kind: 'rect', ...column(0, sound), ink: bin.ink, point });
    if (bin.doubtful > 0) marks.push(...hatched(column(sound, bin.count), 'bad', 'surface', point));
    const all = bin.count + bin.open;
    if (bin.open > 0) marks.push(...hatched(column(bin.count, all), 'open', 'surface', point));
    const fits = textWidth(bin.text) < box.width + 2;
    // Above a range it would seem to count that too.
    if (bin.count > 0 && bin.open === 0 && fits) {
      const y = top + plotHeight - up(all) - 9;
      marks.push(text(box.x + box.width / 2, y, bin.text, { ink: 'text', anchor: 'middle', point }));
    }
    return { name: bin.name, ...box, y: top, height: plotHeight, idle: all === 0 };
  });
  marks.push(...axis(width, top + plotHeight + 16, 0, ticks));
  const table = bins.map(({ label, text: counted, openText }) => [label, counted, openText]);
  const cells = [heads, ...table.map((row) => row.slice(0, heads.length))];
  return { width, height: top + plotHeight + 28, title, marks, points, table: cells };
}

/** What is written below a scale, at a share of its width. Of those that would run into each other, the weightier stays. */
export interface Tick {
  at: number;
  text: string;
  strong?: boolean;
}

export function axis(width: number, y: number, inset: number, ticks: readonly Tick[]): Mark[] {
  const taken: { from: number; to: number }[] = [];
  const across = scaleLinear([0, 1], [inset, width - inset]);
  return ticks
    .toSorted((a, b) => Number(b.strong ?? false) - Number(a.strong ?? false))
    .flatMap(({ at, text: words, strong }): Mark[] => {
      const half = textWidth(words) / 2;
      const x = Math.min(width - half, Math.max(half, across(at)));
      if (taken.some(({ from, to }) => x + half + 6 > from && x - half - 6 < to)) return [];
      taken.push({ from: x - half, to: x + half });
      return [
        text(x, y, words, { ink: strong ? 'text' : 'soft', anchor: 'middle', ...(strong && { strong }) }),
      ];
    });
}

type Words = Extract<Mark, { kind: 'text' }>;

/** A text whose middle is at this height. */
export function text(
  x: number,
  middle: number,
  words: string,
  look: Pick<Words, 'ink' | 'point' | 'anchor' | 'strong'> & { size?: number },
): Mark {
  return { kind: 'text', x, y: middle + baseline, text: words, size: textSize, ...look };
}

function filled(box: Box, { ink, hatched: slanted }: Pick<Part, 'ink' | 'hatched'>, point: number): Mark[] {
  if (slanted) return hatched(box, ink, 'surface', point);
  return [{ kind: 'rect', ...box, radius: 3, ink, point }];
}
