import type { Case } from '../../../src/core/model/case';
import type { Known, Status } from '../../../src/core/model/judgement';
import type { JudgedCase } from '../../../src/state/judged-case';

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
  return {
    subject,
    judgement: {
      caseId: subject.id,
      status,
      repairs: [],
      output: null,
      fields: [{ path: 'style.score', by: 'model', known: score }],
      facts: [],
      problems: [],
      derived: {},
      checks: failed.map((id) => ({
        id,
        title: id,
        severity: 'error',
        outcome: 'failed',
        message: id,
        about: [],
      })),
      headline: status === 'unscored' ? null : { value: score, verdict },
      attempts: [],
      prompt: null,
      receipt: {
        id: '',
        rubric: '',
        prompt: '',
        case: '',
        judge: 'rules',
        model: '',
        mode: 'rules-only',
        parameters: {},
        build: '',
        time: '',
        tokens: { prompt: 0, reply: 0, estimated: false },
      },
    },
  };
}

export const value = (of: number | string): Known => ({ kind: 'value', value: of });
