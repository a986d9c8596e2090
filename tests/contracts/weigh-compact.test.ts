import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRubric } from '../../src/core/check/compile-rubric';
import { knobReach } from '../../src/core/check/knob-reach';
import { knobsOf } from '../../src/core/check/knobs';
import { wholeTurned, withKnobs } from '../../src/core/check/with-knobs';
import type { Case } from '../../src/core/model/case';
import type { Judgement } from '../../src/core/model/judgement';
import type { Rubric } from '../../src/core/model/rubric';
import { digestOf } from '../../src/core/stats/digest';
import { compactJudgement } from '../../src/pipeline/compact-judgement';
import { reassess } from '../../src/pipeline/reassess';
import { movableCriteria, weighCompact, withWeighed } from '../../src/pipeline/weigh-compact';
import { judgeByRules } from './support/judging';
import { rubricsUnderTest, type RubricUnderTest } from './support/rubric-cases';
import { judgementsOf, stored } from './support/stored-judgements';

interface Stored {
  subject: Case;
  judgement: Judgement;
}

async function storedOf(ready: RubricUnderTest): Promise<Stored[]> {
  // Every third tells of all that can happen, and the test stays quick.
  const gold = ready.gold.filter((_, index) => index % 3 === 0);
  const byRules = [...ready.samples, ...gold].map(async (subject) => [
    { subject, judgement: stored(await judgeByRules(ready, subject)) },
  ]);
  const byModel = gold.map(async (subject) =>
    (await judgementsOf(ready, subject)).map((judgement) => ({ subject, judgement: stored(judgement) })),
  );
  return (await Promise.all([...byRules, ...byModel])).flat();
}

function compactWay(rubric: Rubric, all: readonly Stored[]) {
  const reach = knobReach(rubric);
  if (!reach) throw new Error('Expected a rubric that can be cut.');
  const whole = compileRubric(reach.whole);
  if (!whole.ok) throw new Error(JSON.stringify(whole.problems));
  const { program } = whole;
  const held = all.map(({ subject, judgement }) =>
    compactJudgement({ rubric, reach, program }, subject.input, judgement),
  );
  const criteria = movableCriteria(rubric, reach);
  const weigh = (changes: Record<string, number>) => {
    const turned = withKnobs(reach.cut, changes);
    if (!turned.ok) return turned;
    const digests = held.map(({ base, compact }) =>
      compact ? withWeighed(base, weighCompact({ reach, criteria }, turned, compact)) : base,
    );
    return { rubric: wholeTurned(rubric, turned), digests };
  };
  return { held, weigh };
}

function fullWay(rubric: Rubric, all: readonly Stored[], changes: Record<string, number>) {
  const turned = withKnobs(rubric, changes);
  if (!turned.ok) return turned;
  const digests = all.map(({ subject, judgement }) =>
    digestOf(turned.rubric, reassess(turned, subject, judgement)),
  );
  return { rubric: turned.rubric, digests };
}

describe.each(rubricsUnderTest)('$id weighed anew', async (ready) => {
  const all = await storedOf(ready);
  const compact = compactWay(ready.rubric, all);
  const knobs = knobsOf(ready.rubric);

  it.each(knobs.map(({ id, value }, index) => [id, index % 2 === 0 ? value + 1 : value / 2] as const))(
    '%s at %d comes to the same from what is kept as from whole judgements, to the last digit',
    (id, value) => {
      const changes = { [id]: value };
      expect(compact.weigh(changes)).toEqual(fullWay(ready.rubric, all, changes));
    },
  );

  it('several at once as well', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0.01, max: 20, noNaN: true }));
    const turned = fc.array(fc.tuple(fc.constantFrom(...knobs.map(({ id }) => id)), value), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(turned, (pairs) => {
        const changes = Object.fromEntries(pairs);
        expect(compact.weigh(changes)).toEqual(fullWay(ready.rubric, all, changes));
      }),
      { numRuns: 8 },
    );
  });

  it('keeps a small part of them', () => {
    const lengthOf = (values: readonly unknown[]) => JSON.stringify(values).length;
    const kept = new Set(compact.held.map((one) => JSON.stringify(one.compact)));
    expect(lengthOf([...kept])).toBeLessThan(lengthOf(all.map(({ judgement }) => judgement)) / 5);
  });
});
