import type { Messages } from '../../i18n/en';

/** What people call a judge, by its id. */
export function judgeName(id: string, t: Messages): string {
  return id === 'rules' ? t.judge.rules : id === 'api' ? t.judge.api : t.judge.pasted;
}
