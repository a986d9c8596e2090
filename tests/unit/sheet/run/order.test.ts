import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderSchema, type Cell } from '../../../../src/sheet/run-record';
import { caseHash, isCurrent } from '../../../../src/judgement/receipt';
import { cellsOf, countCells, openCells, orderOf } from '../../../../src/sheet/run/order';
import { smallRubric } from '../../judgement/small-rubric';

const cell = fc.record({ caseKey: fc.nat(40), sample: fc.nat(4) });
const cells = fc.array(cell, { maxLength: 80 });
const caseName = ({ caseKey, sample }: Cell) => `${caseKey}/${sample}`;
const sorted = (some: readonly Cell[]) => {
  const each = new Map(some.map((one) => [caseName(one), one]));
  return [...each.values()].sort((a, b) => a.caseKey - b.caseKey || a.sample - b.sample);
};

describe('an order', () => {
  it('gives back the cells it is made of, samples of a case together', () => {
    fc.assert(
      fc.property(cells, fc.nat(), (some, since) => {
        const order = orderOf(some, since);
        expect(orderSchema.parse(order)).toEqual(order);
        expect(order.since).toBe(since);
        expect(cellsOf(order)).toEqual(sorted(some));
        expect(countCells(order)).toBe(sorted(some).length);
        expect(orderOf(cellsOf(order), since)).toEqual(order);
      }),
    );
  });

  it('is as short as it can be', () => {
    const keys = [7, 3, 4, 5, 9, 8];
    expect(
      orderOf([...keys.map((caseKey) => ({ caseKey, sample: 0 })), { caseKey: 4, sample: 2 }], 6),
    ).toEqual({
      cells: [
        {
          sample: 0,
          keys: [
            [3, 5],
            [7, 9],
          ],
        },
        { sample: 2, keys: [[4, 4]] },
      ],
      since: 6,
    });
  });

  it('has left what got no result since it was made', () => {
    const entry = fc.tuple(cell, fc.nat(20)).map(([one, place]) => ({ ...one, place }));
    fc.assert(
      fc.property(cells, fc.array(entry), fc.nat(20), (some, entries, since) => {
        const filled = new Set(entries.filter(({ place }) => place >= since).map(caseName));
        expect(openCells(orderOf(some, since), entries)).toEqual(
          sorted(some).filter((one) => !filled.has(caseName(one))),
        );
      }),
    );
  });

  it('of a hundred thousand cases is short, and is gone through in no time', () => {
    const all = Array.from({ length: 100_000 }, (_, caseKey) => ({ caseKey, sample: 0 }));
    const order = orderOf(all, 0);
    expect(order.cells).toEqual([{ sample: 0, keys: [[0, 99_999]] }]);
    expect(cellsOf(order)).toHaveLength(100_000);
  });
});

describe('the hash of a case', () => {
  const rubric = smallRubric();

  it('covers the inputs that the rubric declares, and nothing else', () => {
    const hash = caseHash(rubric, { text: 'a' });
    expect(caseHash(rubric, { other: 'x', text: 'a' })).toBe(hash);
    expect(caseHash(rubric, { text: 'b' })).not.toBe(hash);
    expect(caseHash(rubric, {})).not.toBe(caseHash(rubric, { text: '' }));
  });

  it.each([
    ['that was never edited', 4, 'a', true],
    ['that was edited', 5, 'b', false],
    ['whose edit was undone', 6, 'a', true],
  ])('tells whether the result of a case %s is current', (_, revision, text, current) => {
    const judged = { hash: caseHash(rubric, { text: 'a' }), revision: 4 };
    expect(isCurrent(judged, { case: { input: { text } }, revision }, rubric)).toBe(current);
  });

  it('is not made where the revision is the same', () => {
    const subject = {
      get input(): Record<string, string> {
        throw new Error('It was hashed.');
      },
    };
    expect(isCurrent({ hash: '', revision: 4 }, { case: subject, revision: 4 }, rubric)).toBe(true);
  });
});
