import { describe, expect, it } from 'vitest';
import type { ResultColumn } from '../../../../src/sheet/table/result-columns';
import { layoutOf } from '../../../../src/sheet/table/result-columns';

function column(kind: ResultColumn['kind']): ResultColumn {
  return {
    id: kind,
    kind,
    label: null,
    language: null,
    order: kind === 'criterion' ? 'number' : 'text',
    max: null,
    shownAtFirst: true,
    known: () => undefined,
    text: () => '',
    path: null,
    run: null,
    sortKey: () => null,
  };
}
const first = (['case', 'verdict', 'score', 'status'] as const).map(column);
const columns = [...first, column('criterion')];
const leastOf = (shown: readonly ResultColumn[], room?: number) => parseInt(layoutOf(shown, room).least);

describe('the width of columns', () => {
  it.each([360, 375, 390, 412, 430])('what a case came to fits into %i pixels', (room) => {
    expect(leastOf(first, room)).toBeLessThanOrEqual(room);
    expect(leastOf(first, room)).toBeGreaterThan(room - 12);
  });
  it('none gives way where there is room, or where nobody knows how much there is', () => {
    expect(layoutOf(columns, 800)).toEqual(layoutOf(columns));
    expect(layoutOf(columns).template).toBe(
      'minmax(132px, 4fr) minmax(96px, 1fr) 72px minmax(120px, 1fr) 104px',
    );
  });
  it('what is not among the first keeps its width, and none is narrower than it can be', () => {
    expect(layoutOf(columns, 0).template).toBe(
      'minmax(84px, 4fr) minmax(84px, 1fr) 72px minmax(120px, 1fr) 104px',
    );
    expect(layoutOf([column('original')], 100)).toEqual(layoutOf([column('original')]));
  });
});
