import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameCases } from '../../../../src/cases/mapping/apply-mapping';
import { finish, table } from '../mapping-fixture';

const named = (ids: string[], taken: string[] = []) =>
  finish(nameCases(table(['id'], ...ids.map((id) => [id])), { inputs: {}, id: 0, gold: {} }, new Set(taken)));

describe('nameCases', () => {
  it.each<[string, string[], string[]]>([
    ['as the file says', ['b', 'a'], ['b', 'a']],
    ['repeated', ['a', 'b', 'a', 'a'], ['a', 'b', 'a (2)', 'a (3)']],
    ['repeated but for spaces', ['a', ' a '], ['a', 'a (2)']],
    ['blank', ['a', ' ', ''], ['a', 'row-2', 'row-3']],
    ['a suffix that the file itself has, further down', ['a', 'a', 'a (2)'], ['a', 'a (3)', 'a (2)']],
    ['a suffix upon a suffix', ['a (2)', 'a (2)', 'a', 'a'], ['a (2)', 'a (2) (2)', 'a', 'a (3)']],
    ['a row number that is an id', ['row-2', ''], ['row-2', 'row-2 (2)']],
    ['names every object has', ['__proto__', '__proto__'], ['__proto__', '__proto__ (2)']],
  ])('%s', (_, given, expected) => {
    expect(named(given).ids).toEqual(expected);
  });

  it('numbers the rows where no column gives an id', () => {
    expect(finish(nameCases(table(['x'], ['a'], ['a']), { inputs: {}, gold: {} })).ids).toEqual([
      'row-1',
      'row-2',
    ]);
  });

  it('keeps clear of ids that are taken elsewhere', () => {
    expect(named(['a', 'b', 'a'], ['a', 'a (3)']).ids).toEqual(['a (2)', 'b', 'a (4)']);
  });

  it.each<[string, string[], string[], string[]]>([
    ['an id that is taken', ['a', 'b'], ['a'], ['a', 'b']],
    ['only once', ['a', 'a'], ['a', 'a (2)'], ['a', 'a (3)']],
    ['no row number, which is not an id of the file', ['', 'b'], ['row-1', 'b'], ['row-1 (2)', 'b']],
  ])('keeps, where it is to replace a case, %s', (_, given, taken, expected) => {
    const source = table(['id'], ...given.map((id) => [id]));
    const names = nameCases(source, { inputs: {}, id: 0, gold: {} }, new Set(taken), 'keep');
    expect(finish(names).ids).toEqual(expected);
  });

  it('says which row had the id first', () => {
    expect([...named(['a', 'b', 'a', 'b', 'a']).repeats]).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
    ]);
  });

  it('gives every row an id of its own that starts with what the file says', () => {
    const id = fc.oneof(fc.constantFrom('a', 'a (2)', 'a (3)', 'row-1', 'row-2', '', ' '), fc.string());
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (given, taken) => {
        const { ids } = named(given, taken);
        expect(new Set([...ids, ...taken]).size).toBe(ids.length + new Set(taken).size);
        given.forEach((text, row) => {
          expect(ids[row]?.startsWith(text.trim() || `row-${row + 1}`)).toBe(true);
        });
      }),
    );
  });

  it('stays quick when one id stands in every row', () => {
    const { ids } = named(Array.from({ length: 50_000 }, () => 'same'));
    expect(ids.at(-1)).toBe('same (50000)');
  });
});
