import type { Status } from '../../../src/judgement/judgement';
import type { Known } from '../../../src/rubric/values';
import type { Digest } from '../../../src/judgement/digest';
import type { JudgedCase } from '../../../src/sheet/results/judged-case';

export interface Outcome {
  status: Status;
  score: Known;
  verdict: Known;
  failed: readonly string[];
  reason: Digest['reason'];
  cause: string;
}

/** A case that has been judged once, as far as a table can tell. */
export function judgedAs(outcome: Partial<Outcome>, run = 'run'): JudgedCase {
  return {
    sample: 0,
    hash: '',
    revision: 0,
    milliseconds: 1,
    digest: digestAs(outcome),
    at: { run, place: 0 },
    others: [],
    outdated: false,
  };
}

export function digestAs(outcome: Partial<Outcome>): Digest {
  const { status = 'valid', failed = [] } = outcome;
  const score = outcome.score ?? { kind: 'undecided' };
  const verdict = outcome.verdict ?? { kind: 'undecided' };
  return {
    status,
    ...(status === 'unscored' ? { reason: outcome.reason ?? 'failed' } : { score, verdict }),
    ...(outcome.cause !== undefined && { cause: outcome.cause }),
    criteria: [score],
    failedChecks: [...failed],
    failedErrors: failed.length,
    problems: false,
    mode: 'rules-only',
    receipt: '',
  };
}

export const value = (of: number | string): Known => ({ kind: 'value', value: of });
