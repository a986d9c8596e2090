import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../../src/judgement/digest';
import type { CaseMark } from '../../../src/compare/stored-run';
import { compareRow } from '../../../src/compare/compare-row';
import { compareRuns, filterPairs, firstFilter } from '../../../src/compare/compare-runs';
import { finish } from '../cases/mapping-fixture';
import { essayRubric } from '../rubric/program/rubric-fixture';
import { compared, digestOf, groundOf, is, mark, outlineOf, runOf, unscored } from './run-fixture';

describe('compareRow', () => {
  const ground = groundOf(outlineOf(), outlineOf());
  const same = {
    status: null,
    reason: null,
    verdict: null,
    score: null,
    criteria: [null, null],
    checks: { gained: [], lost: [] },
  };

  it.each<[string, Digest | undefined, Digest | undefined, object]>([
    ['the same', digestOf(), digestOf(), same],
    [
      'what is upheld, not what is claimed',
      digestOf({ criteria: [is(40), is('GOOD')], upheld: [is(30), null] }),
      digestOf({ criteria: [is(20), is('GOOD')], upheld: [is(32), null] }),
      { ...same, criteria: [{ kind: 'number', from: 30, to: 32, delta: 2 }, null] },
    ],
    ['not judged in either', undefined, undefined, same],
    ['not judged in one', undefined, digestOf(), { ...same, status: { from: null, to: 'valid' } }],
    [
      'a failure has lost no points',
      digestOf(),
      unscored('timeout'),
      { ...same, status: { from: 'valid', to: 'unscored' }, reason: { from: null, to: 'timeout' } },
    ],
    [
      'all of it',
      digestOf({ failedChecks: ['one', 'two'] }),
      digestOf({
        status: 'inconsistent',
        score: is(20),
        verdict: is('FAIL'),
        criteria: [is(10), is('POOR')],
        failedChecks: ['two', 'three'],
      }),
      {
        status: { from: 'valid', to: 'inconsistent' },
        reason: null,
        score: { kind: 'number', from: 45, to: 20, delta: -25 },
        verdict: { kind: 'label', from: 'PASS', to: 'FAIL' },
        criteria: [
          { kind: 'number', from: 35, to: 10, delta: -25 },
          { kind: 'label', from: 'GOOD', to: 'POOR' },
        ],
        checks: { gained: ['three'], lost: ['one'] },
      },
    ],
  ])('%s', (_, a, b, expected) => {
    expect(compareRow(ground, a, b)).toEqual(expected);
  });
});

it('lists a verdict that changes before larger differences of scores, and ranges that do not meet by their gap', () => {
  const scored = (score: number, verdict = 'PASS') => digestOf({ score: is(score), verdict: is(verdict) });
  const between = (min: number, max: number) =>
    digestOf({ status: 'partial', score: { kind: 'range', min, max } });
  const pairs: Record<string, [Digest, Digest]> = {
    small: [scored(40), scored(41)],
    gap: [between(10, 15), scored(20)],
    large: [scored(10), scored(40)],
    flip: [between(44, 46), { ...scored(46, 'FAIL'), criteria: [is(35), is('GOOD')] }],
  };
  const side = (at: 0 | 1) =>
    runOf(Object.entries(pairs).map(([id, digests]) => [mark(id), digests[at]] satisfies [CaseMark, Digest]));
  const [a, b] = [side(0), side(1)];
  const shown = filterPairs({ ...compared(a, b), a, b }, firstFilter);
  expect(shown.map((pair) => a.cases[pair.a]?.id)).toEqual(['flip', 'large', 'gap', 'small']);
});

