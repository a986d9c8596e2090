import type { RunResult } from '../../../src/sheet/run-record';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import { gatherSheet, type ToExport } from '../../../src/export/gather';
import type { Workbench } from '../../../src/sheet/workbench.svelte';
import { Browser, type ScriptedJudge } from './tabs';

/** What tests look at and do again and again. */

export const idsOf = (workbench: Workbench) => workbench.cases.map(({ id }) => id);
export const texts = (workbench: Workbench) => workbench.cases.map(({ input }) => input.text);
/** By row: the status in the run in focus, `outdated`, or null where the cell is empty. */
export const statuses = (workbench: Workbench) =>
  workbench.cases.map(({ id }) => {
    const judged = workbench.sheet.judged(id);
    return judged ? (judged.outdated ? 'outdated' : judged.digest.status) : null;
  });

export function edit(workbench: Workbench, id: string, text: string): void {
  const subject = workbench.cases.find((one) => one.id === id);
  if (subject) workbench.changes.put({ ...subject, input: { ...subject.input, text } });
}

/** A tab with the sample cases; the judge is chosen where one is given. */
export async function withSamples(browser = new Browser(), judge?: ScriptedJudge) {
  const workbench = browser.tab(judge ? { judges: [judge] } : {});
  await workbench.loadSamples();
  if (judge) workbench.chooseJudge(judge.id);
  return { browser, workbench, sheet: workbench.sheet };
}

/** Cases with their texts and further columns, as an import hands them over. */
export function takenFile(
  rows: readonly (readonly [id: string, text: string, ...cells: string[]])[],
  labels: readonly { column: string; path: string }[] = [],
) {
  const columns = ['id', 'text', ...labels.map(({ column }) => column)];
  return {
    name: 'cases.csv',
    table: { columns, rows: rows.map((cells) => [...cells]) },
    mapping: {
      inputs: { text: 1 },
      id: 0,
      gold: Object.fromEntries(labels.map(({ path }, index) => [path, 2 + index])),
    },
    cases: rows.map(([id, text, ...cells]) => ({
      id,
      input: { text },
      ...(labels.length > 0 && {
        gold: Object.fromEntries(labels.map(({ path }, index) => [path, Number(cells[index])])),
      }),
    })),
    rows: rows.map((_, row) => row),
  };
}

export function gathered(workbench: Workbench, filteredOnly = false, allRuns = false): ToExport | null {
  const work = gatherSheet(workbench.sheet, { filteredOnly, allRuns }, (run) =>
    workbench.runner.unwrittenOf(run),
  );
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The keys of the cases that a run has results of, in the order of its log. */
export async function keysIn(store: SheetStore, run: string): Promise<RunResult['caseKey'][]> {
  const keys: number[] = [];
  for await (const piece of store.entries(run)) keys.push(...piece.map(({ caseKey }) => caseKey));
  return keys;
}
