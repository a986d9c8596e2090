import type { Status } from '../judgement';
import { type CheckResult, verdictMeaning } from '../../rubric/values';
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

export function checkLook({ outcome, severity }: Pick<CheckResult, 'outcome' | 'severity'>): {
  tone: Tone;
  icon: IconName;
} {
  if (outcome === 'passed') return { tone: 'good', icon: 'check' };
  if (outcome === 'broken') return { tone: 'bad', icon: 'broken' };
  if (outcome === 'failed') {
    return severity === 'error' ? { tone: 'bad', icon: 'cross' } : { tone: 'warn', icon: 'warning' };
  }
  return { tone: 'open', icon: 'open' };
}
