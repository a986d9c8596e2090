import { render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import { measureDigest } from '../../../../src/sheet/figures/measure';
import { Tally } from '../../../../src/sheet/figures/tally';
import FilterBar from '../../../../src/sheet/table/FilterBar.svelte';
import { ResultList } from '../../../../src/sheet/table/result-list.svelte';
import { groupRows } from '../../../../src/sheet/table/row-groups';
import type { Known } from '../../../../src/rubric/values';
import { essayRubric } from '../../rubric/program/rubric-fixture';
import { digestAs, judgedAs, value, type Outcome } from '../judged-fixture';

let sheet: { results: ResultList; shownRubric: ReturnType<typeof essayRubric> };
let summary = new Tally().summary();
vi.mock('../../../../src/i18n/preferences.svelte', () => ({
  usePreferences: () => ({ t: en, language: 'en' }),
}));
vi.mock('../../../../src/sheet/context', () => ({
  useSheet: () => ({ workbench: { sheet, summary, cases: [] } }),
}));

function barOf(outcomes: readonly Partial<Outcome>[], city: (row: number) => string = () => ''): ResultList {
  const rubric = essayRubric();
  const tally = new Tally();
  for (const outcome of outcomes) tally.add(measureDigest(digestAs(outcome), [0]));
  summary = tally.summary();
  const cases = outcomes.map((_, row) => ({ id: String(row), input: {} }));
  const results = new ResultList({
    cases: () => cases,
    judged: (id) => judgedAs(outcomes[Number(id)] ?? {}),
    rubric: () => rubric,
    others: () => [],
  });
  results.originals = { columns: ['city'], cellOf: (id) => city(Number(id)) };
  sheet = { results, shownRubric: rubric };
  render(FilterBar);
  return results;
}
function open(name: string): void {
  screen.getByRole('button', { name }).click();
  flushSync();
}
const many = (count: number, outcome: Partial<Outcome>) => Array.from({ length: count }, () => outcome);
const range: Known = { kind: 'range', min: 1, max: 3 };

it('offers why cases are unscored by reason, and by detail where that says more, each with its count', async () => {
  const why = (reason: Outcome['reason'], cause: string) => ({ status: 'unscored', reason, cause }) as const;
  const list = barOf([
    ...many(2, why('refused', 'refused')),
    why('refused', 'filtered'),
    why('invalid', 'misfit'),
  ]);
  open('Filters');
  const field = screen.getByRole('combobox', { name: 'Why unscored' });
  const offered = [...within(field).getAllByRole('option')].map(({ textContent }) => textContent);
  expect(offered).toEqual([
    'All',
    'The judge refused to answer (3)',
    'The judge refused to answer: stopped by a content filter (1)',
    'The reply doesn’t have the shape the rubric asks for (1)',
    'The reply doesn’t have the shape the rubric asks for: a value that isn’t allowed (1)',
  ]);
  await list.setFilter({ why: { reason: 'refused', cause: null } });
  expect(list.order).toHaveLength(3);
});

it('groups by a column: how many passed of each, and over how many the average is', async () => {
  const pass = { verdict: value('PASS'), score: value(4) };
  const list = barOf(
    [...many(6, pass), ...many(4, { ...pass, score: range }), ...many(3, pass), { status: 'unscored' }],
    (row) => (row < 10 ? 'Ghent' : row < 13 ? 'Seoul' : ''),
  );
  open('Group');
  await list.groupBy('original:0', groupRows);
  flushSync();
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['city', 'Cases', 'Scored', 'Passed', 'Average score'],
    ['Ghent', '10', '10', '10 of 10', '4.00 (6 of 10)'],
    ['Seoul', '3', '3', '3 of 3', '– (3 of 3)'],
    ['(nothing)', '1', '0', '', ''],
  ]);
  expect(screen.getByText(/^An average needs 5 exact scores/)).toBeDefined();
});
