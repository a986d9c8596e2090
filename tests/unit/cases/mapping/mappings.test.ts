import { describe, expect, it } from 'vitest';
import { findMapping, indexedDbMappings, withMapping } from '../../../../src/cases/mapping/mappings';

const mapping = { inputs: { q: 1 }, id: 0, gold: { score: 2 } };
const columns = ['id', 'q', 'gold.score'];

describe('remembered mappings', () => {
  it.each<[string, string, string[], object | null]>([
    ['the same rubric and header', 'minutes', columns, mapping],
    ['another rubric', 'brands', columns, null],
    ['another order of columns', 'minutes', columns.toReversed(), null],
    ['a header that only joins alike', 'minutes', ['id,q', 'gold.score'], null],
  ])('%s', (_, rubricId, header, expected) => {
    expect(findMapping(withMapping(undefined, 'minutes', columns, mapping), rubricId, header)).toEqual(
      expected,
    );
  });

  it('keeps the newest choice for a header', () => {
    const newer = { inputs: { q: 2 }, gold: {} };
    const stored = withMapping(
      withMapping(undefined, 'minutes', columns, mapping),
      'minutes',
      columns,
      newer,
    );
    expect(stored.entries.length).toBe(1);
    expect(findMapping(stored, 'minutes', columns)).toEqual(newer);
  });

  it('keeps fifty, and lets go of the one not chosen for longest', () => {
    let stored: unknown;
    for (let file = 0; file < 50; file += 1) stored = withMapping(stored, 'minutes', [`c${file}`], mapping);
    stored = withMapping(stored, 'minutes', ['c0'], mapping);
    stored = withMapping(stored, 'minutes', ['c50'], mapping);
    const kept = Array.from(
      { length: 51 },
      (_, file) => findMapping(stored, 'minutes', [`c${file}`]) !== null,
    );
    expect(kept.flatMap((isKept, file) => (isKept ? [] : [file]))).toEqual([1]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a word', 'x'],
    ['another version', { ...withMapping(undefined, 'minutes', columns, mapping), version: 99 }],
    [
      'a column that is no column',
      {
        version: 1,
        entries: [
          { rubricId: 'minutes', header: JSON.stringify(columns), mapping: { inputs: { q: -1 }, gold: {} } },
        ],
      },
    ],
  ])('reads %s as nothing remembered, and stores over it', (_, stored) => {
    expect(findMapping(stored, 'minutes', columns)).toBe(null);
    expect(findMapping(withMapping(stored, 'minutes', columns, mapping), 'minutes', columns)).toEqual(
      mapping,
    );
  });

  it('drops an entry that cannot be read and keeps the others', () => {
    const good = withMapping(undefined, 'minutes', columns, mapping);
    const stored = { ...good, entries: [{ rubricId: 3 }, ...good.entries] };
    expect(findMapping(stored, 'minutes', columns)).toEqual(mapping);
  });
});

// Node has no IndexedDB, which is a browser that refuses storage.
describe('where storage is refused', () => {
  const store = indexedDbMappings();

  it('remembers nothing and breaks nothing', async () => {
    await store.remember('minutes', columns, mapping);
    expect(await store.recall('minutes', columns)).toBe(null);
    await expect(store.forget()).resolves.toBe(undefined);
  });
});
