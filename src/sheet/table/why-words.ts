import type { Messages } from '../../i18n/en/en';
import type { tableWords } from '../../i18n/table-words';
import type { Why } from '../figures/measure';

/** Why a case has no score: the reason, and what exactly went wrong. */
export function whyInWords(
  { reason, cause }: Why,
  t: Pick<Messages, 'reason'>,
  words: (typeof tableWords)['en'],
): string {
  // A stored cause may be one that this build no longer knows.
  const known: Partial<Record<string, string>> = words.cause;
  const exactly = known[cause ?? ''] ?? '';
  return exactly === '' ? t.reason[reason] : words.of(t.reason[reason], exactly);
}
