import { isAbsent, type CheckedEvidence } from './check-evidence';
import type { Emptiness } from './emptiness';
import type { Minutes } from './minutes';
import type { FactWords } from './words';

/** What the facts say about a score. Equal ends settle it. */
export type Bounds = { min: number; max: number; because: string };

/** What can be said about evidence_accuracy without judging how well a passage was chosen. */
export function evidenceBounds(
  minutes: Minutes,
  emptiness: Emptiness,
  evidence: CheckedEvidence,
  words: FactWords,
): Bounds | null {
  if (emptiness === 'empty') return { min: 0, max: 0, because: words.emptiness.empty };
  if (minutes.form === 'broken-json') return null;
  const { reworded } = evidence;
  const quotes = evidence.quotes.filter(({ status }) => status !== 'reference');
  const references = evidence.quotes.length - quotes.length;
  const absent = quotes.filter(isAbsent).length;
  const invented = quotes.filter(({ status }) => status === 'missing').length;
  if (quotes.length === 0) {
    if (evidence.mayHoldEvidence) return null;
    return { min: 0, max: 1, because: words.noEvidence };
  }
  if (invented === quotes.length && reworded === 0 && references === 0) {
    return { min: 1, max: 1, because: words.allInvented(quotes.length) };
  }
  if (absent > 0) return { min: 1, max: 3, because: words.someAbsent(absent, quotes.length) };
  return { min: 1, max: 5, because: words.allFound(quotes.length) };
}

export function factualityBounds(
  emptiness: Emptiness,
  unsupported: readonly string[],
  words: FactWords,
): Bounds | null {
  if (emptiness === 'empty') return { min: 0, max: 0, because: words.emptiness.empty };
  if (unsupported.length === 0) return null;
  return { min: 1, max: 4, because: words.unsupported(unsupported) };
}
