import { describe, expect, it } from 'vitest';
import type { RubricInput } from '../../../../src/rubric/rubric';
import {
  activeParts,
  makeMatcher,
  noFilter,
  type ResultFilter,
} from '../../../../src/sheet/table/result-filter';
import { columnsOf } from '../../../../src/sheet/table/result-columns';
import { rowOf } from '../../../../src/sheet/table/result-list.svelte';
import { essayRubric } from '../../rubric/program/rubric-fixture';
import { judgedAs, value, type Outcome } from '../judged-fixture';

const inputs: RubricInput[] = [
  { name: 'essay', label: 'Essay', kind: 'long', required: true, blank_allowed: false, aliases: [] },
];
const subject = { id: 'row-7', label: 'Über uns', input: { essay: 'A (first) try. 회의록' } };

const rubric = essayRubric();
const levels = [{ at: 4, name: 'Lively' }];
const columns = columnsOf(
  { ...rubric, criteria: rubric.criteria.map((one) => (one.id === 'style' ? { ...one, levels } : one)) },
  { columns: ['city', 'note'], cellOf: (_, column) => ['Seoul', ' '][column] ?? '' },
);

function passes(filter: Partial<ResultFilter>, outcome: Partial<Outcome> | null): boolean {
  const judged = outcome ? judgedAs(outcome) : undefined;
  return makeMatcher({ ...noFilter, ...filter }, inputs, columns)(rowOf(subject, () => judged));
}
const misfit = { status: 'unscored', reason: 'invalid', cause: 'misfit' } as const;
const pass = { decided: true, text: 'PASS' } as const;

