import type { Status } from '../judgement';
import { verdictMeaning } from '../../rubric/values';
import type { IconName, Tone } from '../../kit/controls/icons';

export const statusLook: Record<Status, { tone: Tone; icon: IconName }> = {
  valid: { tone: 'good', icon: 'check' },
  repaired: { tone: 'warn', icon: 'mended' },
  inconsistent: { tone: 'bad', icon: 'warning' },
  partial: { tone: 'open', icon: 'half' },
  unscored: { tone: 'bad', icon: 'broken' },
};

/** Nothing is green over a judgement that contradicts itself. */
export function verdictTone(verdict: string, status?: Status): Tone {
  const meaning = verdictMeaning(verdict);
  if (meaning === null || (meaning === 'pass' && status === 'inconsistent')) return 'plain';
  return meaning === 'pass' ? 'good' : 'bad';
}
