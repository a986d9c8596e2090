import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../../src/sheet/run/order';
import type { Cell, RunHead } from '../../../../src/sheet/run-record';
import type { SheetCase } from '../../../../src/sheet/sheet';
import { BatchCells, type LoggedResult } from '../../../../src/export/batch/batch-cells';
import { answered, BatchBench, casesOf, expired, logged, sheetCase } from './batch-bench';

const at = { file: 'f', line: 1 };
const now = new Date('2026-01-05T00:00:00Z');
const cell = (caseKey: number): Cell => ({ caseKey, sample: 0 });

/** A run whose first two cases failed, the third has a score, and the fourth has no result. */
function begun() {
  const bench = new BatchBench({ cases: casesOf(4) });
  const { lines } = bench.requests();
  const importing = bench.importing();
  for (const [index, line] of lines.slice(0, 3).entries())
    importing.take(index < 2 ? expired(line) : answered(line), at);
  return { bench, lines, log: logged(importing.collected()), head: importing.head() };
}

function cellsOf(
  bench: BatchBench,
  head: RunHead,
  log: LoggedResult[],
  cases: readonly SheetCase[] = bench.cases,
) {
  return new BatchCells(head, bench.run.ready.rubric, new Map(cases.map((one) => [one.key, one])), log);
}

describe('the cells of a run that is asked by files', () => {
  it('are ordered once more where what has no score goes out again', () => {
    const { bench, log, head } = begun();
    expect(head).toMatchObject({ orders: [{ since: 0 }], progress: { done: 3, total: 4 } });
    const cells = cellsOf(bench, head, log);
    expect([0, 1, 2, 3].map((key) => cells.standingOf(cell(key)))).toEqual([
      'failed',
      'failed',
      'scored',
      'empty',
    ]);
    cells.order([cell(0), cell(1), cell(3)]);
    // All that the first order still wants is in the second.
    expect(cells.head(now)).toMatchObject({
      orders: [orderOf([cell(0), cell(1), cell(3)], 3)],
      progress: { done: 0, total: 3 },
      state: 'paused',
      pause: { because: 'batch' },
    });
  });

  it('are filled by a second failure where they were ordered again, and only there', () => {
    const { bench, lines, log, head } = begun();
    const cells = cellsOf(bench, head, log);
    cells.order([cell(1), cell(3)]);
    const importing = bench.importing(log, { head: cells.head(now) });
    for (const line of lines) importing.take(expired(line), at);
    expect(importing.collected().map(({ caseKey }) => caseKey)).toEqual([1, 3]);
    expect(importing.report()).toMatchObject({ failed: 3, duplicate: 1, missing: 0 });
    expect(importing.head()).toMatchObject({
      orders: [],
      state: 'finished',
      progress: { done: 2, total: 2 },
    });
  });

  it('leave an order that they interrupt, and its reason to wait', () => {
    const { bench, lines, log, head } = begun();
    const again = orderOf([cell(2)], 3);
    const paused: RunHead = { ...head, orders: [again], pause: { because: 'budget', detail: '' } };
    const cells = cellsOf(bench, paused, log);
    cells.order([cell(3)]);
    const waiting = cells.head(now);
    expect(waiting.orders).toEqual([again, orderOf([cell(3)], 3)]);
    const importing = bench.importing(log, { head: waiting });
    importing.take(answered(lines[3] ?? ''), at);
    expect(importing.head()).toMatchObject({
      orders: [again],
      state: 'paused',
      pause: { because: 'person' },
    });
    // Results that come while an order waits change nothing about why it does.
    const failed = bench.importing(log, { head: paused });
    failed.take(answered(lines[0] ?? ''), at);
    expect(failed.head()).toMatchObject({ orders: [again], pause: { because: 'budget' } });
  });

  it('wait for no hidden case, and take its result all the same', () => {
    const { bench, lines, log, head } = begun();
    const cases = bench.cases.map((one) => ({ ...one, hidden: one.key === 3 }));
    const importing = bench.importing(log, { head, cases });
    expect(importing.head()).toMatchObject({ state: 'finished', orders: [], counts: { done: 3 } });
    importing.take(answered(lines[3] ?? ''), at);
    expect(importing.collected()).toHaveLength(1);
    expect(importing.head().counts.done).toBe(3);
  });
});

describe('a case that was edited', () => {
  const edited = (bench: BatchBench, input: Record<string, string>) =>
    bench.cases.map((one) => (one.key === 2 ? sheetCase(2, { id: 'c2', input }, 1) : one));

  it('is empty again, and counts no more', () => {
    const { bench, log, head } = begun();
    const cells = cellsOf(bench, head, log, edited(bench, { text: 'another text' }));
    expect(cells.standingOf(cell(2))).toBe('empty');
    expect(cells.head(now).counts).toMatchObject({ done: 2, statuses: { unscored: 2 } });
  });
});
