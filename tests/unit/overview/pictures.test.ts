import { describe, expect, it } from 'vitest';
import { en } from '../../../src/i18n/en/en';
import { judgementViewWords } from '../../../src/i18n/judgement-view-words';
import { overviewWords } from '../../../src/i18n/overview-words';
import { presentWords } from '../../../src/i18n/present-words';
import type { Digest } from '../../../src/judgement/digest';
import { figuresOf } from '../../../src/overview/figures';
import {
  contradictionsIn,
  factsPanel,
  mapPanel,
  problemsPanel,
  resultSentence,
  scorePanel,
  unscoredSentence,
  verdictPanel,
  type Shown,
} from '../../../src/overview/pictures';
import { deckOf } from '../../../src/overview/present/deck';
import { wordsOf } from '../../../src/overview/present/slide';
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
const asked = (outcome: Parameters<typeof digestAs>[0]): Digest => ({
  ...digestAs(outcome),
  mode: 'model-alone',
});
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
  it('are counted in every step where they may end, where there are very many', () => {
    const panel = scorePanel(shownOf(Array.from({ length: 201 }, () => passing)), speech);
    expect(panel?.note).toContain('201 cases with an open score, in every step where it may end.');
    const steps = panel
      ?.draw(400)
      .table.slice(1)
      .filter(([, , open]) => open !== '0');
    expect(steps?.[0]).toEqual(['Score 75 to under 80', '0', '201']);
    expect(panel?.targets.at(-6)).toMatchObject({ kind: 'rows', rows: { length: 0 } });
    expect(panel?.targets.at(-5)).toMatchObject({ kind: 'rows', rows: { length: 201 } });
  });
});

it('slides of very many cases explain the lines of their columns, and name the order of the map', () => {
  const shown = shownOf(Array.from({ length: 201 }, () => passing));
  const source = { fileName: '', purpose: '', run: null, presented: [], ...shown };
  const said = { judgement: judgementViewWords.en, present: presentWords.en, overview: overviewWords.en };
  const { slides } = deckOf(source, { language: 'en', t: en, ...said }, 'wide');
  const words = slides.map(({ body }) => wordsOf(body)).join(' ');
  expect(words).toContain('Hatched purple: 201 cases with an open score');
  expect(words).not.toContain(overviewWords.en.dots.sound);
  expect(words).toContain('by its lower end. Of 201 cases in this order');
});

describe('an own rubric without verdict or maximum', () => {
  const [criterion] = rubric.criteria;
  if (!criterion) throw new Error('Expected a criterion.');
  const brevity = { ...criterion, id: 'brevity', label: 'Brevity', min: 0, max: 5, levels: [], parts: [] };
  const own: Rubric = {
    ...{ ...rubric, criteria: [{ ...brevity, score: 'brevity.score' }], derived: {}, decided: {} },
    headline: { value: 'output.brevity.score' },
  };
  const certain = digestAs({ status: 'partial', score: { kind: 'value', value: 5 } });
  const shown = shownOf([certain, digestAs({ status: 'partial' })], own);
  it('has its scores on the scale of its criterion, and says how many are certain', () => {
    const panel = scorePanel(shown, speech);
    expect(panel?.heading).toBe('Brevity, one dot per case');
    expect(panel?.draw(400).table).toEqual([
      ['Case', 'Brevity'],
      ['case 0', '5'],
    ]);
    expect(resultSentence(shown, speech)).toContain('1 of 2 cases have a certain score.');
  });
  it('has them by the highest score where there is no scale at all', () => {
    const free: Rubric = { ...own, headline: { value: 'derived.points' } };
    expect(shownOf([certain], free).figures.scale).toMatchObject({ min: 0, max: 5 });
  });
});

it('an own rubric whose label is its verdict shows it by colour, the most frequent first', () => {
  const [criterion] = rubric.criteria;
  if (!criterion) throw new Error('Expected a criterion.');
  const levels = ['EXACT', 'WRONG'].map((at) => ({ at, name: at }));
  const routing = {
    ...criterion,
    id: 'routing',
    label: 'Routing',
    choice: 'routing.label',
    levels,
    parts: [],
  };
  const labels: Rubric = {
    ...{ ...rubric, criteria: [routing], derived: {}, decided: {}, checks: [], statements: [] },
    headline: { value: 'output.routing.label', verdict: 'output.routing.label' },
  };
  const of = (value: string) => {
    const known = { kind: 'value', value } as const;
    return asked({ score: known, verdict: known });
  };
  const shown = shownOf([of('WRONG'), of('EXACT'), of('EXACT')], labels);
  const panel = mapPanel(shown, speech);
  expect(panel.rows.map(({ row }) => row)).toEqual([1, 2, 0]);
  expect(panel.rows.map((_, place) => panel.rowAt(place).cells[0]?.ink)).toEqual([
    'level-3',
    'level-3',
    'level-2',
  ]);
  expect([panel.note.split('.')[0], panel.legend]).toEqual([
    'Grouped by verdict, the most frequent first',
    {},
  ]);
});

