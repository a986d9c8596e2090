import { describe, expect, it } from 'vitest';
import type { Known } from '../../../../src/rubric/values';
import type { Level } from '../../../../src/rubric/rubric';
import { levelStates } from '../../../../src/rubric/view/rubric-view';

const bands: Level[] = [
  { at: [35, 40], name: 'good' },
  { at: [30, 35], name: 'some' },
  { at: [0, 15], name: 'none' },
];
const points: Level[] = [5, 4, 3].map((at) => ({ at, name: String(at) }));
const labels: Level[] = ['PASS', 'FAIL'].map((at) => ({ at, name: at }));
const value = (of: number | string): Known => ({ kind: 'value', value: of });
const range = (min: number, max: number): Known => ({ kind: 'range', min, max });

describe('levelStates', () => {
  it.each<[string, Level[], Known | undefined, Known | undefined, string[]]>([
    ['a score picks its level', points, value(4), undefined, ['other', 'chosen', 'other']],
    ['a label picks its level', labels, value('FAIL'), undefined, ['other', 'chosen']],
    ['a score inside a band', bands, value(38), undefined, ['chosen', 'other', 'other']],
    ['a shared end point: the first', bands, value(35), undefined, ['chosen', 'other', 'other']],
    [
      'a shared end point: where the program looks',
      bands,
      value(35),
      range(30, 35),
      ['other', 'chosen', 'other'],
    ],
    ['a score between bands has no level', bands, value(20), undefined, ['other', 'other', 'other']],
    ['a range that only touches a band', bands, range(35, 40), undefined, ['possible', 'other', 'other']],
    ['a range over two bands', bands, range(10, 33), undefined, ['other', 'possible', 'possible']],
    ['a range of scores', points, range(1, 4), undefined, ['other', 'possible', 'possible']],
    ['several labels', labels, { kind: 'one-of', values: ['PASS'] }, undefined, ['possible', 'other']],
    ['nothing known', labels, { kind: 'undecided' }, undefined, ['other', 'other']],
    ['no case at hand', labels, undefined, undefined, ['other', 'other']],
  ])('%s', (_, levels, known, hint, expected) => {
    expect(levelStates(levels, known, hint)).toEqual(expected);
  });
});
