import type { Messages } from '../../i18n/en';

/** What people call a judge, by its id. */
export function judgeName(id: string, t: Messages): string {
  const names: Partial<Record<string, string>> = {
    rules: t.judge.rules,
    device: t.judge.device,
    api: t.judge.api,
    batch: t.judge.batch,
    person: t.judge.person,
  };
  return names[id] ?? t.judge.pasted;
}