describe('compareRuns', () => {
  it('lists, counts and keeps apart', () => {
    const a = runOf([
      [mark('same'), digestOf()],
      [mark('moved'), digestOf()],
      [mark('changed', 'x'), digestOf()],
      [mark('failed'), digestOf()],
      [mark('gone'), digestOf()],
      [mark('old name', 'kept'), digestOf()],
    ]);
    const b = runOf(
      [
        [mark('new'), digestOf()],
        [mark('new name', 'kept'), digestOf({ status: 'repaired' })],
        [mark('failed'), unscored()],
        [mark('changed', 'y'), digestOf({ score: is(0), verdict: is('FAIL') })],
        [
          mark('moved'),
          digestOf({
            score: is(40.5),
            verdict: is('FAIL'),
            criteria: [is(30), is('POOR')],
            failedChecks: ['one'],
          }),
        ],
        [mark('same'), digestOf()],
      ],
      outlineOf({ id: 'run-2' }),
    );
    const { pairs, changed, onlyA, onlyB, counts, shifts, agreement } = compared(a, b);
    const nothing = {
      different: false,
      verdictChanged: false,
      scoreDelta: 0,
      apart: 0,
      criteria: 0,
    };
    expect(pairs).toEqual([
      { a: 0, b: 5, by: 'id', ...nothing },
      {
        a: 1,
        b: 4,
        by: 'id',
        ...nothing,
        different: true,
        verdictChanged: true,
        scoreDelta: -4.5,
        apart: 4.5,
        criteria: 2,
      },
      { a: 3, b: 2, by: 'id', ...nothing, different: true, scoreDelta: null },
      { a: 5, b: 1, by: 'input', ...nothing, different: true },
    ]);
    expect(changed).toEqual([
      {
        a: 2,
        b: 3,
        by: 'changed',
        ...nothing,
        different: true,
        verdictChanged: true,
        scoreDelta: -45,
        apart: 45,
      },
    ]);
    expect([onlyA, onlyB]).toEqual([[4], [0]]);
    expect(counts).toEqual({
      pairs: 4,
      scored: 3,
      different: 3,
      verdictChanged: 1,
      scoreChanged: 1,
      statusChanged: 2,
    });
    expect(shifts).toEqual({ higher: 0, lower: 1, same: 2 });
    expect(agreement.verdict).toMatchObject({ count: 3, exact: { met: 2, count: 3 } });
    expect(agreement.criteria).toMatchObject([
      { kind: 'number', count: 3, exact: { met: 2 } },
      { kind: 'label', count: 3, exact: { met: 2 } },
    ]);
  });

  it('counts a partial judgement in no agreement, whatever it has decided', () => {
    const a = runOf([[mark('one'), digestOf({ status: 'partial' })]]);
    const { counts, agreement } = compared(a, runOf([[mark('one'), digestOf()]]));
    expect(counts.scored).toBe(0);
    expect(agreement.criteria.map(({ count }) => count)).toEqual([0, 0]);
  });

  it('leaves scores on other scales alone', () => {
    const outOfFive = essayRubric({
      headline: { value: 'derived.total', max: 5, verdict: 'derived.verdict' },
    });
    const { pairs, agreement } = compared(
      runOf([[mark('one'), digestOf()]]),
      runOf([[mark('one'), digestOf({ score: is(4) })]], outlineOf({}, outOfFive)),
    );
    expect(pairs).toMatchObject([{ different: false, scoreDelta: null }]);
    expect(agreement.score).toBeNull();
  });

  it.each([
    ['no case in common', [mark('two')], [{ kind: 'no-case-in-common', a: 1, b: 1 }]],
    ['no case at all', [], [{ kind: 'no-case-in-common', a: 1, b: 0 }]],
  ])('refuses: %s', (_, cases: CaseMark[], obstacles) => {
    const a = runOf([[mark('one'), digestOf()]]);
    const b = runOf(cases.map((subject) => [subject, digestOf()]));
    expect(finish(compareRuns(a, b))).toEqual({ ok: false, obstacles });
  });

  const rows = fc.array(
    fc.record({
      score: fc.integer({ min: 0, max: 60 }),
      style: fc.integer({ min: 0, max: 40 }),
      label: fc.constantFrom('GOOD', 'FAIR', 'POOR'),
      status: fc.constantFrom('valid' as const, 'inconsistent' as const, 'partial' as const),
    }),
    { minLength: 1, maxLength: 30 },
  );
  const digests = rows.map((all) =>
    all.map(({ score, style, label, status }) =>
      digestOf({
        status,
        score: is(score),
        verdict: is(score >= 45 ? 'PASS' : 'FAIL'),
        criteria: [is(style), is(label)],
      }),
    ),
  );
  const run = (all: readonly Digest[]) => runOf(all.map((digest, place) => [mark(String(place)), digest]));

  it('is the same both ways, with the differences turned', () => {
    fc.assert(
      fc.property(digests, digests, (one, other) => {
        const there = compared(run(one), run(other));
        const back = compared(run(other), run(one));
        expect(back.counts).toEqual(there.counts);
        expect(back.pairs.map(({ scoreDelta }) => scoreDelta)).toEqual(
          there.pairs.map(({ scoreDelta }) => (scoreDelta === null ? null : 0 - scoreDelta)),
        );
        expect(back.agreement.verdict.exact).toEqual(there.agreement.verdict.exact);
        expect(there.agreement.score?.count).toBe(there.counts.scored);
      }),
    );
  });

  it('finds no difference between a run and itself', () => {
    fc.assert(
      fc.property(digests, (all) => {
        const { counts, pairs, agreement } = compared(run(all), run(all));
        expect(counts).toMatchObject({ pairs: all.length, different: 0, scoreChanged: 0 });
        expect(pairs.every(({ different }) => !different)).toBe(true);
        expect(agreement.score?.exact.met).toBe(counts.scored);
      }),
    );
  });
});
