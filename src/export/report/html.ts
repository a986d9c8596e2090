import { formatKnown as formatOnPage } from '../../judgement/view/format';
import { revealHidden } from '../../kit/text/shown-text';
import type { Known } from '../../rubric/values';
import type { ReportWords } from './report-words';

export function formatKnown(known: Known | undefined, { page }: ReportWords): string {
  return formatOnPage(known ?? { kind: 'undecided' }, page);
}

const meaningful = /[&<>"'`]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

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
  toString(): string {
    return this.#text;
  }
}

export type HtmlValue = string | number | Html | readonly HtmlValue[];

/** markup`<p>${text}</p>`: text is always text. Not named `html`, which Prettier would lay out anew, white space and all. */
export const markup = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  Html.of(parts, ...values);

export const nothing = markup``;

export function escapeHtml(text: string): string {
  return revealHidden(text)
    .map((piece) =>
      piece.code === undefined
        ? piece.text.replace(meaningful, (character) => entities[character] ?? '')
        : `⟦${piece.code}⟧`,
    )
    .join('');
}

function escapedValue(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.toString();
  return value.map(escapedValue).join('');
}

/** 2026-01-02T03:04:05.678Z is for programs. */
export function dateAndTime(iso: string): string {
  return iso.replace(/T(\d\d:\d\d).*Z$/, ' $1 UTC');
}

/** On a narrow screen the heads of the columns are gone, and each cell says its own. */
export function cell(head: string, content: Html | string, kind = ''): Html {
  const empty = content === '' ? markup` class="nothing"` : nothing;
  const named = kind === '' ? empty : markup` class="${kind}"`;
  return markup`<td role="cell" data-head="${head}"${named}>${content}</td>`;
}
