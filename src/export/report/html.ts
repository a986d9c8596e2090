import { formatKnown as formatOnPage } from '../../judgement/view/format';
import { namingOf, withLabels, type Naming } from '../../judgement/view/labels';
import type { Picture } from '../../kit/charts/picture';
import { escape, svgText } from '../../kit/charts/svg-text';
import { sha256Base64 } from '../../kit/hash';
import { revealHidden } from '../../kit/text/shown-text';
import type { Rubric } from '../../rubric/rubric';
import type { Known } from '../../rubric/values';
import type { ReportWords } from './report-words';

export class Html {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }
  /** The only way to make one: everything put between the written parts is escaped, unless it is Html itself. */
  static of(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
    let text = parts[0] ?? '';
    values.forEach((value, index) => (text += escapedValue(value) + (parts[index + 1] ?? '')));
    return new Html(text);
  }
  static picture(picture: Picture): Html {
    const marks = picture.marks.map((mark) =>
      mark.kind === 'text' ? { ...mark, text: visible(mark.text) } : mark,
    );
    return new Html(svgText({ ...picture, title: visible(picture.title), marks }));
  }
  toString(): string {
    return this.#text;
  }
}

/** How a page begins that is one file and loads nothing: its own policy allows this style and this script alone. */
export function pageHead(
  {
    language,
    title,
    style,
    font,
  }: { language: string; title: string; style: string; font?: string | undefined },
  script?: string,
): string {
  // Pictures are measured in this font; another may be wider.
  const face = font
    ? `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url(${font}); }`
    : '';
  const look = face + style;
  const fonts = font ? 'font-src data:; ' : '';
  const hash = (text: string) => `'sha256-${sha256Base64(text)}'`;
  const scripts = script === undefined ? '' : `script-src ${hash(script)}; `;
  const policy = `default-src 'none'; style-src ${hash(look)}; ${fonts}${scripts}base-uri 'none'; form-action 'none'`;
  const head = markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
`;
  // The style is ours, and is not escaped: its hash is of this very text.
  return `${head.toString()}<style>${look}</style></head>
`;
}

export type HtmlValue = string | number | Html | readonly HtmlValue[];

/** markup`<p>${text}</p>`: text is always text. Not named `html`, which Prettier would lay out anew, white space and all. */
export const markup = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  Html.of(parts, ...values);

export const nothing = markup``;

/** With hidden characters as their codes. */
function visible(text: string): string {
  return revealHidden(text)
    .map((piece) => (piece.code === undefined ? piece.text : `⟦${piece.code}⟧`))
    .join('');
}

function escapedValue(value: HtmlValue): string {
  if (typeof value === 'string') return escape(visible(value));
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.toString();
  return value.map(escapedValue).join('');
}

/** What every part of the report needs: the rubric as the reader knows it, the words, and names instead of constants. */
export class Voice {
  readonly rubric: Rubric;
  readonly words: ReportWords;
  readonly name: Naming;
  constructor(rubric: Rubric, words: ReportWords) {
    this.rubric = rubric;
    this.words = words;
    this.name = namingOf(rubric, words.page);
  }
  known(known: Known | undefined): string {
    return formatOnPage(known ?? { kind: 'undecided' }, this.words.page, this.name);
  }
  sentence(text: string): string {
    return withLabels(text, this.name);
  }
  get speech() {
    return { t: this.words.page, words: this.words.view, name: this.name };
  }
  /** In the language of the rubric, where that is not the report's. */
  get own(): Html {
    const { language } = this.rubric;
    return language === this.words.language ? nothing : markup` lang="${language}"`;
  }
}

/** 2026-01-02T03:04:05.678Z → 2 Jan 2026. Written in English as nobody misreads it. */
export function dateInWords(iso: string, language: 'en' | 'ko'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const parts = { year: 'numeric', month: language === 'ko' ? 'long' : 'short', day: 'numeric' } as const;
  return date.toLocaleDateString(language === 'ko' ? 'ko' : 'en-GB', { ...parts, timeZone: 'UTC' });
}
