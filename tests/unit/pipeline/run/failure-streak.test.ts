import { expect, it } from 'vitest';
import type { Cause } from '../../../../src/core/model/cause';
import type { UnscoredReason } from '../../../../src/core/model/reply';
import { FailureStreak } from '../../../../src/pipeline/failure-streak';

const asked = { shared: 's', own: 'o' };
const of = (reason: UnscoredReason, detail: string) => ({ reason, detail, prompt: asked });
const down = of('failed', 'The server is down.');
const slow = of('timeout', 'No complete answer within 60 s.');
const answer = { prompt: asked };
const nobodyAsked = { reason: 'failed' as const, detail: 'The text is missing.', prompt: null };
const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

it.each<[string, Parameters<FailureStreak['note']>[0][], boolean]>([
  ['four', times(4, down), false],
  ['five', times(5, down), true],
  ['five that differ in figures', [1, 2, 3, 4, 5].map((n) => of('failed', `Request ${n} failed.`)), true],
  ['five that differ in words', ['a', 'b', 'c', 'd', 'e'].map((word) => of('failed', word)), false],
  ['broken by an answer', [...times(4, down), answer, ...times(4, down)], false],
  ['broken by a refusal, which is an answer', [...times(4, down), of('refused', 'no'), down], false],
  ['not broken by a case that nobody was asked', [...times(4, down), nobodyAsked, down], true],
  ['nobody asked', times(9, nobodyAsked), false],
  ['never an answer in time', times(5, slow), true],
  ['slow, but it has answered', [answer, ...times(9, slow)], false],
])('%s', (_, judgements, stops) => {
  const streak = new FailureStreak();
  expect(judgements.map((judgement) => streak.note(judgement)).some((detail) => detail !== null)).toBe(stops);
});

it('begins anew after a reset', () => {
  const streak = new FailureStreak();
  for (const judgement of times(5, down)) streak.note(judgement);
  streak.reset();
  expect(times(5, down).map((judgement) => streak.note(judgement))).toEqual([
    null,
    null,
    null,
    null,
    { detail: 'The server is down.' },
  ]);
});

it('tells the codes of what went wrong, where there are any', () => {
  const streak = new FailureStreak();
  const causes: Cause[] = [{ code: 'judge-broke', message: 'no such thing' }];
  const told = times(5, { ...down, causes }).map((judgement) => streak.note(judgement));
  expect(told.at(-1)).toEqual({ detail: 'The server is down.', causes });
});
