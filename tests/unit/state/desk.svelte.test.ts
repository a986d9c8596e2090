import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/core/model/case';
import { Desk } from '../../../src/state/desk.svelte';

const subject = (id: string): Case => ({ id, input: { text: id } });

function deskOf(...ids: string[]): Desk {
  const desk = new Desk({ find: () => undefined, ready: () => Promise.reject(new Error('No rubric.')) });
  desk.add(ids.map(subject));
  return desk;
}
const idsOn = (desk: Desk) => desk.cases.map(({ id }) => id);

describe('desk', () => {
  it('adds no case twice and opens the first of the new ones', () => {
    const desk = deskOf('a', 'b', 'c');
    desk.add(['b', 'd', 'd'].map(subject));
    expect(idsOn(desk)).toEqual(['a', 'b', 'c', 'd']);
    expect(desk.selectedId).toBe('b');
    expect(desk.rowOf('d')).toBe(3);
  });

  it.each([
    ['a', 'a', 'b'],
    ['c', 'c', 'b'],
    ['b', 'a', 'a'],
  ])('removing %s while %s is open leaves %s open', (removed, selected, left) => {
    const desk = deskOf('a', 'b', 'c');
    desk.select(selected);
    desk.remove(removed);
    expect(desk.selectedId).toBe(left);
    expect(desk.selected?.id).toBe(left);
  });

  it('removing the last case leaves nothing open', () => {
    const desk = deskOf('a');
    desk.remove('a');
    expect(desk.selectedId).toBeNull();
    expect(desk.results.order).toHaveLength(0);
  });

  it.each(['a', 'b', 'c'])('puts %s back where it was', (id) => {
    const desk = deskOf('a', 'b', 'c');
    const removed = desk.remove(id);
    expect(idsOn(desk)).not.toContain(id);
    expect(removed).not.toBeNull();
    if (removed) desk.putBack(removed);
    expect(idsOn(desk)).toEqual(['a', 'b', 'c']);
    expect(idsOn(desk).map((each) => desk.rowOf(each))).toEqual([0, 1, 2]);
    expect(desk.selectedId).toBe(id);
  });

  it.each([
    ['a', 1, 'b'],
    ['a', -1, 'a'],
    ['c', 1, 'c'],
    ['b', Infinity, 'c'],
    ['b', -Infinity, 'a'],
  ])('from %s, %d steps, comes to %s', (from, by, to) => {
    const desk = deskOf('a', 'b', 'c');
    desk.select(from);
    desk.step(by);
    expect(desk.selectedId).toBe(to);
  });

  it('changes a case in its place', () => {
    const desk = deskOf('a', 'b', 'c');
    desk.replace({ ...subject('b'), input: { text: 'new' } });
    expect(desk.cases.map(({ input }) => input['text'])).toEqual(['a', 'new', 'c']);
  });
});
