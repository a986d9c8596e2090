import { describe, expect, it } from 'vitest';
import { findPlace, PLACES } from '../../../../../rubrics/citation-matching/belgium/places';

describe('findPlace', () => {
  it('finds every place under each of its names: no name belongs to two places', () => {
    for (const place of PLACES) {
      for (const name of place.aliases) expect([name, findPlace(name)?.id]).toEqual([name, place.id]);
    }
  });

  it.each([
    ['Lüttich', 'liege'],
    ['MARCHE EN FAMENNE', 'marche-en-famenne'],
    ['brabant-wallon', 'brabant-wallon'],
    ['Waals Brabant', 'brabant-wallon'],
    ['Louvain', 'leuven'],
    ['Paris', undefined],
    ['', undefined],
  ])('%s is %s', (name, id) => {
    expect(findPlace(name)?.id).toBe(id);
  });
});
