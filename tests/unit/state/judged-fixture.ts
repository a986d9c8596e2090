import type { Case } from '../../../src/core/model/case';
import type { Known, Status } from '../../../src/core/model/judgement';
import type { Digest } from '../../../src/core/model/run';
import { judgedOnce, type JudgedCase, type RunOrigin } from '../../../src/state/judged-case';

export interface Outcome {
  status: Status;
  score: Known;
  verdict: Known;
  failed: readonly string[];
}

/** A run of the rules, unless another judge is named. Longer ids are of later runs. */
export function originOf(id: string, judge = 'rules'): RunOrigin {
  return {
    id,
    created: `2026-01-02T03:04:05.00${id.length}Z`,
    rubric: { id: 'essay', title: 'Essay', version: '1.0.0', hash: 'hash' },
    judge: { id: judge, kind: judge === 'rules' ? 'program' : 'model', model: judge, parameters: {} },
    settings: { mode: 'model-alone', tellFacts: false, samples: 1, atOnce: 1, timeoutSeconds: null },
  };
}

/** A case that has been judged, as far as a table can tell. */
export function judgedAs(subject: Case, outcome: Partial<Outcome>, run = 'run'): JudgedCase {
  return judgedOnce(subject, originOf(run), {
    sample: 0,
    at: { run, place: 0 },
    digest: digestAs(outcome),
  });
}

export function digestAs(outcome: Partial<Outcome>): Digest {
  const { status = 'valid', failed = [] } = outcome;
  const score = outcome.score ?? { kind: 'undecided' };
  const verdict = outcome.verdict ?? { kind: 'undecided' };
  return {
    status,
    ...(status === 'unscored' ? {} : { score, verdict }),
    criteria: [score],
    failedChecks: [...failed],
    failedErrors: failed.length,
    problems: false,
    mode: 'rules-only',
    receipt: '',
  };
}

export const value = (of: number | string): Known => ({ kind: 'value', value: of });
