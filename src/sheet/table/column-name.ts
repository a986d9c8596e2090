import type { Messages } from '../../i18n/en/en';
import type { ResultColumn } from './result-columns';
import { runLabel } from '../view/run-words';

export function columnName({ kind, label, run }: ResultColumn, t: Messages): string {
  switch (kind) {
    case 'case':
      return t.results.case;
    case 'verdict':
      return t.results.verdict;
    case 'score':
      return t.results.headline;
    case 'status':
      return t.results.status;
    case 'run':
      return run ? runLabel(run, t) : '';
    case 'rationale':
      return t.results.rationaleOf(label ?? '');
    case 'criterion':
    case 'original':
      return label ?? '';
  }
}
