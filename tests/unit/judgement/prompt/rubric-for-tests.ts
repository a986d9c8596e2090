import { rubricContractSchema, type Rubric } from '../../../../src/rubric/rubric';

/** A small rubric with a required and an optional input. */
export function rubricForTests(language = 'en'): Rubric {
  const contract = rubricContractSchema.parse({
    format: 'assay-rubric/1',
    id: 'small',
    title: 'Small',
    version: '1.0.0',
    language,
    purpose: 'To have something to ask.',
    inputs: [
      { name: 'question', label: 'Question' },
      { name: 'answer', label: 'Answer', kind: 'long' },
      { name: 'truth', label: 'Truth', required: false },
    ],
    criteria: [{ id: 'clarity', label: 'Clarity', max: 5 }],
    facts: { words: { label: 'Number of words' }, plain: 'size(input.answer)' },
    headline: { value: 'output.clarity.score' },
  });
  return {
    ...contract,
    prompt: 'Judge {{answer}} as a reply to {{ question }}; {{unknown}} stays. Use {{truth}} if there.\n',
    output: {
      type: 'object',
      properties: {
        clarity: {
          properties: { rationale: { type: 'string' }, score: { maximum: 5, minimum: 0, type: 'integer' } },
          type: 'object',
        },
      },
    },
  };
}
