import { describe, expect, it } from 'vitest';
import { knobsOf } from '../../src/rubric/knobs/knobs';
import { withKnobs } from '../../src/rubric/knobs/with-knobs';
import type { Judgement } from '../../src/judgement/judgement';
import { judgementSchema } from '../../src/judgement/judgement';
import { project } from '../../src/rubric/shape/shrink';
import { reassess } from '../../src/judgement/reassess';
import { goldOutput, judge, judgeByRules, scripted, settledPaths } from './support/judging';
import { judgementsOf, stored } from './support/stored-judgements';
import { rubricsUnderTest, ruleFor, type RubricUnderTest } from './support/rubric-cases';

function yardstick(ready: RubricUnderTest, changes: Record<string, number> = {}) {
  const view = withKnobs(ready.rubric, changes);
  if (!view.ok) throw new Error(JSON.stringify(view.problems));
  return view;
}

describe.each(rubricsUnderTest)('$id, by its own rubric again', (ready) => {
  const same = yardstick(
    ready,
    Object.fromEntries(knobsOf(ready.rubric).map(({ id, value }) => [id, value])),
  );

  it.each([...ready.samples, ...ready.gold].map((subject) => [subject.id, subject] as const))(
    '%s: rules only comes to the same',
    async (_, subject) => {
      const judgement = stored(await judgeByRules(ready, subject));
      expect(reassess(same, subject, judgement)).toEqual(judgement);
    },
  );

  it.each(ready.gold.map((subject) => [subject.id, subject] as const))(
    '%s: every reply comes to the same',
    async (_, subject) => {
      for (const judgement of (await judgementsOf(ready, subject)).map(stored)) {
        expect(reassess(same, subject, judgement)).toEqual(judgement);
      }
    },
  );
});

describe('brand-entities by other numbers', () => {
  const ready = ruleFor('brand-entities');
  const knobs = knobsOf(ready.rubric);
  const passMark = knobs.find(({ value, role }) => role === 'threshold' && value === 55);
  const heavy = knobs.find(({ where, about }) => where === 'derived.total' && about === 'Correctness');
  if (!passMark || !heavy) throw new Error('Expected the pass mark and a weight of correctness.');

  it('offers the pass mark and the weights by name', () => {
    expect(passMark).toMatchObject({ label: 'Verdict', about: 'Total', comparison: '<' });
    expect(knobs.filter(({ where }) => where === 'derived.total').map(({ about }) => about)).toEqual([
      'Correctness',
      'Rule compliance',
      'Reasoning quality',
    ]);
  });

  it.each([0, 40, 55, 70, 90, 101])(
    'a pass mark of %i moves verdicts exactly where it should',
    async (mark) => {
      const view = yardstick(ready, { [passMark.id]: mark });
      for (const subject of ready.gold) {
        const reply = scripted(JSON.stringify(goldOutput(ready, subject)));
        const judgement = await judge(ready, subject, reply, 'model-alone');
        const again = reassess(view, subject, judgement);
        const { total, primary_missing: missing, correctness } = judgement.derived;
        if (total?.kind !== 'value' || correctness?.kind !== 'value' || missing?.kind !== 'value') {
          throw new Error('Expected complete totals.');
        }
        const fails = missing.value === true || correctness.value === 0 || Number(total.value) < mark;
        expect(again.headline?.verdict).toEqual({ kind: 'value', value: fails ? 'FAIL' : 'PASS' });
        expect(again.headline?.value).toEqual(judgement.headline?.value);
        // The judge applied the mark that it was given: that is no mistake now.
        expect(again.headline?.statedVerdict).toBe(judgement.headline?.statedVerdict);
        expect(again.status).toBe('valid');
      }
    },
  );

  it('a judge that was wrong by the rubric it was given stays wrong', async () => {
    const [subject] = ready.gold;
    if (!subject) throw new Error('Expected gold cases.');
    const reply = { ...goldOutput(ready, subject), total_score: 3 };
    const judgement = await judge(ready, subject, scripted(JSON.stringify(reply)), 'model-alone');
    const again = reassess(yardstick(ready, { [heavy.id]: 2 }), subject, judgement);
    const claim = (from: ReturnType<typeof reassess>) => ({
      check: from.checks.find(({ id }) => id === 'program:total_score'),
      field: from.fields.find(({ path }) => path === 'total_score'),
    });
    expect(again.status).toBe('inconsistent');
    expect(claim(again)).toEqual(claim(judgement));
    expect(again.headline?.value).not.toEqual(judgement.headline?.value);
  });

  it.each([0.5, 2])(
    'what the program computed follows a weight of %d, past the shape of the reply',
    async (weight) => {
      const view = yardstick(ready, { [heavy.id]: weight });
      for (const subject of ready.gold) {
        const asked = project(ready.rubric.output, goldOutput(ready, subject), settledPaths(ready, subject));
        const judgement = await judge(ready, subject, scripted(JSON.stringify(asked)), 'assisted');
        const again = reassess(view, subject, judgement);
        const points = (known: Judgement['derived'][string] | undefined) =>
          known?.kind === 'value' ? Number(known.value) : NaN;
        const expected =
          points(judgement.derived['total']) + (weight - 1) * points(judgement.derived['correctness']);
        expect(again.headline?.value).toEqual({ kind: 'value', value: expected });
        expect(again.output?.['total_score']).toBe(expected);
        expect(again.status).toBe('valid');
        expect(() => judgementSchema.parse(again)).not.toThrow();
      }
    },
  );

  it('leaves what was stored as it was', async () => {
    const [subject] = ready.gold;
    if (!subject) throw new Error('Expected gold cases.');
    const judgement = await judgeByRules(ready, subject);
    const before = JSON.stringify(judgement);
    reassess(yardstick(ready, { [heavy.id]: 2, [passMark.id]: 90 }), subject, judgement);
    expect(JSON.stringify(judgement)).toBe(before);
  });
});

describe('meeting-minutes by other weights', () => {
  const ready = ruleFor('meeting-minutes');
  const weights = knobsOf(ready.rubric).filter(({ implicit }) => implicit === 'mean');

  it('offers one for each criterion of the mean', () => {
    expect(weights.map(({ about }) => about)).toEqual(ready.rubric.criteria.map(({ label }) => label));
  });

  it('stays between 0 and 5, and shows ranges where fields are open', async () => {
    const [first] = weights;
    if (!first) throw new Error('Expected weights.');
    const view = yardstick(ready, { [first.id]: 6 });
    expect(view.rubric.headline.max).toBe(5);
    for (const subject of ready.samples) {
      const again = reassess(view, subject, await judgeByRules(ready, subject));
      const known = again.headline?.value;
      if (known?.kind === 'range') expect([known.min >= 0, known.max <= 5]).toEqual([true, true]);
      else expect(known?.kind).toBe('value');
      expect(again.status).not.toBe('inconsistent');
    }
  });
});
