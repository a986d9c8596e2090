import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/core/model/case';
import {
  addCases,
  emptyDesk,
  neighbourOf,
  putBack,
  removeCases,
  replaceCase,
  sameInput,
} from '../../../src/state/desk';

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
    expect(removeCases({ ...desk, selectedId: selected }, new Set([removed])).desk.selectedId).toBe(left);
  });

  it('removing the last case leaves nothing open', () => {
    const { desk: empty } = removeCases(addCases(emptyDesk, [subject('a')]), new Set(['a']));
    expect(empty).toEqual(emptyDesk);
  });

  it('puts removed cases back in their places and keeps what came since', () => {
    const { desk: without, removed } = removeCases(desk, new Set(['a', 'c']));
    const since = addCases(without, [subject('new')]);
    const again = putBack(since, removed);
    expect(again.cases.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'new']);
    expect(again.selectedId).toBe('a');
  });

  it('puts nothing back twice', () => {
    const { desk: without, removed } = removeCases(desk, new Set(['b']));
    const reloaded = addCases(without, [subject('b')]);
    expect(putBack(reloaded, removed).cases.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  });

  it('knows a case that was changed and changed back', () => {
    expect(sameInput(subject('a'), { ...subject('a'), label: 'other name' })).toBe(true);
    expect(sameInput(subject('a'), { ...subject('a'), input: { text: 'b' } })).toBe(false);
    expect(sameInput(subject('a'), { ...subject('a'), input: { text: 'a', more: '' } })).toBe(false);
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
