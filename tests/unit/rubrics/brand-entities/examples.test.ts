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

describe('statements', () => {
  const count = 'evaluation.rule_compliance.rules.3.evidence';
  const variations = 'evaluation.rule_compliance.rules.1.evidence';
  const brand = 'evaluation.rule_compliance.rules.0.evidence';
  const unrelated = 'evaluation.rule_compliance.rules.2.evidence';

  // Over the honest reply to the headphones: 4 entries, 3 of 4 expected names, the brand present.
  it.each([
    [count, 'It lists five items.', ['entries-counted']],
    [count, 'There are 4 different entries.', []],
    [count, 'The rule asks for 3 to 10 entries.', []],
    [count, 'The list has two entries too many.', []],
    [variations, 'The list has no variations.', ['no-variations-seen']],
    [variations, 'The list has no variations besides the capitals.', []],
    [variations, 'It has two variations.', []],
    [variations, 'It has eleven variations.', ['variations-counted']],
    [brand, 'The exact brand is missing.', ['brand-called-missing']],
    [brand, 'No form of the brand is missing.', []],
    [brand, 'The lower-case brand name is missing.', []],
    [unrelated, 'All entries are expected.', ['all-called-expected']],
    [unrelated, 'All entries are expected except one.', []],
    ['summary', 'It captures 4 of 4 expected names.', []],
    ['summary', 'It captures 1 of 4 expected names.', ['names-captured', 'share-gives-points']],
    ['summary', 'It captures 3 of 5 expected names.', ['names-captured']],
    ['summary', 'It misses 1 of 4 expected names.', []],
    ['summary', 'One of the four expected names is missing.', []],
    ['summary', 'It covers 75 % of the expected names.', []],
    ['summary', 'It covers 40 % of the expected names.', ['share-captured']],
    ['summary', 'At least 50 % of the expected names are there.', []],
    ['summary', 'The brand is missing.', ['brand-called-absent']],
    ['summary', 'The brand is present.', []],
  ])('%s: %s', async (path, text, expected) => {
    const { reply } = exampleOf('headphones', 'second');
    const subject = ready.samples.find(({ id }) => id === 'headphones');
    if (!subject) throw new Error('Expected the headphones.');
    const said = JSON.stringify(reply).replace(JSON.stringify(valueAt(reply, path)), JSON.stringify(text));
    const { checks } = await judge(ready, subject, scripted(said), 'model-alone');
    const failed = checks.filter(
      ({ id, outcome }) => id.startsWith('says:') && outcome !== 'passed' && outcome !== 'skipped',
    );
    expect(failed.map(({ id }) => id.replace('says:', ''))).toEqual(expected);
  });

  it('a brand that is in the title but not in the list is not called present', async () => {
    const { reply } = exampleOf('hair-serum', 'second');
    const subject = ready.samples.find(({ id }) => id === 'hair-serum');
    if (!subject) throw new Error('Expected the hair oil.');
    const said = { ...reply, summary: 'The brand is found in the title but not in the list.' };
    const { status } = await judge(ready, subject, scripted(JSON.stringify(said)), 'model-alone');
    expect(status).toBe('valid');
  });
});
