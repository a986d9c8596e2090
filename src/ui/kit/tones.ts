import type { CheckResult, Status } from '../../core/model/judgement';
import type { IconName } from './icons';

/** The four meanings a colour may carry, and neutral. */
export type Tone = 'good' | 'bad' | 'warn' | 'open' | 'plain';

export const statusLook: Record<Status, { tone: Tone; icon: IconName }> = {
  valid: { tone: 'good', icon: 'check' },
  repaired: { tone: 'warn', icon: 'mended' },
  inconsistent: { tone: 'bad', icon: 'warning' },
  partial: { tone: 'open', icon: 'half' },
  unscored: { tone: 'bad', icon: 'broken' },
};

/** Verdict words that every rubric author means the same way. Any other word is neither good nor bad to us. */
const good = new Set(['PASS', 'CORRECT', 'CORRECT_NO_MATCH']);
const bad = new Set(['FAIL', 'INCORRECT', 'FALSE_POSITIVE', 'FALSE_NEGATIVE']);

export function verdictTone(verdict: string): Tone {
  if (good.has(verdict)) return 'good';
  if (bad.has(verdict)) return 'bad';
  return 'plain';
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
