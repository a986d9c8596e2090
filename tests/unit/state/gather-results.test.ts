import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/core/model/case';
import type { Judgement } from '../../../src/core/model/judgement';
import { digestOf } from '../../../src/core/stats/digest';
import { gatherResults, type RunToGather, type SheetToGather } from '../../../src/state/gather-results';
import type { JudgedCase } from '../../../src/state/judged-case';
import { finish } from '../core/cases/mapping-fixture';
import { judgementOf, rubric } from '../core/export/judgement-fixture';
import { runHead } from '../core/export/run-fixture';

const cases: Case[] = ['a', 'b', 'c'].map((id) => ({ id, input: { essay: id } }));

function judged(judgement: Judgement, place: number, changes: Partial<JudgedCase> = {}): JudgedCase {
  return {
    sample: 0,
    hash: 'case-hash',
    revision: 0,
    milliseconds: 1000,
    digest: digestOf(rubric, judgement),
    at: { run: 'run-1', place },
    others: [],
    outdated: false,
    ...changes,
  };
}
function scored(value: number): Judgement {
  return judgementOf({ headline: { value: { kind: 'value', value } } });
}
function run(id: string, results: Record<string, JudgedCase>): RunToGather {
  return { head: runHead(id), rubric, judged: (caseId) => results[caseId] };
}
function sheet(changes: Partial<SheetToGather>): SheetToGather {
  return { head: null, rubric, cases, sources: [], runs: [], people: [], ...changes };
}

describe('what there is to write', () => {
  it('is nothing where there are no cases', () => {
    expect(finish(gatherResults(sheet({ cases: [] })))).toBeNull();
  });

  it('are the cases alone where nothing was judged', () => {
    const given = finish(gatherResults(sheet({})));
    expect(given).toMatchObject({ fileName: 'essay', people: [], summary: { judged: 0 } });
    expect(given?.runs).toEqual([{ head: null, rubric, entries: cases.map((subject) => ({ subject })) }]);
  });

  it('is each run with an entry for every case, the run in focus first', () => {
    const other = run('run-2', { b: judged(scored(3), 7) });
    const given = finish(gatherResults(sheet({ runs: [run('run-1', { a: judged(scored(1), 0) }), other] })));
    expect(given?.runs.map(({ head }) => head?.id)).toEqual(['run-1', 'run-2']);
    expect(given?.runs.map(({ entries }) => entries.map(({ at }) => at?.place))).toEqual([
      [0, undefined, undefined],
      [undefined, 7, undefined],
    ]);
    expect(given?.runs[0].entries[0]).toMatchObject({ milliseconds: 1000, subject: cases[0] });
  });

  it('of an outdated cell is that it is outdated: it is in no figure', () => {
    const results = { a: judged(scored(1), 0, { outdated: true }), b: judged(scored(2), 1) };
    const given = finish(gatherResults(sheet({ runs: [run('run-1', results)] })));
    expect(given?.runs[0].entries.map(({ outdated }) => outdated)).toEqual([true, undefined, undefined]);
    expect(given?.summary).toMatchObject({ judged: 1, score: { count: 1 } });
  });

  it('has all samples in order where a case was judged several times', () => {
    const { others: _, outdated: __, ...second } = judged(scored(5), 1, { sample: 1 });
    const several = judged(scored(3), 0, { others: [second] });
    const given = finish(gatherResults(sheet({ runs: [run('run-1', { a: several })] })));
    expect(given?.runs[0].entries[0]?.samples?.map(({ score }) => score)).toEqual([
      { kind: 'value', value: 3 },
      { kind: 'value', value: 5 },
    ]);
    expect(given?.summary.score.count).toBe(1);
  });

  it('has judgements that are not stored with it', () => {
    const judgement = scored(1);
    const refused = { ...run('run-1', { a: judged(judgement, -1) }), unstored: () => judgement };
    expect(finish(gatherResults(sheet({ runs: [refused] })))?.runs[0].entries[0]?.judgement).toBe(judgement);
  });

  it('has what people said of the cases as they read now', () => {
    const head = runHead('person-1', {
      judge: { id: 'person', kind: 'person', model: 'Mina', parameters: {} },
    });
    const results = { a: judged(scored(1), 0), b: judged(scored(2), 1, { outdated: true }) };
    const people = [{ ...run('person-1', results), head }];
    const [mina] = finish(gatherResults(sheet({ people })))?.people ?? [];
    expect([mina?.rater, [...(mina?.labels.keys() ?? [])]]).toEqual(['Mina', ['a']]);
  });
});
