/** The example replies of every rubric that has some: complete, and each of them right or wrong in the way its kind says. */
import { describe, expect, it } from 'vitest';
import { z } from '../../src/kit/zod';
import { builtInRubrics } from '../../rubrics/built-in';
import { exampleReplySchema, type ExampleReply } from '../../src/rubric/rubric';
import type { CheckResult } from '../../src/rubric/values';
import { judge, scripted } from './support/judging';
import { ruleFor, type RubricUnderTest } from './support/rubric-cases';

const rubrics = await Promise.all(
  builtInRubrics.map(async ({ id, loadReplies }) => ({
    id,
    ready: ruleFor(id),
    examples: z.array(exampleReplySchema).parse((await loadReplies()) ?? []),
  })),
);

function judgeExample(ready: RubricUnderTest, example: ExampleReply) {
  const subject = ready.samples.find(({ id }) => id === example.case);
  if (!subject) throw new Error(`${ready.id}: expected a reply to a sample, got one to "${example.case}".`);
  return judge(ready, subject, scripted(JSON.stringify(example.reply)), 'model-alone');
}

function failed(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(({ outcome }) => outcome === 'failed');
}

// Rubrics whose replies are still to be written have none.
describe.each(rubrics.filter(({ examples }) => examples.length > 0))('$id', ({ ready, examples }) => {
  it('has one reply per sample in the first set, and a second for at least half of them', () => {
    const casesIn = (set: ExampleReply['set']) =>
      examples.filter((example) => example.set === set).map((example) => example.case);
    const samples = ready.samples.map(({ id }) => id);
    const second = casesIn('second');
    expect(casesIn('first').toSorted()).toEqual(samples.toSorted());
    expect(new Set(second).size).toBe(second.length);
    expect(samples).toEqual(expect.arrayContaining(second));
    expect(second.length * 2).toBeGreaterThanOrEqual(samples.length);
  });

  it('answers a flawed first reply with an honest second one', () => {
    const honest = examples.filter(({ set, kind }) => set === 'second' && kind === 'honest');
    for (const example of examples.filter(({ set, kind }) => set === 'first' && kind !== 'honest'))
      expect(honest.map((other) => other.case)).toContain(example.case);
  });

  it.each(examples.map((example) => [example.set, example.case, example.kind, example] as const))(
    '%s reply to %s, %s',
    async (_set, _case, kind, example) => {
      const judgement = await judgeExample(ready, example);
      expect(judgement.output, judgement.detail).toEqual(example.reply);
      expect(judgement.attempts).toHaveLength(1);
      expect(judgement.checks.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
      const found = failed(judgement.checks).map(({ id, message }) => `${id}: ${message}`);
      if (kind === 'honest') expect([judgement.status, found]).toEqual(['valid', []]);
      else expect(found).not.toEqual([]);
    },
  );

  it('shows each check and each statement failing', async () => {
    const judgements = await Promise.all(examples.map((example) => judgeExample(ready, example)));
    const shown = new Set(judgements.flatMap((judgement) => failed(judgement.checks).map(({ id }) => id)));
    const { checks, statements } = ready.rubric;
    const wanted = [...checks.map(({ id }) => id), ...statements.map(({ id }) => `says:${id}`)];
    expect(wanted.filter((id) => !shown.has(id))).toEqual([]);
  });
});
