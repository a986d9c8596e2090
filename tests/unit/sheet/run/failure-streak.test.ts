import { expect, it } from 'vitest';
import type { Cause } from '../../../../src/judgement/cause';
import type { ConnectionFault } from '../../../../src/judgement/connection';
import type { UnscoredReason } from '../../../../src/judgement/judge';
import { FailureStreak } from '../../../../src/sheet/run/failure-streak';

const asked = { shared: 's', own: 'o' };
const of = (reason: UnscoredReason, detail: string) => ({ reason, detail, prompt: asked });
const down = of('failed', 'The server is down.');
const cause = (fault: ConnectionFault): Cause => ({
  code: 'connection',
  fault,
  host: 'h',
  model: 'm',
  sends: 1,
  status: null,
  retryAfter: null,
  said: '',
});
const noKey = { ...of('failed', 'No such key.'), causes: [cause('key')] };
const slow = of('timeout', 'No complete answer within 60 s.');
const answer = { prompt: asked };
const nobodyAsked = { reason: 'failed' as const, detail: 'The text is missing.', prompt: null };
const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

it.each<[string, Parameters<FailureStreak<number>['note']>[0][], boolean]>([
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
  const streak = new FailureStreak<number>();
  const rulings = judgements.map((judgement, unit) => streak.note(judgement, unit));
  expect(rulings.some(({ stop }) => stop !== null)).toBe(stops);
  // The server said nothing of a connection: each is a result of its own.
  expect(rulings.flatMap(({ keep }) => keep)).toEqual(judgements.map((_judgement, unit) => unit));
});

type Step = Parameters<FailureStreak<number>['note']>[0] | 'end' | 'reset';
const stop = { because: 'judge', detail: 'No such key.', causes: noKey.causes };

it.each<[string, Step[], { keep: number[]; requeue: number[]; stop: unknown }]>([
  [
    'stay with a judge that answers others',
    [noKey, noKey, answer],
    { keep: [0, 1, 2], requeue: [], stop: null },
  ],
  ['stay where another failure follows', [noKey, down], { keep: [0, 1], requeue: [], stop: null }],
  ['are put back when the judge is given up', times(5, noKey), { keep: [], requeue: [0, 1, 2, 3, 4], stop }],
  [
    'so are those that were out meanwhile',
    times(7, noKey),
    { keep: [], requeue: [0, 1, 2, 3, 4, 5, 6], stop },
  ],
  ['are put back where a judge never answered', [noKey, noKey, 'end'], { keep: [], requeue: [0, 1], stop }],
  ['stay at the end where it has', [answer, noKey, 'end'], { keep: [0, 1], requeue: [], stop: null }],
  ['are given back with a new chance', [noKey, noKey, 'reset'], { keep: [], requeue: [0, 1], stop: null }],
  ...(['request', 'format', 'broken-off', 'too-long'] as const).map(
    (fault): [string, Step[], { keep: number[]; requeue: number[]; stop: unknown }] => [
      `stay where the server has read them: ${fault}`,
      [{ ...noKey, causes: [cause(fault)] }, 'end'],
      { keep: [0], requeue: [], stop: null },
    ],
  ),
])('cases that reached nobody %s', (_, steps, expected) => {
  const streak = new FailureStreak<number>();
  const rulings = steps.map((step, unit) => {
    if (step === 'end') return streak.end();
    return step === 'reset' ? { keep: [], requeue: streak.reset(), stop: null } : streak.note(step, unit);
  });
  expect({
    keep: rulings.flatMap(({ keep }) => keep),
    requeue: rulings.flatMap(({ requeue }) => requeue),
    stop: rulings.at(-1)?.stop,
  }).toEqual(expected);
  expect(streak.holdsAny).toBe(false);
});

const refused = of('refused', 'The model refused.');
const cutOff = of('truncated', 'The reply hit the length limit.');
const malformed = [of('unparseable', 'No JSON.'), of('invalid', 'A key is missing.')];
const noRoom = of('too-long', 'It does not fit.');
const mostRefused = times(20, [refused, refused, answer]).flat();
const onlyRefused = { refused: 20, cutOff: 0, malformed: 0 };

it.each<[string, readonly Step[], readonly (readonly [at: number, replies: unknown])[]]>([
  ['19 in a row', times(19, refused), []],
  ['20 in a row', times(20, refused), [[20, { of: 20, ...onlyRefused }]]],
  [
    '20 of several kinds',
    [...times(9, cutOff), ...times(8, refused), ...malformed, refused],
    [[20, { of: 20, refused: 9, cutOff: 9, malformed: 2 }]],
  ],
  ['20 with a score among them', times(2, [...times(14, refused), answer]).flat(), []],
  [
    '20 with others that no model answered',
    [...times(19, refused), slow, nobodyAsked, noRoom, refused],
    [[23, { of: 20, ...onlyRefused }]],
  ],
  ['most of the first 50', mostRefused, [[44, { of: 44, ...onlyRefused, refused: 30 }]]],
  ['29 of the first 50', [...times(7, answer), ...mostRefused], []],
  ['as many, and later', [...times(50, answer), ...mostRefused], []],
  [
    'again after a person went on: 40 in a row',
    [...times(22, refused), 'reset', ...times(40, refused)],
    [
      [20, { of: 20, ...onlyRefused }],
      [63, { of: 40, ...onlyRefused, refused: 40 }],
    ],
  ],
  [
    'not again of the first 50, after a person went on',
    [...mostRefused, 'reset', ...times(9, [refused, answer]).flat()],
    [[44, expect.anything()]],
  ],
  [
    'counted further after a pause that had another reason',
    [...times(19, refused), 'reset', refused],
    [[21, { of: 20, ...onlyRefused }]],
  ],
])('replies without use stop a run: %s', (_, steps, stops) => {
  const streak = new FailureStreak<number>();
  const found: [number, unknown][] = [];
  let waits = false;
  steps.forEach((step, place) => {
    if (step === 'reset') waits = streak.reset().length > 0;
    else if (step !== 'end') {
      const { keep, stop: pause } = streak.note(step, place);
      expect(keep).toContain(place);
      if (pause && !waits) found.push([place + 1, pause.replies]);
      waits ||= pause !== null;
    }
  });
  expect(found).toEqual(stops);
});