describe('what does not hold', () => {
  const failing = (...failed: string[]) => asked({ status: 'inconsistent', failed });
  const [check] = rubric.checks.filter(({ about, severity }) => about.length > 0 && severity === 'error');
  if (!check) throw new Error('Expected a check.');

  it('is grouped by what it is about, and worded as a failure', () => {
    const total = 'program:total_score';
    const problems = contradictionsIn(
      shownOf([failing(check.id, total), failing(check.id), failing(total, `unfound:${check.about[0]}`)]),
      speech,
    );
    expect(problems.map(({ title, rows }) => [title, rows])).toEqual([
      ['Rule compliance', [0, 1]],
      ['Total', [0, 2]],
    ]);
    expect(problems[0]?.detail).toBe(
      '“‘Include original brand’ scores 10 if it is met, else 0” doesn’t hold',
    );
    expect(problems[1]?.detail).toBe('Total doesn’t follow from the judge’s own scores');
  });
  it('is named in the sentence where it is most often, two where they tie, none of single cases', () => {
    const said = (...digests: Digest[]) => resultSentence(shownOf(digests), speech);
    const total = 'program:total_score';
    expect(said(failing(check.id), failing(check.id), failing(total))).toContain(
      'itself, most often on “Rule compliance”.',
    );
    expect(said(failing(check.id, total), failing(check.id, total))).toContain(
      'on “Rule compliance” and “Total”.',
    );
    expect(said(failing(check.id), failing(total))).toContain(
      'In 2 of 2 cases the judge contradicts the facts or itself.',
    );
  });
});

it('an average says what is in it and what is not, and no case that waits is counted', () => {
  const minutes = ruleFor('meeting-minutes').rubric;
  const score = (value: number) => asked({ score: { kind: 'value', value } });
  const open = asked({
    status: 'inconsistent',
    score: { kind: 'range', min: 1, max: 4 },
    failed: ['x'],
  });
  const doubtful = asked({ status: 'inconsistent', score: { kind: 'value', value: 3 }, failed: ['y'] });
  const shown = shownOf([...Array.from({ length: 4 }, () => score(3)), doubtful, open], minutes);
  const waiting = figuresOf(minutes, [{ row: 9, name: 'w', samples: [], outdated: false }]).cases;
  const figures = { ...shown.figures, cases: [...shown.figures.cases, ...waiting] };
  expect(resultSentence({ ...shown, figures }, speech)).toBe(
    '3.00 / 5 on average over 5 cases, 1 of them contradicted. 1 case with an open score is not in it. ' +
      '1 case is not judged yet. In 2 of 6 cases the judge contradicts the facts or itself.',
  );
});

it('rows stand by both ends of their scores, the lower first', () => {
  const range = (min: number, max: number) => digestAs({ score: { kind: 'range', min, max } });
  const panel = mapPanel(shownOf([range(1, 1), range(1, 4), range(2, 3)]), speech);
  expect(panel.rows.map(({ row }) => row)).toEqual([2, 1, 0]);
  expect(panel.note).toContain('Sorted by “Total”, highest first; a range by its lower end.');
  expect(panel.draw(600).table[1]?.slice(0, 2)).toEqual(['case 2', '2–3']);
});

it('where nothing could be checked, nothing is said to hold', () => {
  const said = { score: { kind: 'value', value: 80 }, verdict: { kind: 'value', value: 'PASS' } } as const;
  const valid = { ...digestAs(said), mode: 'model-alone' as const };
  const bare = shownOf([valid], { ...rubric, checks: [], statements: [] });
  expect(resultSentence(bare, speech)).toContain('No rule can check this.');
  expect([problemsPanel(bare, speech), factsPanel(bare, speech)]).toEqual([null, null]);
});

it('what has no score is said beside the result', () => {
  const shown = shownOf([digestAs({ status: 'unscored' }), passing]);
  expect(unscoredSentence(shown, speech)).toBe('1 case could not be scored and is in no figure.');
  expect(unscoredSentence(shownOf([passing]), speech)).toBe('');
});
