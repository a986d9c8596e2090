import { describe, expect, it } from 'vitest';
import { en } from '../../../src/i18n/en/en';
import { overviewWords } from '../../../src/i18n/overview-words';
import type { Digest } from '../../../src/judgement/digest';
import { figuresOf } from '../../../src/overview/figures';
import {
  problemsPanel,
  resultSentence,
  scorePanel,
  unscoredSentence,
  verdictPanel,
  type Shown,
} from '../../../src/overview/pictures';
import type { Rubric } from '../../../src/rubric/rubric';
import { measureCase } from '../../../src/sheet/figures/measure';
import { Tally } from '../../../src/sheet/figures/tally';
import { ruleFor } from '../../contracts/support/rubric-cases';
import { digestAs } from '../sheet/judged-fixture';

const { rubric } = ruleFor('brand-entities');
const speech = { t: en, words: overviewWords.en, language: 'en' };

function shownOf(digests: readonly Digest[], of: Rubric = rubric): Shown {
  const tally = new Tally();
  for (const digest of digests) tally.add(measureCase(of, [digest]));
  const subjects = digests.map((digest, row) => ({
    ...{ row, name: `case ${row}`, outdated: false },
    samples: [{ sample: 0, digest }],
  }));
  return { rubric: of, figures: figuresOf(of, subjects), summary: tally.summary() };
}
const passing = digestAs({
  status: 'partial',
  verdict: { kind: 'value', value: 'PASS' },
  score: { kind: 'range', min: 75, max: 90 },
});

describe('cases whose points are open', () => {
  it('have the verdict that is certain in the picture, as in the sentence', () => {
    const shown = shownOf([passing, passing, digestAs({ status: 'partial' })]);
    const counts = verdictPanel(shown, speech)?.draw(400).table.slice(1);
    expect(counts).toEqual([
      ['Pass for certain, points open', '2'],
      ['Open', '1'],
    ]);
    expect(resultSentence(shown, speech)).toContain('Pass, in 2 of 3 cases');
  });
  it('are told of where very many leave no bar', () => {
    const shown = shownOf(Array.from({ length: 201 }, () => passing));
    expect(scorePanel(shown, speech)?.note).toBe('No score yet. 201 cases still open, not drawn.');
  });
});

it('where nothing could be checked, nothing is said to hold', () => {
  const said = { score: { kind: 'value', value: 80 }, verdict: { kind: 'value', value: 'PASS' } } as const;
  const valid = { ...digestAs(said), mode: 'model-alone' as const };
  const bare = shownOf([valid], { ...rubric, checks: [], statements: [] });
  expect(resultSentence(bare, speech)).toContain('No statement could be checked.');
  expect(problemsPanel(bare, speech).note).toBe('No statement could be checked.');
});

it('what has no score is said beside the result', () => {
  const shown = shownOf([digestAs({ status: 'unscored' }), passing]);
  expect(unscoredSentence(shown, speech)).toBe('1 case could not be scored and is in no figure.');
  expect(unscoredSentence(shownOf([passing]), speech)).toBe('');
});
