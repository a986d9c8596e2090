import { expect, it } from 'vitest';
import { readCandidates } from '../../../../../rubrics/citation-matching/facts/read-candidates';
import { readGroundTruth } from '../../../../../rubrics/citation-matching/facts/read-ground-truth';
import { english } from '../../../../../rubrics/citation-matching/facts/words';

const list = readCandidates('[{"ecli": "ECLI:BE:CASS:2018:ARR.1"}, {"court": "Cass."}]');
const candidates = list.ok ? list.value : [];

function summary(source: string | undefined): string {
  const result = readGroundTruth(source, candidates);
  if (!result.ok) return `problem: ${result.problem(english)}`;
  const truth = result.value;
  return truth.kind === 'decision' ? `${truth.candidate?.number ?? 'outside'} ${truth.ecli}` : truth.kind;
}

it.each([
  [undefined, 'not-given'],
  ['  ', 'not-given'],
  ['n/a', 'not-given'],
  ['no_match', 'no-match'],
  ['No match', 'no-match'],
  ['"no_match"', 'no-match'],
  ['{"no_match": true}', 'no-match'],
  ['{"ecli": "no_match"}', 'no-match'],
  ['1', '1 ECLI:BE:CASS:2018:ARR.1'],
  ['candidate 2', '2 null'],
  ['{"candidate": 2}', '2 null'],
  ['ECLI:BE:CASS:2018:ARR.1', '1 ECLI:BE:CASS:2018:ARR.1'],
  ['{"decision_id": "ECLI:BE:CASS:2018:ARR.1"}', '1 ECLI:BE:CASS:2018:ARR.1'],
  ['ECLI:BE:CASS:1990:ARR.7', 'outside ECLI:BE:CASS:1990:ARR.7'],
])('%j is %s', (source, expected) => {
  expect(summary(source)).toBe(expected);
});

it.each(['the first one', '3', '{}', '{"candidate": 9}', '{"no_match": true, "candidate": 1}', '[1]'])(
  'refuses %s',
  (source) => {
    expect(summary(source)).toMatch(/^problem: /);
  },
);
