import { rubricContractSchema, type Rubric } from '../../../../src/rubric/rubric';
import type { ObjectSchema } from '../../../../src/rubric/output-schema';
import {
  ExpressionCompiler,
  type Expected,
  type Expression,
} from '../../../../src/rubric/program/expression';
import type { ExpressionProblem } from '../../../../src/rubric/program/failure';
import type { Declared } from '../../../../src/rubric/program/names';
import { compileRubric, type RubricProgram } from '../../../../src/rubric/program/compile-rubric';

export const essayOutput: ObjectSchema = {
  type: 'object',
  properties: {
    style: {
      type: 'object',
      properties: { rationale: { type: 'string' }, score: { type: 'integer', minimum: 0, maximum: 40 } },
    },
    rules: {
      type: 'array',
      prefixItems: [
        {
          type: 'object',
          properties: { met: { type: 'boolean' }, score: { type: 'integer', enum: [0, 10] } },
        },
        {
          type: 'object',
          properties: { met: { type: 'boolean' }, score: { type: 'integer', enum: [0, 10] } },
        },
      ],
      items: false,
    },
    label: { type: 'string', enum: ['GOOD', 'FAIR', 'POOR'] },
    advice: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    share: { type: 'number', minimum: 0, maximum: 1 },
    errors: { type: 'array', items: { type: 'string' } },
    remark: { type: 'string' },
    total: { type: 'number', minimum: 0, maximum: 60 },
    verdict: { type: 'string', enum: ['PASS', 'FAIL'] },
  },
  required: ['style', 'rules', 'label', 'advice', 'share', 'errors', 'total', 'verdict'],
};

/** A small rubric that uses every kind of rule; `changes` replaces parts of its contract. */
export function essayRubric(changes: Record<string, unknown> = {}): Rubric {
  const { output, ...contract } = rubricContractSchema.parse({
    format: 'assay-rubric/1',
    id: 'essay',
    title: 'Essay',
    version: '1.0.0',
    language: 'en',
    purpose: 'Judges an essay.',
    inputs: [
      { name: 'essay', label: 'Essay', kind: 'long' },
      { name: 'hint', label: 'Hint', required: false },
    ],
    criteria: [
      { id: 'style', label: 'Style', score: 'style.score', max: 40 },
      { id: 'label', label: 'Grade', choice: 'label' },
    ],
    output: essayOutput,
    facts: {
      grade: { label: 'Grade by the book' },
      length: { label: 'Length', value: 'size(input.essay)' },
      long: 'facts.length > 5',
    },
    decided: {
      label: {
        when: 'facts.grade != null',
        value: 'facts.grade.value',
        because: 'facts.grade.because',
        severity: 'warning',
      },
      'style.score': { when: '!facts.long', range: '[0, 15]', because: '"the essay is short"' },
      total: 'derived.total',
      verdict: {
        value: 'derived.total >= 45 ? "PASS" : "FAIL"',
        because: '"total " + string(derived.total)',
      },
    },
    derived: {
      verdict: { label: 'Verdict', value: 'derived.total >= 45 ? "PASS" : "FAIL"' },
      total: { label: 'Total', value: 'output.style.score + sum(output.rules.map(r, r.score))', max: 60 },
    },
    checks: [
      {
        id: 'met-means-ten',
        title: 'A rule that is met earns ten points',
        severity: 'error',
        assert: 'output.rules.all(r, r.met == (r.score == 10))',
        message: 'The rules got {{ output.rules.map(r, r.score) }} points.',
        about: ['rules.0.score', 'rules.1.score'],
      },
      {
        id: 'good-needs-style',
        title: 'A good essay has style',
        severity: 'warning',
        when: 'output.label == "GOOD"',
        assert: 'output.style.score >= 20',
        message: 'Graded {{output.label}} with style {{ output.style.score }}.',
      },
    ],
    headline: {
      value: 'derived.total',
      max: 60,
      verdict: 'derived.verdict',
      stated_value: 'total',
      stated_verdict: 'verdict',
    },
    ...changes,
  });
  return { ...contract, output: output ?? essayOutput, prompt: 'Judge {{essay}}.' };
}

export function programOf(rubric: Rubric): RubricProgram {
  const compiled = compileRubric(rubric);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems, null, 2));
  return compiled.program;
}

export function compiled(
  source: string,
  declared: Declared,
  expected: Expected = 'any',
): { expression: Expression | undefined; problems: ExpressionProblem[] } {
  const compiler = new ExpressionCompiler(declared);
  return { expression: compiler.compile('here', source, expected), problems: compiler.problems };
}

/** For a source without mistakes. */
export function expressionOf(source: string, declared: Declared): Expression {
  const { expression, problems } = compiled(source, declared);
  if (!expression) throw new Error(JSON.stringify(problems));
  return expression;
}
