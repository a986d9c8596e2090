import { describe, expect, it } from 'vitest';
import type { ToExport } from '../../../src/export/gather';
import { edit, gathered, takenFile, withSamples } from '../sheet/looking';
import { Browser, score, ScriptedJudge } from '../sheet/tabs';

type Run = ToExport['runs'][number];
const rowsOf = (run: Run | undefined) =>
  run?.entries.map(
    ({ subject, digest, outdated }) => `${subject.id} ${outdated ? 'outdated' : (digest?.status ?? '-')}`,
  );

async function judgedTwice() {
  const judge = new ScriptedJudge();
  const { workbench, sheet } = await withSamples(undefined, judge);
  await workbench.judgeAll();
  workbench.chooseJudge('rules');
  await workbench.judgeAll();
  return { workbench, sheet };
}

describe('what is gathered for an export', () => {
  it('is nothing where there is no case', async () => {
    const workbench = new Browser().tab();
    await workbench.sheet.currentRubric();
    expect(gathered(workbench)).toBeNull();
  });

  it('is the cases as they stand where nothing is judged', async () => {
    const { workbench } = await withSamples();
    edit(workbench, 'a', 'changed');
    const [run] = gathered(workbench)?.runs ?? [];
    expect(run?.head).toBeNull();
    expect(run?.entries[0]).toEqual({ subject: { id: 'a', label: 'First', input: { text: 'changed' } } });
  });

  it('is the run in focus alone, or all runs with that one first', async () => {
    const { workbench, sheet } = await judgedTwice();
    const [rules, api] = sheet.runs;
    expect(gathered(workbench)?.runs.map(({ head }) => head?.id)).toEqual([rules?.id]);
    workbench.focusOn(api?.id ?? '');
    const runs = gathered(workbench, false, true)?.runs;
    expect(runs?.map(({ head }) => head?.id)).toEqual([api?.id, rules?.id]);
    expect(runs?.map(rowsOf)).toEqual([
      ['a valid', 'b valid', 'c valid'],
      ['a partial', 'b partial', 'c partial'],
    ]);
  });

  it('is only what the table shows, in its order, where that is asked for', async () => {
    const { workbench } = await judgedTwice();
    await workbench.sheet.results.setFilter({ text: 'ir' });
    await workbench.sheet.results.toggleSort('case');
    await workbench.sheet.results.toggleSort('case');
    const ids = (filteredOnly: boolean) =>
      gathered(workbench, filteredOnly, true)?.runs.map(({ entries }) =>
        entries.map(({ subject }) => subject.id),
      );
    expect(ids(true)).toEqual([
      ['c', 'a'],
      ['c', 'a'],
    ]);
    expect(ids(false)?.[0]).toEqual(['a', 'b', 'c']);
  });

  it('has an edited case as it reads now, marked as outdated and in no count', async () => {
    const { workbench } = await judgedTwice();
    edit(workbench, 'b', 'changed');
    const found = gathered(workbench);
    expect(rowsOf(found?.runs[0])).toEqual(['a partial', 'b outdated', 'c partial']);
    expect(found?.runs[0].entries[1]?.subject.input.text).toBe('changed');
    expect(found?.summary.judged).toBe(2);
    edit(workbench, 'b', 'two');
    expect(gathered(workbench)?.summary.judged).toBe(3);
  });

  it('has the rows of the files that the cases came from, also after others were put back', async () => {
    const workbench = new Browser().tab();
    await workbench.sheet.currentRubric();
    await workbench.takeCases(
      takenFile([
        ['a', 'one'],
        ['b', 'two'],
        ['c', 'three'],
      ]),
    );
    const file = takenFile(
      [
        ['b', 'new', 'x'],
        ['d', 'four', 'y'],
      ],
      [{ column: 'note', path: 'note' }],
    );
    await workbench.takeCases(file);
    const cells = () =>
      gathered(workbench)?.sources.map(({ table, rowOf }) =>
        Object.fromEntries([...rowOf].map(([id, row]) => [id, table.rows[row]?.join()])),
      );
    expect(cells()).toEqual([
      { a: 'a,one', c: 'c,three' },
      { b: 'b,new,x', d: 'd,four,y' },
    ]);
    await workbench.changes.undo();
    expect(cells()).toEqual([{ a: 'a,one', b: 'b,two', c: 'c,three' }, { d: 'd,four,y' }]);
  });

  it('has people’s labels of cases that were not edited since', async () => {
    const judge = new ScriptedJudge();
    judge.reply = () => score(2);
    const workbench = new Browser().tab({ judges: [judge] });
    await workbench.sheet.currentRubric();
    const gold = [{ column: 'Mina', path: 'quality.score' }];
    await workbench.takeCases(
      takenFile(
        [
          ['a', 'one', '4'],
          ['b', 'two', '5'],
        ],
        gold,
      ),
    );
    edit(workbench, 'b', 'changed');
    const people = gathered(workbench)?.people;
    expect(people?.map(({ rater, labels }) => [rater, [...labels.keys()]])).toEqual([['Mina', ['a']]]);
  });
});
