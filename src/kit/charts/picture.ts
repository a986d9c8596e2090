/** How a mark is filled or drawn. The page, a copied picture and a file each give it their own colours. */
export type Ink =
  | 'text'
  | 'soft'
  | 'line'
  | 'strong-line'
  | 'surface'
  | 'sunken'
  | 'accent'
  | 'on-accent'
  | 'dark'
  | 'good'
  | 'bad'
  | 'warn'
  | 'open'
  | 'level-0'
  | 'level-1'
  | 'level-2'
  | 'level-3'
  | 'level-4'
  | 'level-0-strong'
  | 'bad-wash'
  | 'accent-wash'
  | 'hatch';

interface Drawn {
  ink: Ink;
  /** The point that it belongs to, by its place in `Picture.points`. */
  point?: number;
}

export type Mark =
  | (Drawn & {
      kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      radius?: number;
    })
  | (Drawn & { kind: 'circle'; x: number; y: number; radius: number; hollow?: boolean })
  | (Drawn & { kind: 'line'; x1: number; y1: number; x2: number; y2: number; width?: number })
  /** Filled, or drawn as a line where it has a width. */
  | (Drawn & { kind: 'path'; d: string; width?: number })
  | (Drawn & {
      kind: 'text';
      x: number;
      y: number;
      text: string;
      size: number;
      anchor?: 'start' | 'middle' | 'end';
      strong?: boolean;
    });

/** What the keyboard and a pointer reach. */
export interface PicturePoint {
  /** The words for it: "Sony headphones: 78 of 100, contradicted". */
  name: string;
  /** Nothing is behind it, so pressing it does nothing. */
  idle?: boolean;
  /** Where it is, for the focus ring and the hint. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A chart as data: drawn by the page, written into a file or copied, always the same marks. */
export interface Picture {
  width: number;
  height: number;
  /** The text equivalent: one sentence with the figures. */
  title: string;
  marks: readonly Mark[];
  points: readonly PicturePoint[];
  /** How many points stand beside each other, where keys move in two dimensions. */
  columns?: number;
  /** The same as a table, row by row, the first being the heads. */
  table: readonly (readonly string[])[];
}

/** Of all words in a picture, in pixels. */
export const textSize = 13;

/** Above, where the baseline of a line of text stands in it. */
export const baseline = 0.35 * textSize;

/** About how wide a text will be, be it strong or not: nothing can be measured here. */
export function textWidth(text: string, size = textSize): number {
  let ems = 0;
  for (const letter of text) {
    let width = widths.get(letter);
    if (width === undefined) widths.set(letter, (width = letterWidth(letter)));
    ems += width;
  }
  return ems * size;
}

/** Of letters that were looked up before: maps of many cases ask for very many. */
const widths = new Map<string, number>();

function letterWidth(letter: string): number {
  if (letter >= '\u1100') return 0.95;
  if (/[\s.,:;|!ijl'’·()[\]]/.test(letter)) return 0.28;
  if (/[%@]/.test(letter)) return 0.95;
  if (/[A-Zmw]/.test(letter)) return 0.7;
  // Figures are all as wide as the widest.
  return /\d/.test(letter) ? 0.64 : 0.54;
}

/** Cut to the room that there is. */
export function cutText(text: string, room: number, size = textSize): string {
  if (textWidth(text, size) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A word that no line has room for, in parts that have it: about halves, between what look like syllables. */
function wordParts(word: string, room: number, size: number): string[] {
  if (textWidth(word, size) <= room || /[\d\ud800-\udfff]/.test(word)) return [word];
  const hyphen = /\p{Script=Latin}/u.test(word) ? '-' : '';
  const badness = (end: number) =>
    Math.abs(word.length / 2 - end) + (/^[^aeiouy][aeiouy]/i.test(word.slice(end)) ? 0 : 3);
  const [best = 0] = Array.from({ length: Math.max(0, word.length - 5) }, (_, place) => place + 3)
    .filter((end) => textWidth(word.slice(0, end) + hyphen, size) <= room)
    .sort((a, b) => badness(a) - badness(b));
  if (best === 0) return [word];
  return [word.slice(0, best) + hyphen, ...wordParts(word.slice(best), room, size)];
}

/** Broken between words into as many lines, and within a word that is longer than a line; the last one cut. */
export function wrapText(text: string, room: number, most: number, size = textSize): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => (most > 1 ? wordParts(one, room, size) : [one]))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || lines.length === most - 1 || textWidth(longer, size) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((each) => cutText(each, room, size));
}

/** The ink of words over a level. */
export function inkOver(ink: Ink): Ink {
  if (ink === 'level-4' || ink === 'bad') return 'on-accent';
  return ink === 'level-3' || ink === 'level-0-strong' ? 'dark' : 'text';
}

export type Box = Pick<PicturePoint, 'x' | 'y' | 'width' | 'height'>;

/** Slanted lines over a pale ground: what is doubtful or open is told by its shape too. */
export function hatched(box: Box, ink: Ink, ground: Ink, point?: number): Mark[] {
  const of = point === undefined ? {} : { point };
  return [
    { kind: 'rect', ...box, radius: 3, ink: ground, ...of },
    { kind: 'path', d: hatching(box), width: 2, ink, ...of },
  ];
}

/** The lines, as a path. */
export function hatching({ x, y, width, height }: Box): string {
  const lines: string[] = [];
  for (let start = 3; start < width + height; start += 6) {
    // From the upper or right edge down to the left or lower one.
    const [x1, y1] = start <= width ? [start, 0] : [width, start - width];
    const [x2, y2] = start <= height ? [0, start] : [start - height, height];
    lines.push(`M${round(x + x1)} ${round(y + y1)}L${round(x + x2)} ${round(y + y2)}`);
  }
  return lines.join('');
}

/** A field with round corners, as a path. */
export function rounded({ x, y, width, height }: Box): string {
  const radius = Math.min(4, width / 2, height / 2);
  const [across, down] = [round(width - 2 * radius), round(height - 2 * radius)];
  const [r, arc] = [round(radius), `a${round(radius)} ${round(radius)} 0 0 1`];
  const turns = [`h${across}${arc} ${r} ${r}`, `v${down}${arc} -${r} ${r}`, `h-${across}${arc} -${r} -${r}`];
  return `M${round(x + radius)} ${round(y)}${turns.join('')}v-${down}${arc} ${r} -${r}Z`;
}

const lineOf = 22;

/** Where things of these widths stand, side by side in as many lines as it takes. */
export function flow(
  width: number,
  widths: readonly number[],
): { places: { x: number; y: number }[]; height: number } {
  let x = 0;
  let y = 0;
  const places = widths.map((each) => {
    if (x > 0 && x + each > width) {
      x = 0;
      y += lineOf;
    }
    const place = { x, y };
    x += each + 16;
    return place;
  });
  return { places, height: widths.length === 0 ? 0 : y + lineOf };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
