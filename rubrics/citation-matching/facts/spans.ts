import type { Span } from '../../../src/rubric/facts';
import type { Located } from './candidate';

type Input = Readonly<Record<string, string>>;

/** The whole of an input without the white space around it; none where it is empty. */
export function wholeInput(
  input: Input,
  name: string,
  extra: Partial<Pick<Span, 'kind' | 'link' | 'note'>> = {},
): Span[] {
  const text = input[name] ?? '';
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const start = text.indexOf(trimmed);
  return [{ input: name, start, end: start + trimmed.length, kind: 'source', ...extra }];
}

/** Where a value stands in the list of candidates; none where its place is not known. */
export function inCandidates(
  value: Located | null,
  extra: Partial<Pick<Span, 'kind' | 'link' | 'note'>> = {},
): Span[] {
  if (value === null || value.at === null) return [];
  return [{ input: 'candidatesList', ...value.at, kind: 'source', ...extra }];
}
