import type { HistoryWords } from '../../i18n/history-words';
import type { Trouble } from '../../state/storage-trouble';

export function troubleInWords({ kind, detail }: Trouble, t: HistoryWords): string {
  return kind === null ? detail : t.storage[kind];
}
