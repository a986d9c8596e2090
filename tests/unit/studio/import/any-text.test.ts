import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importPrompt } from '../../../../src/studio/import/import-prompt';
import type { Proposal, Span } from '../../../../src/studio/import/proposal';

const words = fc.constantFrom(
  '{',
  '}',
  '{{',
  '}}',
  '{%',
  '%}',
  '{#if x}',
  '[',
  ']',
  '<',
  '>',
  '|',
  '```',
  '\\`\\`\\`',
  '"',
  "'",
  ':',
  ',',
  '\n',
  '\n\n',
  '  ',
  '# ',
  '## ',
  '- ',
  '1. ',
  '**',
  'score',
  '1-5',
  '0–100',
  '≥ 3',
  'PASS',
  'FAIL',
  'if',
  'otherwise',
  'null',
  'true',
  'false',
  '...',
  'total',
  '=',
  '+',
  '점',
  '5점:',
  '合計',
  'Example',
  'JSON',
  '"score": <1-5>',
  '{question}',
  '{{answer}}',
  '%s',
  '{}',
  '| 점수 | 기준 |',
  '|---|---|',
  '| 5 | ok |',
  '<score>',
  '</score>',
  '[[5]]',
  '//',
  'é',
  '\u{1F600}',
  '\r',
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(words, { maxLength: 120 }).map((all) => all.join('')),
);

const spansOf = ({
  inputs,
  fields,
  criteria,
  rules,
  examples,
  findings,
  changes,
}: Proposal): readonly Span[] => [
  ...[...inputs, ...fields, ...criteria, ...rules, ...examples, ...findings].flatMap(({ spans }) => spans),
  ...criteria.flatMap(({ levels, parts }) => [...levels, ...parts].flatMap(({ spans }) => spans)),
  ...inputs.flatMap(({ placeholders }) => placeholders),
  ...changes.map(({ span }) => span),
];

describe('the importer on any text', () => {
  it('answers with pieces that stand in the text, each under a key of its own', () => {
    fc.assert(
      fc.property(text, (source) => {
        const proposal = importPrompt({ text: source, wrapper: 'none' });
        for (const { from, to } of spansOf(proposal)) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(source.length);
        }
        const { inputs, fields, criteria, rules, examples, findings } = proposal;
        const pieces = [...inputs, ...fields, ...criteria, ...rules, ...examples, ...findings];
        const keys = [...pieces, ...criteria.flatMap(({ levels, parts }) => [...levels, ...parts])].map(
          ({ key }) => key,
        );
        expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});
