import type { RunHead } from '../../core/model/run';
import type { HistoryWords } from '../../i18n/history-words';
import { runName } from '../../state/judge-in-words';
import type { Trouble } from '../../state/storage-trouble';
import { troubleInWords } from './trouble-in-words';

export function notOpenedInWords(head: RunHead, trouble: Trouble, t: HistoryWords): string {
  const name = runName(head);
  return trouble.kind === 'missing' ? t.gone(name) : t.notOpened(name, troubleInWords(trouble, t));
}
