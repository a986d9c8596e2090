import type { Span } from '../../model/facts';
import { markup, nothing, type Html } from './html';

/** Where two kinds lie on the same text, the one a person must see first wins. */
const rank: Readonly<Record<Span['kind'], number>> = { missing: 0, found: 1, source: 2 };

/** A text with its evidence marked. Spans may overlap: the text is cut wherever one begins or ends. */
export function highlighted(text: string, spans: readonly Span[]): Html {
  const usable = spans.filter(({ start, end }) => start < end && end <= text.length);
  const cuts = [...new Set([0, text.length, ...usable.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((a, b) => a - b);
  const pieces = cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? text.length;
    const piece = text.slice(from, to);
    const [strongest] = usable
      .filter(({ start, end }) => start <= from && end >= to)
      .sort((a, b) => rank[a.kind] - rank[b.kind]);
    if (!strongest) return markup`${piece}`;
    const { kind, note } = strongest;
    return markup`<mark class="${kind}" ${note ? markup`title="${note}"` : nothing}>${piece}</mark>`;
  });
  return markup`${pieces}`;
}

/** The quotes that stand in the case with nothing behind them, each once. */
export function missingQuotes(input: Readonly<Record<string, string>>, spans: readonly Span[]): string[] {
  const quotes = spans
    .filter(({ kind }) => kind === 'missing')
    .map(({ input: name, start, end }) => (input[name] ?? '').slice(start, end));
  return [...new Set(quotes)].filter((quote) => quote !== '');
}
