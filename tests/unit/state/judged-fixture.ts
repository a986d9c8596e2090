import type { Case } from '../../../src/core/model/case';
import type { Known, Status } from '../../../src/core/model/judgement';
import { judgedOnce, type JudgedCase } from '../../../src/state/judged-case';

export interface Outcome {
  status: Status;
  score: Known;
  verdict: Known;
  failed: readonly string[];
}

/** A case that has been judged, as far as a table can tell. */
export function judgedAs(subject: Case, outcome: Partial<Outcome>): JudgedCase {
  const { status = 'valid', failed = [] } = outcome;
  const score = outcome.score ?? { kind: 'undecided' };
  const verdict = outcome.verdict ?? { kind: 'undecided' };
  return judgedOnce(subject, {
    sample: 0,
    at: { run: 'run', place: 0 },
    digest: {
      status,
      ...(status === 'unscored' ? {} : { score, verdict }),
      criteria: [score],
      failedChecks: [...failed],
      failedErrors: failed.length,
      problems: false,
      mode: 'rules-only',
      receipt: '',
    },
  });
}

export const value = (of: number | string): Known => ({ kind: 'value', value: of });
