import { describe, expect, it } from 'vitest';
import type { Findings } from '../../../../src/judgement/digest';
import { layoutOf, levelOf } from '../../../../src/sheet/table/column-layout';
import { contradictedCriteria, type ResultColumn } from '../../../../src/sheet/table/result-columns';
import type { Criterion } from '../../../../src/rubric/rubric';
import type { Known } from '../../../../src/rubric/values';
import { smallRubric } from '../../judgement/small-rubric';

function column(kind: ResultColumn['kind'], squares = 0): ResultColumn {
  return {
    id: kind,
    kind,
    label: null,
    language: null,
    order: 'text',
    max: null,
    shownAtFirst: true,
    known: () => undefined,
    text: () => '',
    nameOf: () => '',
    path: null,
    run: null,
    squares,
    sortKey: () => null,
  };
}
const shown = [column('case'), column('verdict'), column('score'), column('criteria', 3), column('run')];
const leastOf = (room?: number, verdicts: string[] = ['Pass']) =>
  parseInt(layoutOf(shown, room, verdicts).least);

describe('the width of columns', () => {
  it.each([470, 490, 510, 530])('all fit into %i pixels', (room) => {
    expect(leastOf(room)).toBeLessThanOrEqual(room);
    expect(leastOf(room)).toBeGreaterThan(room - 12);
  });
  it('none gives way where there is room, or where nobody knows how much there is', () => {
    expect(layoutOf(shown, 900)).toEqual(layoutOf(shown));
    expect(layoutOf(shown).template).toBe('minmax(240px, 4fr) 80px 84px 76px 68px');
  });
  it('widths follow the text size, but for the squares of criteria', () => {
    expect(layoutOf(shown, undefined, [], 1.5).template).toBe('minmax(360px, 4fr) 120px 126px 76px 102px');
  });
  it('a verdict has room for its longest word, on two lines where it has several', () => {
    const of = (...verdicts: string[]) =>
      parseInt(layoutOf([column('verdict')], undefined, verdicts).template);
    expect(of('Pass')).toBe(of());
    expect(of('Underpunished')).toBeGreaterThan(of('Correct'));
    expect(of('Correct no match')).toBeLessThan(of('Correctnomatch12'));
  });
  it('criteria stand in one row, however little room there is; very many in two', () => {
    const of = (squares: number) => layoutOf([column('case'), column('criteria', squares)], 300).template;
    expect(of(8)).toMatch(/ 156px$/);
    expect(of(16)).toMatch(/ 156px$/);
  });
});

const numeric: Criterion = { id: 'c', label: 'C', min: 0, max: 40, levels: [], parts: [] };
const banded: Criterion = {
  ...numeric,
  levels: [
    { at: [35, 40], name: 'High' },
    { at: [20, 34], name: 'Mid' },
    { at: 0, name: 'Low' },
  ],
};
const ends: Criterion = {
  ...numeric,
  max: 4,
  levels: [
    { at: 4, name: 'All' },
    { at: 0, name: 'None' },
  ],
};
const value = (of: number | string): Known => ({ kind: 'value', value: of });

describe('the tint of a criterion', () => {
  it.each([
    ['without levels by its share of the most', numeric, value(20), 2],
    ['by the level it is in', banded, value(34), 2],
    ['at the top', banded, value(35), 4],
    ['at the bottom', banded, value(3), 0],
    ['between levels that are ends only', ends, value(3), 3],
    ['the same where low is better', { ...ends, better: 'low' } as const, value(3), 1],
    ['a label that means pass', numeric, value('CORRECT'), 4],
    ['a label that means fail', numeric, value('FALSE_POSITIVE'), 0],
    ['any other label has none', numeric, value('NATIONAL'), null],
    ['what is open has none', numeric, { kind: 'range', min: 0, max: 20 } as const, null],
  ])('%s', (_, criterion, known, level) => {
    expect(levelOf(criterion, known)).toBe(level);
  });
});

describe('which criteria facts contradict', () => {
  const rubric = smallRubric({
    checks: [
      { id: 'grave', title: 'T', severity: 'error', assert: 'true', message: 'M', about: ['score'] },
      { id: 'light', title: 'T', severity: 'warning', assert: 'true', message: 'M', about: ['score'] },
    ],
    statements: [
      { id: 'said', title: 'T', about: 'score.rationale', reads: ['x'], assert: 'true', message: 'M' },
    ],
    decided: { score: '5', total: '10' },
  });
  const digest = (...failedChecks: string[]): Findings => ({
    status: 'valid',
    criteria: [],
    failedChecks,
    failedErrors: 0,
    problems: false,
    mode: 'model-alone',
  });
  it.each([
    ['none', [], 0],
    ['by a check about it', ['grave'], 1],
    ['not by a warning', ['light'], 0],
    ['by what its rationale says', ['says:said'], 1],
    ['by its own value', ['program:score'], 1],
    ['not by another field', ['program:total'], 0],
  ])('%s', (_, failed, count) => {
    expect(contradictedCriteria(rubric)(digest(...failed)).size).toBe(count);
  });
});
