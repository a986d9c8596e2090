import { round, type Ink, type Mark, type Picture } from './picture';

/** The colour of an ink: of the page's style sheet, unless a file needs them as they are now. */
export type Colours = (token: string) => string;

const pageColours: Colours = (token) => `var(--${token})`;

const tokens: Partial<Record<Ink, string>> = { soft: 'text-soft', 'strong-line': 'line-strong' };

/** All that colours a picture. `dark` is the same in every theme. */
export function colourOf(ink: Ink, colours: Colours = pageColours): string {
  return ink === 'dark' ? '#16181d' : colours(tokens[ink] ?? ink);
}

type Attributes = Record<string, string | number>;

/** A mark as an element of SVG. Colours are attributes, which the page's security policy allows. */
export function svgElement(
  mark: Mark,
  colours?: Colours,
): { name: string; attributes: Attributes; text: string } {
  const colour = colourOf(mark.ink, colours);
  const filled = { fill: colour };
  const hollow = { fill: colourOf('surface', colours), stroke: colour, 'stroke-width': 2.5 };
  const stroked = (width: number) => ({ fill: 'none', stroke: colour, 'stroke-width': width });
  const element = (name: string, attributes: Attributes, text = '') => ({ name, attributes, text });
  switch (mark.kind) {
    case 'rect': {
      const { x, y, width, height, radius } = mark;
      const box = { x: round(x), y: round(y), width: round(width), height: round(height) };
      return element('rect', { ...box, ...(radius && { rx: radius }), ...filled });
    }
    case 'circle': {
      const at = { cx: round(mark.x), cy: round(mark.y), r: round(mark.radius) };
      return element('circle', { ...at, ...(mark.hollow ? hollow : filled) });
    }
    case 'line': {
      const { x1, y1, x2, y2, width = 1 } = mark;
      const ends = { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) };
      return element('line', { ...ends, ...stroked(width) });
    }
    case 'path':
      return element('path', { d: mark.d, ...(mark.width === undefined ? filled : stroked(mark.width)) });
    case 'text': {
      const { x, y, size, anchor, strong, text } = mark;
      const place = { x: round(x), y: round(y), 'font-size': size, ...(anchor && { 'text-anchor': anchor }) };
      return element('text', { ...place, ...(strong && { 'font-weight': 600 }), ...filled }, text);
    }
  }
}

export const svgNamespace = 'http://www.w3.org/2000/svg';
const fonts = "'Inter Variable', Inter, 'Pretendard Variable', Pretendard, system-ui, sans-serif";

/** A picture as the text of an SVG, for a file or within a page. */
export function svgText(
  { width, height, title, marks }: Omit<Picture, 'points' | 'table'>,
  /** Those of a picture that stands alone: on a ground of its own with room around it. */
  colours?: Colours,
): string {
  const margin = colours ? 16 : 0;
  const size = { width: round(width + 2 * margin), height: round(height + 2 * margin) };
  const corner = { x: -margin, y: -margin };
  const root = {
    xmlns: svgNamespace,
    viewBox: `${corner.x} ${corner.y} ${size.width} ${size.height}`,
    ...size,
    role: 'img',
    'font-family': fonts,
  };
  const behind = colours ? tag('rect', { ...corner, ...size, fill: colourOf('surface', colours) }) : '';
  const drawn = marks.map((mark) => {
    const { name, attributes, text } = svgElement(mark, colours);
    return tag(name, attributes, escape(text));
  });
  return tag('svg', root, tag('title', {}, escape(title)) + behind + drawn.join(''));
}

function tag(name: string, attributes: Attributes, inner = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(String(value))}"`);
  return `<${name}${written.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML and XML, which forbids characters that come with pasted texts. */
export function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '');
}
