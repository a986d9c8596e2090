import type { Certainty, Proposal, ProposedRule, Span } from '../../../../src/studio/import/proposal';

export const source = `Rate the {{answer}} to the {{question}}.

Clarity (1-5)
5: clear
1: muddled

Depth (1-5)

The total is the sum of both.

{"clarity": {"reason": "...", "score": 1}, "depth": {"score": 1}, "total": 2, "label": "good" | "bad"}
`;

export function spanOf(words: string): Span {
  const from = source.indexOf(words);
  if (from < 0) throw new Error(`Expected ${words} in the prompt.`);
  return { from, to: from + words.length };
}

const read = (key: string, words: string, certainty: Certainty = 'stated') => ({
  key,
  certainty,
  spans: [spanOf(words)],
});
const input = (name: string) => ({
  ...read(`input:${name}`, `{{${name}}}`),
  name,
  label: name,
  kind: 'long' as const,
  required: true,
  perRun: false,
  aliases: [],
  placeholders: [spanOf(`{{${name}}}`)],
});
const field = (path: string, type: 'string' | 'integer' | 'object', words: string) => ({
  ...read(`field:${path}`, words),
  path,
  type,
  nullable: false,
});
const scale = { minimum: 1, maximum: 5 };
export const total: ProposedRule = {
  ...read('rule:total', 'The total is the sum of both.'),
  id: 'total',
  kind: 'total',
  title: 'The total is the sum of both.',
  path: 'total',
  expression: 'output.clarity.score + output.depth.score',
};

/** What the importer might propose for the prompt above. */
export const proposal: Proposal = {
  source,
  wrapper: 'none',
  title: 'Clear answers',
  language: 'en',
  inputs: [input('answer'), input('question')],
  reply: 'json',
  fields: [
    field('clarity', 'object', '"clarity"'),
    field('clarity.reason', 'string', '"reason"'),
    { ...field('clarity.score', 'integer', '"score"'), ...scale },
    field('depth', 'object', '"depth"'),
    { ...field('depth.score', 'integer', '"score"'), ...scale },
    field('total', 'integer', '"total"'),
    { ...field('label', 'string', '"label"'), enum: ['good', 'bad'] },
  ],
  criteria: [
    {
      ...read('criterion:clarity', 'Clarity (1-5)'),
      id: 'clarity',
      label: 'Clarity',
      path: 'clarity.score',
      kind: 'score',
      min: 1,
      max: 5,
      rationale: 'clarity.reason',
      levels: [
        { ...read('level:clarity:5', '5: clear'), at: 5, name: '5', description: 'clear' },
        { ...read('level:clarity:1', '1: muddled', 'guessed'), at: 1, name: '1', description: 'muddled' },
      ],
      parts: [],
    },
    {
      ...read('criterion:depth', 'Depth (1-5)', 'inferred'),
      id: 'depth',
      label: 'Depth',
      path: 'depth.score',
      kind: 'score',
      min: 1,
      max: 5,
      levels: [],
      parts: [],
    },
  ],
  rules: [total],
  examples: [],
  findings: [],
  changes: [],
  cases: [{ answer: 'Yes.', question: 'Is it?' }],
};

export const check: ProposedRule = {
  ...read('rule:short', 'clear'),
  id: 'short',
  kind: 'check',
  title: 'The reason says something.',
  path: 'clarity.reason',
  expression: "size(output.clarity.reason) > 0 && input.answer != 'input.answer'",
};
