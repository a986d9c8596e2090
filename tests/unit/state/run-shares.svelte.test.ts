import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/core/model/case';
import { Desk } from '../../../src/state/desk.svelte';
import { gatherResults } from '../../../src/state/gather-results';
import { judgedOnce, type RunOrigin } from '../../../src/state/judged-case';
import { reportRuns } from '../../../src/state/report-runs';
import { askedAlike, isMixed } from '../../../src/state/run-shares';
import { SlicedWork } from '../../../src/state/sliced-work';
import { essayRubric } from '../core/check/rubric-fixture';
import { digestAs, originOf, value } from './judged-fixture';
import { sampleHead } from '../storage/runs/sample-run';

const subject = (id: string): Case => ({ id, input: { essay: id } });

function deskOf(count: number): Desk {
  const rubric = essayRubric();
  const desk = new Desk({ find: () => rubric, ready: () => Promise.reject(new Error('Nobody judges.')) });
  desk.add(Array.from({ length: count }, (_, row) => subject(`c${row}`)));
  return desk;
}

/** Judges the first `count` cases of a desk in a run that gives all of them the same score. */
function judge(desk: Desk, count: number, origin: RunOrigin, score: number): void {
  for (const each of desk.cases.slice(0, count)) {
    const digest = digestAs({ score: value(score) });
    desk.keep(judgedOnce(each, origin, { sample: 0, digest, at: { run: origin.id, place: 0 } }));
  }
  desk.judgements.flush();
}

function told(desk: Desk) {
  return desk.shares.map(({ standing, runs, summary }) => ({
    standing,
    runs: runs.map(({ id }) => id),
    rows: summary.judged,
    mean: summary.score.value,
  }));
}

describe('the runs that the rows of a table come from', () => {
  it('are one, and nothing is said of them, until another run judges some of the cases anew', () => {
    const desk = deskOf(20);
    desk.belongsTo({ ...sampleHead('one'), ...originOf('one') }, desk.cases);
    judge(desk, 20, originOf('one'), 10);
    expect(isMixed(desk.shares)).toBe(false);
    expect(desk.results.columns.some(({ kind }) => kind === 'run')).toBe(false);

    desk.belongsTo({ ...sampleHead('second'), ...originOf('second', 'other') }, desk.cases);
    judge(desk, 12, originOf('second', 'other'), 30);
    expect(isMixed(desk.shares)).toBe(true);
    expect(askedAlike(desk.shares)).toBe(false);
    expect(told(desk)).toEqual([
      { standing: true, runs: ['second'], rows: 12, mean: 30 },
      { standing: false, runs: ['one'], rows: 8, mean: 10 },
    ]);
    expect(desk.results.columns.some(({ kind }) => kind === 'run')).toBe(true);

    judge(desk, 20, originOf('second', 'other'), 30);
    expect(isMixed(desk.shares)).toBe(false);
  });

  it('may be looked at one by one, until the table stands for another', async () => {
    const desk = deskOf(20);
    judge(desk, 20, originOf('one'), 10);
    judge(desk, 12, originOf('second'), 30);
    await desk.results.setFilter({ runs: ['one'] });
    expect([...desk.results.order]).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
    expect(desk.results.activeFilters).toBe(1);
    expect(Object.keys(desk.view.filter)).not.toContain('runs');
    desk.belongsTo({ ...sampleHead('third'), ...originOf('third') }, desk.cases);
    expect(desk.results.filter.runs).toBeNull();
  });

  it('take the filter that shows them along, and away when they go', async () => {
    const desk = deskOf(6);
    desk.belongsTo({ ...sampleHead('stands'), ...originOf('stands', 'other') }, desk.cases);
    judge(desk, 6, originOf('stands', 'other'), 10);
    judge(desk, 2, originOf('one'), 20);
    await desk.results.setFilter({ runs: ['one'] });

    judge(desk, 1, originOf('later'), 30);
    expect(desk.results.filter.runs, 'a run that asked alike joins its share').toEqual(['one', 'later']);
    await expect.poll(() => [...desk.results.order]).toEqual([0, 1]);
    judge(desk, 2, originOf('later'), 30);
    expect(desk.results.filter.runs, 'nothing of the first is left').toEqual(['later']);
    judge(desk, 6, originOf('stands', 'other'), 10);
    expect(desk.results.filter.runs, 'one run is left, and no filter by run').toBeNull();
    await expect.poll(() => desk.results.order.length).toBe(6);
  });

  it.each([
    ['is handed over', (desk: Desk) => desk.handOver(), ['one', 'stands']],
    ['is deleted', (desk: Desk) => desk.forgetRun('stands'), null],
  ])('are grouped anew under their filter when the run of the table %s', async (_, goes, runs) => {
    const desk = deskOf(6);
    desk.belongsTo({ ...sampleHead('stands'), ...originOf('stands') }, desk.cases);
    judge(desk, 6, originOf('stands'), 10);
    judge(desk, 2, originOf('one'), 20);
    await desk.results.setFilter({ runs: ['one'] });
    goes(desk);
    expect(desk.results.filter.runs).toEqual(runs);
    await expect.poll(() => [...desk.results.order]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('count together where they asked alike, and single cases judged again make one share', () => {
    const desk = deskOf(20);
    desk.belongsTo({ ...sampleHead('one'), ...originOf('one') }, desk.cases);
    judge(desk, 20, originOf('one'), 10);
    judge(desk, 2, originOf('later'), 20);
    judge(desk, 1, originOf('latest'), 20);
    expect(askedAlike(desk.shares)).toBe(true);
    expect(told(desk).map(({ runs, rows }) => ({ runs, rows }))).toEqual([
      { runs: ['one'], rows: 18 },
      { runs: ['later', 'latest'], rows: 2 },
    ]);
  });

  it('are written to exports: each row with its run, and a report with what those of each add up to', async () => {
    const desk = deskOf(20);
    desk.belongsTo({ ...sampleHead('one'), ...originOf('one') }, desk.cases);
    judge(desk, 20, originOf('one'), 10);
    expect(reportRuns(desk.shares)).toBeNull();
    judge(desk, 12, originOf('second', 'other'), 30);
    const given = await new SlicedWork().run(gatherResults(desk, desk.rubric, false));
    expect(given?.entries.map(({ at }) => at?.run).join(' ')).toBe(
      [...Array<string>(12).fill('second'), ...Array<string>(8).fill('one')].join(' '),
    );
    const runs = reportRuns(given?.shares ?? []);
    expect(runs?.alike).toBe(false);
    expect(
      runs?.shares.map(({ ids, mode, summary }) => [ids, mode, summary.judged, summary.score.value]),
    ).toEqual([
      [['one'], 'rules-only', 8, 10],
      [['second'], 'model-alone', 12, 30],
    ]);
  });

  it('a desk shows its run as it was stored only while nothing else came or went', () => {
    const desk = deskOf(6);
    desk.belongsTo({ ...sampleHead('one'), ...originOf('one') }, desk.cases);
    judge(desk, 6, originOf('one'), 10);
    expect(desk.isAsStored).toBe(true);
    judge(desk, 1, originOf('later'), 20);
    expect(desk.isAsStored).toBe(false);
    judge(desk, 1, originOf('one'), 20);
    expect(desk.isAsStored).toBe(true);
    desk.replace({ ...subject('c0'), input: { essay: 'other' } });
    expect(desk.isAsStored).toBe(false);
  });
});
