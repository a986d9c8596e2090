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

export function verdictTone(verdict: string): Tone {
  const meaning = verdictMeaning(verdict);
  if (meaning === null) return 'plain';
  return meaning === 'pass' ? 'good' : 'bad';
}
