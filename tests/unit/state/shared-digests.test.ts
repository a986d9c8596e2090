import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Known } from '../../../src/core/model/judgement';
import { digestSchema, type Digest } from '../../../src/core/model/run';
import { SharedDigests } from '../../../src/state/shared-digests';
import { digestAs, value } from './judged-fixture';

const known = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map(value),
  fc.constantFrom<Known>({ kind: 'undecided' }, { kind: 'range', min: 0, max: 2 }, value('PASS'), value('2')),
);
const digest: fc.Arbitrary<Digest> = fc.record(
  {
    status: fc.constantFrom(...digestSchema.shape.status.options),
    reason: fc.constantFrom('timeout' as const, 'refused' as const),
    score: known,
    verdict: known,
    criteria: fc.array(fc.option(known), { maxLength: 3 }),
    expected: fc.array(fc.option(fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10))),
    failedChecks: fc.array(fc.constantFrom('a', 'b', 'a b'), { maxLength: 2 }),
    failedErrors: fc.nat({ max: 2 }),
    problems: fc.boolean(),
    mode: fc.constantFrom(...digestSchema.shape.mode.options),
    receipt: fc.string(),
  },
  { requiredKeys: ['status', 'criteria', 'failedChecks', 'failedErrors', 'problems', 'mode', 'receipt'] },
);

it('says of each judgement what its digest says, and holds two that say the same once', () => {
  fc.assert(
    fc.property(fc.array(digest), (digests) => {
      const shared = new SharedDigests();
      const held = digests.map((one) => shared.share(one));
      const said = digests.map(({ receipt: _, ...rest }) => rest);
      expect(held).toEqual(said);
      expect(said.map((one) => shared.share(one)).every((one, index) => one === held[index])).toBe(true);
    }),
  );
});

it('stays right when there are more kinds than it shares', () => {
  const shared = new SharedDigests();
  const scores = Array.from({ length: 6000 }, (_, score) => value(score));
  expect(scores.map((score) => shared.share(digestAs({ score })).criteria[0])).toEqual(scores);
});
