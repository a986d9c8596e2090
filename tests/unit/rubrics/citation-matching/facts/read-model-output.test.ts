import { describe, expect, it } from 'vitest';
import { readCandidates } from '../../../../../rubrics/citation-matching/facts/read-candidates';
import { readModelOutput } from '../../../../../rubrics/citation-matching/facts/read-model-output';
import { english } from '../../../../../rubrics/citation-matching/facts/words';

const list = readCandidates(
  '[{"ecli": "ECLI:BE:CASS:2018:ARR.1", "id": "a1"}, {"ecli": "ECLI:BE:CASS:2018:ARR.2"}, {}]',
);
const candidates = list.ok ? list.value : [];

/** Top and other matches as `number@confidence`, `none: reason`, or the problem. */
function summary(output: unknown): string {
  const result = readModelOutput(typeof output === 'string' ? output : JSON.stringify(output), candidates);
  if (!result.ok) return `problem: ${result.problem(english)}`;
  if (result.value.kind === 'no-match') return `none: ${result.value.reason}`;
  const matches = [result.value.top, ...result.value.others];
  return matches.map((match) => `${match.candidate?.number ?? match.ecli}@${match.confidence}`).join(' ');
}

describe('which decision a match names', () => {
  it.each([
    [{ candidate: 2 }, '2@null'],
    [{ candidate: 'Candidate 2' }, '2@null'],
    [{ ecli: 'ecli:be:cass:2018:arr.2' }, '2@null'],
    [{ decision_id: 'ECLI:BE:CASS:2018:ARR.1' }, '1@null'],
    [{ decision_id: 'a1' }, '1@null'],
    [{ ecli: 'ECLI:BE:CASS:2018:ARR.1', candidate: 1 }, '1@null'],
    [{ ecli: 'ECLI:BE:CASS:1999:ARR.9' }, 'ECLI:BE:CASS:1999:ARR.9@null'],
  ])('%j', (match, expected) => {
    expect(summary({ matches: [match] })).toBe(expected);
    expect(summary(match)).toBe(expected);
  });
});

describe('confidence on one scale', () => {
  it.each([
    [[{ candidate: 1, confidence: 0.88 }], '1@88'],
    [[{ candidate: 1, score: 0.55 }], '1@55'],
    [[{ candidate: 1, confidence: 1 }], '1@100'],
    [[{ candidate: 1, confidence: 0.9, score: 0.9 }], '1@90'],
    [[{ candidate: 1, confidence: '98%' }], '1@98'],
    [[{ candidate: 1, score: '97,5 %' }], '1@97.5'],
    [[{ candidate: 1, confidence: '1%' }], '1@1'],
    [
      [
        { candidate: 1, confidence: '85%' },
        { candidate: 2, confidence: 0.4 },
      ],
      '1@85 2@40',
    ],
    // One value above 1 shows that the whole output speaks in per cent.
    [
      [
        { candidate: 1, confidence: 85 },
        { candidate: 2, confidence: 1 },
      ],
      '1@85 2@1',
    ],
  ])('%j', (matches, expected) => {
    expect(summary({ matches })).toBe(expected);
  });
});

it.each([
  [{ matches: [], no_match_reason: 'other court' }, 'none: other court'],
  [{ no_match_reason: 'other court', confidence: 0.9 }, 'none: other court'],
  [{ matches: null, no_match_reason: 'other court' }, 'none: other court'],
  [{ matches: [] }, 'none: '],
])('no match: %j', (output, expected) => {
  expect(summary(output)).toBe(expected);
});

it.each([
  ['not json', 'Expected a JSON object'],
  [{}, 'got neither'],
  [{ matches: 'first' }, 'Expected matches to be a list'],
  [{ matches: ['first'] }, 'Match 1: expected an object'],
  [{ matches: [{ confidence: 0.5 }] }, 'got none of them'],
  [{ matches: [{ candidate: 4 }] }, '4 is no candidate number from 1 to 3'],
  [{ matches: [{ candidate: 1 }, { candidate: 0 }] }, 'Match 2: 0 is no candidate number'],
  [{ matches: [{ decision_id: 'b7' }] }, 'neither an ECLI nor the id of a candidate'],
  [{ matches: [{ candidate: 1, ecli: 'ECLI:BE:CASS:2018:ARR.2' }] }, 'names two different decisions'],
  [{ matches: [{ candidate: 1, confidence: 'high' }] }, 'got "high"'],
  [{ matches: [{ candidate: 1, confidence: '120%' }] }, 'got "120%"'],
  [
    {
      matches: [
        { candidate: 1, confidence: 0.9 },
        { candidate: 2, confidence: 45 },
      ],
    },
    '0.9 and 45 are on different scales',
  ],
  [{ matches: [{ candidate: 1, confidence: -0.1 }] }, 'got -0.1'],
  [{ matches: [{ candidate: 1, confidence: 0.9, score: 0.8 }] }, 'two different numbers'],
  [{ matches: [{ candidate: 1 }], no_match_reason: 'none' + ' fits' }, 'both matches and a no_match_reason'],
])('problem: %j', (output, problem) => {
  expect(summary(output)).toMatch(/^problem: /);
  expect(summary(output)).toContain(problem);
});
