import { describe, expect, it } from 'vitest';
import { z } from '../../../../src/kit/zod';
import { valueAt } from '../../../../src/rubric/path';
import { exampleReplySchema } from '../../../../src/rubric/rubric';
import { judge, scripted } from '../../../contracts/support/judging';
import { ruleFor } from '../../../contracts/support/rubric-cases';
import replies from '../../../../rubrics/brand-entities/replies.json';

// That honest replies raise no alarm and flawed ones show every check is a contract of every rubric.
const ready = ruleFor('brand-entities');
const examples = await Promise.all(
  z
    .array(exampleReplySchema)
    .parse(replies)
    .map(async (example) => {
      const subject = ready.samples.find(({ id }) => id === example.case);
      if (!subject) throw new Error(`Expected a sample called ${example.case}.`);
      const judgement = await judge(ready, subject, scripted(JSON.stringify(example.reply)), 'model-alone');
      const failed = judgement.checks.filter(({ outcome }) => outcome === 'failed');
      return { ...example, failed };
    }),
);

function exampleOf(id: string, of: 'first' | 'second') {
  const found = examples.find((example) => example.case === id && example.set === of);
  if (!found) throw new Error(`Expected a reply to ${id} in the ${of} set.`);
  return found;
}

it('the page opens on a chain of sums, a rule that is met and a variation that nobody listed', () => {
  const { reply, failed } = exampleOf('headphones', 'first');
  const at = (path: string) => Number(valueAt(reply, path));
  const correctness = at('evaluation.correctness.score');
  const sections =
    correctness + at('evaluation.rule_compliance.score') + at('evaluation.reasoning_quality.score');
  const rules = [0, 1, 2, 3].map((index) => at(`evaluation.rule_compliance.rules.${index}.score`));
  const parts = ['chain_of_thought', 'evidence_usage', 'confidence_calibration'];
  const scores = [correctness, ...rules, ...parts.map((part) => at(`evaluation.reasoning_quality.${part}`))];
  const sum = scores.reduce((total, score) => total + score, 0);
  expect([at('total_score'), sections, sum]).toEqual([92, 90, 80]);
  expect(failed.map(({ id }) => id).toSorted()).toEqual([
    'program:evaluation.rule_compliance.rules.3.compliant',
    'program:evaluation.rule_compliance.score',
    'program:total_score',
    'rule-4-points',
    'unfound:evaluation.rule_compliance.rules.1.evidence',
  ]);
});

it.each([
  [
    'a long quotation',
    'headphones',
    'first',
    'unfound:evaluation.rule_compliance.rules.1.evidence',
    'Sony Corporation',
  ],
  ['a short one', 'washing-machine', 'second', 'variations-quoted-truly', '엘쥐전자'],
] as const)('an invented variation is found: %s', (_what, id, of, check, words) => {
  expect(exampleOf(id, of).failed.find((one) => one.id === check)?.message).toContain(words);
});

describe('together', () => {
  const shown = new Set(examples.flatMap(({ failed }) => failed.map(({ id }) => id)));
  // The names of the rules are fixed by the output's shape, so no reply can miss them.
  const compared = Object.entries(ready.rubric.decided)
    .filter(([path, rule]) => typeof rule === 'string' || (rule.compare && !path.endsWith('.name')))
    .map(([path]) => path);

  it.each(compared)('they contradict what the program says of %s', (path) => {
    expect(shown).toContain(`program:${path}`);
  });

  it('at least nine are honest', () => {
    expect(examples.filter(({ kind }) => kind === 'honest').length).toBeGreaterThanOrEqual(9);
  });
});