describe('result filter', () => {
  it.each<[string, Partial<ResultFilter>, Partial<Outcome> | null, boolean]>([
    ['nothing set', {}, null, true],
    ['its status', { status: 'partial' }, { status: 'partial' }, true],
    ['another status', { status: 'partial' }, { status: 'valid' }, false],
    ['not judged yet', { status: 'waiting' }, null, true],
    ['judged, when waiting is asked for', { status: 'waiting' }, {}, false],
    ['its verdict', { verdict: pass }, { verdict: value('PASS') }, true],
    ['another verdict', { verdict: pass }, { verdict: value('FAIL') }, false],
    [
      'a verdict that may be either',
      { verdict: pass },
      { verdict: { kind: 'one-of', values: ['PASS', 'FAIL'] } },
      false,
    ],
    ['an open verdict', { verdict: { decided: false } }, { verdict: { kind: 'undecided' } }, true],
    ['no judgement is no open verdict', { verdict: { decided: false } }, null, false],
    ['a score on the border', { from: 50, to: 60 }, { score: value(60) }, true],
    ['a score below', { from: 50 }, { score: value(49.9) }, false],
    ['a score of zero', { to: 0 }, { score: value(0) }, true],
    ['undecided is not zero', { to: 0 }, { score: { kind: 'undecided' } }, false],
    ['a range is no score', { from: 0 }, { score: { kind: 'range', min: 10, max: 20 } }, false],
    ['unscored', { from: 0 }, { status: 'unscored' }, false],
    ['a failed check', { check: 'total' }, { failed: ['sum', 'total'] }, true],
    ['a check that did not fail', { check: 'total' }, { failed: ['sum'] }, false],
    ['text of the name, whatever its case', { text: ' ÜBER ' }, null, true],
    ['text of the id', { text: 'row-7' }, null, true],
    ['text of an input, signs as they stand', { text: '(first)' }, null, true],
    ['Korean text', { text: '회의' }, null, true],
    ['Korean text typed with its syllables taken apart', { text: '회의'.normalize('NFD') }, null, true],
    ['text found nowhere', { text: 'first.*try' }, null, false],
    ['no problem', { problems: true }, null, false],
    ['its reason', { why: { reason: 'invalid', cause: null } }, misfit, true],
    ['its reason and cause', { why: { reason: 'invalid', cause: 'misfit' } }, misfit, true],
    ['its reason with another cause', { why: { reason: 'invalid', cause: 'broken' } }, misfit, false],
    ['a reason where it is scored', { why: { reason: 'invalid', cause: null } }, {}, false],
    ['text of a column of its file', { text: 'seoul' }, null, true],
    ['a part of a column', { cell: { column: 'original:0', text: 'SEO', whole: false } }, null, true],
    [
      'a part that is all asked for',
      { cell: { column: 'original:0', text: 'Seo', whole: true } },
      null,
      false,
    ],
    ['all of a column', { cell: { column: 'original:0', text: 'Seoul', whole: true } }, null, true],
    ['an empty cell', { cell: { column: 'original:1', text: null, whole: true } }, null, true],
    ['a column that is not empty', { cell: { column: 'original:0', text: null, whole: true } }, null, false],
    [
      'a criterion',
      { cell: { column: 'criterion:style', text: '4', whole: true } },
      { score: value(4) },
      true,
    ],
    [
      'a criterion, by what its level is called',
      { cell: { column: 'criterion:style', text: 'live', whole: false } },
      { score: value(4) },
      true,
    ],
    ['a column without words yet', { cell: { column: 'original:0', text: '', whole: false } }, null, true],
    ['every part must hold', { status: 'valid', text: 'nowhere' }, {}, false],
  ])('%s', (_, filter, outcome, expected) => {
    expect(passes(filter, outcome)).toBe(expected);
  });

  it('takes a case that was asked several times by what its samples say together', () => {
    const [first, ...others] = ['FAIL', 'PASS', 'PASS'].map((verdict, sample) => ({
      ...judgedAs({ verdict: value(verdict), score: value(sample * 30) }),
      sample,
    }));
    if (!first) throw new Error('Expected samples, got none.');
    const row = rowOf(subject, () => ({ ...first, others }));
    const matches = (filter: Partial<ResultFilter>) => makeMatcher({ ...noFilter, ...filter }, inputs)(row);
    expect(matches({ verdict: pass })).toBe(true);
    expect(matches({ from: 30, to: 30 })).toBe(true);
  });

  it.each([
    ['회의록', '회의'],
    ['Café', 'café'],
    ['Ångström', 'ÅNGSTRÖM'],
    ['が', 'が'],
    ['Việt Nam', 'việt'],
  ])('finds %s by %s, however either is composed', (cell, text) => {
    const forms = ['NFC', 'NFD'] as const;
    for (const stored of forms)
      for (const typed of forms) {
        const matches = makeMatcher({ ...noFilter, text: text.normalize(typed) }, inputs);
        const named = { id: 'a', input: { essay: cell.normalize(stored) } };
        expect(matches(rowOf(named, () => undefined)), `${stored} by ${typed}`).toBe(true);
      }
  });

  it('takes a case that was edited since for one that waits', () => {
    const edited = rowOf(subject, () => ({ ...judgedAs({}), outdated: true }));
    const matching = (['waiting', 'valid'] as const).map((status) =>
      makeMatcher({ ...noFilter, status }, inputs)(edited),
    );
    expect(matching).toEqual([true, false]);
  });

  it('finds inputs that cannot be used before anything is judged', () => {
    const matches = makeMatcher({ ...noFilter, problems: true }, inputs);
    expect(matches(rowOf({ id: 'a', input: {} }, () => undefined))).toBe(true);
  });

  it.each<[Partial<ResultFilter>, number]>([
    [{}, 0],
    [{ text: '  ' }, 0],
    [{ from: 0, to: 1 }, 1],
    [{ status: 'valid', verdict: pass, check: 'a', text: 'b', problems: true }, 5],
    [{ why: { reason: 'failed', cause: null }, cell: { column: 'a', text: null, whole: true } }, 2],
  ])('%j sets %i parts', (filter, count) => {
    expect(activeParts({ ...noFilter, ...filter })).toBe(count);
  });
});
