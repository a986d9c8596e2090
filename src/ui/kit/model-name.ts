import type { Receipt } from '../../core/model/judgement';
import type { Messages } from '../../i18n/en';

/** Who judged, in the reader's words. A receipt itself holds names that no language changes. */
export function modelName({ judge, model }: Pick<Receipt, 'judge' | 'model'>, t: Messages): string {
  if (judge === 'rules') return `${t.judge.rules}: ${t.judge.noModel}`;
  return model === 'unnamed' || model === 'unknown' ? t.paste.unnamed : model;
}
