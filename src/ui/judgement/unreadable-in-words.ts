import type { Messages } from '../../i18n/en';
import type { Trouble } from '../../state/storage-trouble';

/** Why a stored judgement cannot be shown. */
export function unreadableInWords({ kind, detail }: Trouble, words: Messages['run']): string {
  if (kind === null) return words.unreadable(detail);
  // One that is damaged says nothing of the rest of its run.
  return words.unreadable(kind === 'damaged' ? words.unreadableDamaged : words.storage[kind]);
}
