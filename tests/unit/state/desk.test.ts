import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/core/model/case';
import { addCases, emptyDesk, neighbourOf, removeCase, replaceCase } from '../../../src/state/desk';

const subject = (id: string): Case => ({ id, input: { text: id } });
const desk = addCases(emptyDesk, ['a', 'b', 'c'].map(subject));

describe('desk', () => {
  it('adds no case twice and opens the first of the new ones', () => {
    const again = addCases(desk, ['b', 'd'].map(subject));
    expect(again.cases.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(again.selectedId).toBe('b');
  });

  it.each([
    ['a', 'a', 'b'],
    ['c', 'c', 'b'],
    ['b', 'a', 'a'],
  ])('removing %s while %s is open leaves %s open', (removed, selected, left) => {
    expect(removeCase({ ...desk, selectedId: selected }, removed).selectedId).toBe(left);
  });

  it('removing the last case leaves nothing open', () => {
    expect(removeCase(addCases(emptyDesk, [subject('a')]), 'a')).toEqual({
      ...emptyDesk,
      judgements: new Map(),
    });
  });

  it.each([
    ['a', 1, 'b'],
    ['a', -1, 'a'],
    ['c', 1, 'c'],
  ])('from %s, %i steps, comes to %s', (from, by, to) => {
    expect(neighbourOf({ ...desk, selectedId: from }, by)).toBe(to);
  });

  it('changes a case in its place', () => {
    const changed = replaceCase(desk, { ...subject('b'), input: { text: 'new' } });
    expect(changed.cases.map(({ input }) => input['text'])).toEqual(['a', 'new', 'c']);
  });
});
