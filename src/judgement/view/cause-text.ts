import type { Cause } from '../cause';
import { causeWords } from '../../i18n/cause-words';

/** What went wrong, in the reader's language where it is known by code, and otherwise as it was told. */
export function failureInWords(
  { causes, detail }: { causes?: readonly Cause[] | undefined; detail?: string | undefined },
  language: keyof typeof causeWords,
): string {
  return causes && causes.length > 0 ? causes.map(causeWords[language]).join(' ') : (detail ?? '');
}
