import { rubricContractSchema, type Rubric } from '../../../src/rubric/rubric';
import type { Case } from '../../../src/cases/case';
import type { FindFacts } from '../../../src/rubric/facts';
import type { ObjectSchema } from '../../../src/rubric/output-schema';
import type { Judgement } from '../../../src/judgement/judgement';
import type { JudgeFailure, JudgeReply, JudgeRequest, ModelJudge } from '../../../src/judgement/judge';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { prepareRubric } from '../../../src/judgement/ready-rubric';
import { judgeCase } from '../../../src/judgement/judge-case';
import type { JudgeCaseOptions } from '../../../src/judgement/ready-rubric';

const output: ObjectSchema = {
  type: 'object',
  properties: {
    rationale: { type: 'string' },
    score: { type: 'integer', minimum: 0, maximum: 10 },
    grade: { type: 'string', enum: ['HIGH', 'LOW'] },
    hint: { type: 'string' },
    total: { type: 'integer', minimum: 0, maximum: 20 },
  },
  required: ['rationale', 'score', 'grade', 'total'],
};

/** What a judge that is asked for everything may say of `subject`. */
export const fullReply = { rationale: 'fine', score: 7, grade: 'HIGH', total: 14 };
export const subject: Case = { id: 'one', input: { text: 'a text' } };

/** One score, one label, an optional hint, a total computed from the score. `changes` replaces parts of the contract. */
export function smallRubric(changes: Record<string, unknown> = {}): Rubric {
  const { output: shape = output, ...contract } = rubricContractSchema.parse({
    format: 'assay-rubric/1',
    id: 'small',
    title: 'Small',
    version: '1.0.0',
    language: 'en',
    purpose: 'Judges a text.',
    inputs: [{ name: 'text', label: 'Text' }],
    criteria: [{ id: 'score', label: 'Score', score: 'score', max: 10 }],
    output,
    decided: { total: 'output.score * 2' },
    headline: { value: 'output.score' },
    ...changes,
  });
  return { ...contract, output: shape, prompt: 'Judge {{text}}.' };
}

type Say = Partial<JudgeReply> | JudgeFailure;

/** A model that says the given things, the last one again and again. */
export function modelSaying(...says: Say[]): ModelJudge & { requests: JudgeRequest[] } {
  const requests: JudgeRequest[] = [];
  return {
    kind: 'model',
    id: 'scripted',
    requests,
    describe: () => ({ model: 'described', parameters: { seed: 1 } }),
    ask: (request) => {
      const say = says[Math.min(requests.length, says.length - 1)] ?? {};
      requests.push(request);
      const reply = { text: '', stop: 'complete' as const, model: 'answered', parameters: { seed: 2 } };
      return Promise.resolve('reason' in say ? say : { ...reply, ...say });
    },
  };
}

export const saying = (value: unknown): Say => ({ text: JSON.stringify(value) });

interface Given extends Partial<Omit<JudgeCaseOptions, 'world'>> {
  rubric?: Record<string, unknown>;
  findFacts?: FindFacts;
  subject?: Case;
}

export function judged(given: Given = {}): Promise<Judgement> {
  const { rubric = {}, findFacts = null, subject: of = subject, ...options } = given;
  return judgeCase(prepareRubric(smallRubric(rubric), findFacts), of, {
    judge: rulesJudge,
    mode: 'model-alone',
    tellFacts: false,
    signal: new AbortController().signal,
    world: { random: () => 'b'.repeat(24), now: () => new Date('2026-01-02T03:04:05Z'), build: 'test' },
    ...options,
  });
}
