import type { Judgement } from '../../../../src/core/model/judgement';
import { leaves } from '../../../../src/core/shape/leaves';
import { essayRubric } from '../check/rubric-fixture';

export const rubric = essayRubric();
export const rubricLeaves = leaves(rubric.output);

/** A judgement of the essay rubric in which everything is decided; `changes` replaces parts of it. */
export function judgementOf(changes: Partial<Judgement> = {}): Judgement {
  const output = {
    style: { rationale: 'Clear, with a few slips', score: 35 },
    rules: [
      { met: true, score: 10 },
      { met: false, score: 0 },
    ],
    label: 'GOOD',
    advice: null,
    share: 0.5,
    errors: ['comma', 'tense'],
    remark: 'Fine',
    total: 45,
    verdict: 'PASS',
  };
  return {
    caseId: 'one',
    status: 'valid',
    repairs: [],
    output,
    fields: [
      { path: 'style.score', by: 'model', known: { kind: 'value', value: 35 } },
      { path: 'style.rationale', by: 'model', known: { kind: 'value', value: 'Clear, with a few slips' } },
      { path: 'label', by: 'program', known: { kind: 'value', value: 'GOOD' }, because: 'by the book' },
    ],
    facts: [],
    problems: [],
    derived: { verdict: { kind: 'value', value: 'PASS' }, total: { kind: 'value', value: 45 } },
    checks: [
      {
        id: 'passes',
        title: 'All is well',
        severity: 'error',
        outcome: 'passed',
        message: '',
        about: [],
      },
    ],
    headline: { value: { kind: 'value', value: 45 }, verdict: { kind: 'value', value: 'PASS' } },
    attempts: [],
    prompt: null,
    receipt: {
      id: 'receipt-1',
      rubric: 'rubric-hash',
      prompt: '',
      case: 'case-hash',
      judge: 'pasted',
      model: 'some-model',
      mode: 'model-alone',
      parameters: {},
      build: 'test',
      time: '2026-01-02T03:04:05.000Z',
      tokens: { prompt: 1, reply: 2, estimated: false },
    },
    ...changes,
  };
}
