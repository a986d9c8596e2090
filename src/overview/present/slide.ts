import type { Picture } from '../../kit/charts/picture';
import { svgElement } from '../../kit/charts/svg-text';

/** An element of a slide as data: the page and the file draw the same ones. */
export interface Piece {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (Piece | string)[];
}

export interface Slide {
  kind: 'rubric' | 'result' | 'cases' | 'case' | 'mistakes';
  /** Of the rubric's texts. */
  language: string;
  /** What it is called, in its heading. */
  heading: Piece;
  /** How often the next key shows more of it. */
  steps: number;
  /** Shown to the presenter only. */
  aside?: string;
  body: readonly Piece[];
}

export interface Deck {
  title: string;
  language: 'en' | 'ko';
  /** How its file begins. */
  fileName: string;
  slides: readonly Slide[];
}

type Child = Piece | string | null | undefined | false | readonly Child[];

/** `piece('p.soft', …)`. Of its children, null and false are left out. */
export function piece(tag: string, attributes: Piece['attributes'], ...children: readonly Child[]): Piece {
  const [name = '', ...classes] = tag.split('.');
  const flat = (child: Child): (Piece | string)[] => {
    if (child === null || child === undefined || child === false) return [];
    return isList(child) ? child.flatMap(flat) : [child];
  };
  return {
    tag: name,
    attributes: { ...(classes.length > 0 && { class: classes.join(' ') }), ...attributes },
    children: children.flatMap(flat),
  };
}

function isList(child: Piece | string | readonly Child[]): child is readonly Child[] {
  return Array.isArray(child);
}

/** A slide's heading takes the focus with its slide, so that it is read out. */
export const headed = (attributes: Piece['attributes'], ...children: readonly Child[]): Piece =>
  piece('h2', { tabindex: -1, ...attributes }, ...children);

/** Shown with this step; what has none is always there. */
export const at = (step: number): Piece['attributes'] => (step > 0 ? { 'data-at': step } : {});

export function pictured({ width, height, title, marks }: Picture): Piece {
  return piece(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    marks.map((mark) => {
      const { name, attributes, text } = svgElement(mark);
      return piece(name, attributes, text);
    }),
  );
}

/** Its words, as they are read out. `from`: only what is shown with that step. */
export function wordsOf(pieces: readonly (Piece | string)[], step?: number): string {
  return pieces
    .flatMap((one): string[] => {
      if (typeof one === 'string') return step === undefined ? [one] : [];
      const { attributes, children, tag } = one;
      if (tag === 'svg') return step === undefined ? [String(attributes['aria-label'])] : [];
      const begins = step !== undefined && attributes['data-at'] === step;
      return [wordsOf(children, begins ? undefined : step)];
    })
    .filter((words) => words !== '')
    .join(' ')
    .trim();
}
