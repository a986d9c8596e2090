import type { Messages } from '../../i18n/en/en';
import type { tableWords } from '../../i18n/table-words';
import type { Why } from '../figures/measure';

type Words = (typeof tableWords)['en'];

/** Why a case has no score: the reason, and what exactly went wrong. */
export function whyInWords(why: Why, t: Pick<Messages, 'reason'>, words: Words): string {
  const exactly = exactlyInWords(why, t, words);
  const reason = t.reason[why.reason];
  return exactly === reason ? reason : words.of(reason, exactly);
}

/** What exactly went wrong; the reason where that is all there is to say. */
export function exactlyInWords({ reason, cause }: Why, t: Pick<Messages, 'reason'>, words: Words): string {
  // A stored cause may be one that this build no longer knows.
  const known: Partial<Record<string, string>> = words.cause;
  return known[cause ?? ''] || t.reason[reason];
}
