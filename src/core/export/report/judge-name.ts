import type { Receipt } from '../../model/judgement';
import type { ReportWords } from './report-words';

export function judgeName({ model, mode }: Pick<Receipt, 'model' | 'mode'>, words: ReportWords): string {
  if (mode === 'person') return words.person(model);
  if (mode === 'rules-only') return words.rulesOnly;
  const name = model === 'unnamed' || model === 'unknown' ? words.unnamedModel : model;
  return `${name} · ${words.mode[mode]}`;
}
