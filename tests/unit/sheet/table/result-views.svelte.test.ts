import { render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import { measureDigest } from '../../../../src/sheet/figures/measure';
import { Tally } from '../../../../src/sheet/figures/tally';
import FilterBar from '../../../../src/sheet/table/FilterBar.svelte';
import ResultCells from '../../../../src/sheet/table/ResultCells.svelte';
import { ResultList } from '../../../../src/sheet/table/result-list.svelte';
import SummaryLine from '../../../../src/sheet/table/SummaryLine.svelte';
import { groupRows } from '../../../../src/sheet/table/row-groups';
import type { Known } from '../../../../src/rubric/values';
import { essayRubric } from '../../rubric/program/rubric-fixture';
import { digestAs, judgedAs, value, type Outcome } from '../judged-fixture';

const rubric = essayRubric();
let results = new ResultList({
  cases: () => [],
  judged: () => undefined,
  rubric: () => rubric,
  others: () => [],
});
let summary = new Tally().summary();
let judged: (id: string) => ReturnType<typeof judgedAs> | undefined = () => undefined;
vi.mock('../../../../src/i18n/preferences.svelte', () => ({
  usePreferences: () => ({ t: en, language: 'en' }),
}));
vi.mock('../../../../src/sheet/context', () => ({
  useSheet: () => ({
    workbench: { sheet: { results, shownRubric: rubric, judged, nameOf: () => '' }, summary, cases: [] },
  }),
}));

/** A sheet with a case for each. */
function judgedSheet(outcomes: readonly Partial<Outcome>[], city: (row: number) => string = () => '') {
  const tally = new Tally();
  for (const outcome of outcomes) tally.add(measureDigest(digestAs(outcome), [0]));
  summary = tally.summary();
  const cases = outcomes.map((_, row) => ({ id: String(row), input: {} }));
  judged = (id) => judgedAs(outcomes[Number(id)] ?? {});
  results = new ResultList({ cases: () => cases, judged, rubric: () => rubric, others: () => [] });
  results.originals = { columns: ['city'], cellOf: (id) => city(Number(id)) };
  return results;
}
function open(name: string): void {
  screen.getByRole('button', { name }).click();
  flushSync();
}
const many = (count: number, outcome: Partial<Outcome>) => Array.from({ length: count }, () => outcome);
const range: Known = { kind: 'range', min: 1, max: 3 };

describe('why cases are unscored', () => {
  const why = (reason: Outcome['reason'], cause: string) => ({ status: 'unscored', reason, cause }) as const;
  const unscored = [
    ...many(2, why('refused', 'refused')),
    why('refused', 'filtered'),
    why('invalid', 'misfit'),
  ];
  const misfit = 'The reply doesn’t have the shape the rubric asks for: a value that isn’t allowed';

  it('is a filter by reason, and by detail where that says more, each with its count', async () => {
    const list = judgedSheet(unscored);
    render(FilterBar);
    open('Filters');
    const field = screen.getByRole('combobox', { name: 'Why unscored' });
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'All',
      'The judge refused to answer (3)',
      'The judge refused to answer: stopped by a content filter (1)',
      'The reply doesn’t have the shape the rubric asks for (1)',
      `${misfit} (1)`,
    ]);
    await list.setFilter({ why: { reason: 'refused', cause: null } });
    expect(list.order).toHaveLength(3);
    const columns = within(screen.getByRole('combobox', { name: 'Column' })).getAllByRole('option');
    expect(columns.map(({ textContent }) => textContent)).toEqual(['All', 'Style', 'Grade', 'city']);
  });

  it('is counted above the table, the most frequent first; each leads to its cases', () => {
    const list = judgedSheet(unscored);
    render(SummaryLine);
    expect(
      screen.getByText(/^Why unscored: 2 The judge refused to answer, 2 for other reasons$/),
    ).toBeDefined();
    screen.getByRole('button', { name: '1 a value that isn’t allowed' }).click();
    expect(list.filter.why).toEqual({ reason: 'invalid', cause: 'misfit' });
  });

  it('is a column', () => {
    const columns = judgedSheet(unscored).columns.filter(({ kind }) => kind === 'verdict' || kind === 'why');
    const props = { rubric, naming: String, contradicted: () => new Set<number>(), columns };
    const row = { selected: false, tabStop: false, listed: false };
    render(ResultCells, { ...props, ...row, subject: { id: '3', input: {} } });
    expect(screen.getByText(misfit)).toBeDefined();
  });
});

it('groups by a column: how many passed of each, and over how many the average is', async () => {
  const pass = { verdict: value('PASS'), score: value(4) };
  const list = judgedSheet(
    [...many(6, pass), ...many(4, { ...pass, score: range }), ...many(3, pass), { status: 'unscored' }],
    (row) => (row < 10 ? 'Ghent' : row < 13 ? 'Seoul' : ''),
  );
  render(FilterBar);
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
