import type { Messages } from '../../i18n/en';

/** What people call a judge, by its id. */
export function judgeName(id: string, t: Messages): string {
  if (id === 'rules') return t.judge.rules;
  if (id === 'batch') return t.judge.batch;
  return id === 'api' ? t.judge.api : t.judge.pasted;
}
