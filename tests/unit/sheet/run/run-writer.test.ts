import { describe, expect, it, vi } from 'vitest';
import { RunWriter } from '../../../../src/sheet/run/run-writer';
import { headFor, judgedCell } from './run-bench';

const judged = await judgedCell();
const result = (caseKey: number) => ({ ...judged, caseKey });

function writer({ resting }: { resting: boolean }) {
  let now = 0;
  let last = false;
  const most = 3;
  let wake = () => {};
  const writes: number[][] = [];
  const made = new RunWriter({
    append: (results) => {
      writes.push(results.map(({ caseKey }) => caseKey));
      return Promise.resolve(0);
    },
    head: () => headFor(10),
    written: () => {},
    failed: (error) => {
      throw error;
    },
    now: () => now,
    rest: resting ? () => new Promise<void>((resolve) => (wake = resolve)) : null,
    isUrgent: (gathered) => last || gathered >= most,
  });
  return {
    made,
    writes,
    expectNoMore: () => (last = true),
    pass: (milliseconds: number) => {
      now += milliseconds;
      wake();
    },
  };
}

const settle = () => vi.waitFor(() => Promise.resolve());

describe('RunWriter', () => {
  it('stores the first result at once, and those of the next moment together', async () => {
    const { made, writes, pass } = writer({ resting: true });
    made.add(result(0));
    expect(writes).toEqual([[0]]);
    await settle();
    made.add(result(1));
    made.add(result(2));
    await settle();
    expect(writes).toEqual([[0]]);
    expect(made.waiting).toBe(2);
    expect(made.unwritten.map(({ caseKey }) => caseKey)).toEqual([1, 2]);
    pass(60);
    await settle();
    expect(writes).toEqual([[0], [1, 2]]);
  });

  it('stores a result at once when the last write began long ago', async () => {
    const { made, writes, pass } = writer({ resting: true });
    made.add(result(0));
    await settle();
    pass(60);
    made.add(result(1));
    expect(writes).toEqual([[0], [1]]);
  });

  it('does not rest before the last result, nor write twice when that rest would have been over', async () => {
    const { made, writes, pass, expectNoMore } = writer({ resting: true });
    made.add(result(0));
    await settle();
    made.add(result(1));
    expect(writes).toEqual([[0]]);
    expectNoMore();
    made.add(result(2));
    expect(writes).toEqual([[0], [1, 2]]);
    await settle();
    pass(60);
    await settle();
    expect(writes).toEqual([[0], [1, 2]]);
  });

  it('does not rest while so many wait that others are held up', async () => {
    const { made, writes } = writer({ resting: true });
    made.add(result(0));
    await settle();
    made.add(result(1));
    made.add(result(2));
    expect(writes).toEqual([[0]]);
    made.add(result(3));
    expect(writes).toEqual([[0], [1, 2, 3]]);
  });

  it('does not rest where nobody asked for it', async () => {
    const { made, writes } = writer({ resting: false });
    made.add(result(0));
    await settle();
    made.add(result(1));
    expect(writes).toEqual([[0], [1]]);
  });
});
