import type { Cause } from '../../core/model/cause';
import type { Messages } from '../../i18n/en';

/** What went wrong, in the reader's language where it is known by code, and otherwise as it was told. */
export function failureInWords(
  { causes, detail }: { causes?: readonly Cause[] | undefined; detail?: string | undefined },
  t: Messages,
): string {
  return causes && causes.length > 0 && t.cause ? causes.map(t.cause).join(' ') : (detail ?? '');
}
