import type { RunResult } from '../core/model/run';
import type { SheetSource } from '../core/model/sheet';
import { rubricHash } from '../core/receipt/rubric-hash';
import { personResults, personRuns } from '../judges/person/person-runs';
import { ratersOf } from '../judges/person/raters';
import { rubricToStore } from '../pipeline/new-run';
import type { World } from '../pipeline/ready-rubric';
import { SlicedWork } from '../state/sliced-work';
import type { SheetChanges } from './changes';
import type { RubricVersions } from './rubric-versions';
import type { SheetState } from './sheet-state.svelte';
import type { SheetStore } from './sheet-store';

interface Tools {
  store: SheetStore;
  changes: SheetChanges;
  rubrics: RubricVersions;
  world: World;
}

/** Results that are stored together. */
const groupLength = 500;

/** Gold columns of a file that was taken become people's runs: of these cases, by each rater whose labels the file has. */
export async function storeLabels(
  sheet: SheetState,
  keys: readonly number[],
  source: Pick<SheetSource, 'columns' | 'mapping'>,
  { store, changes, rubrics, world }: Tools,
): Promise<void> {
  const rubric = await sheet.currentRubric();
  const raters = rubric ? ratersOf(rubric, source.columns, source.mapping) : [];
  if (!rubric || raters.length === 0) return;
  const ready = await rubrics.ready(rubric);
  await sheet.stored();
  const cases = keys.flatMap((key) => {
    const row = sheet.cases.at(key);
    return row ? [{ key, revision: row.revision, case: row.case, cells: row.original?.cells ?? null }] : [];
  });
  const hash = rubricHash(rubric);
  for (const rater of raters) {
    const known = sheet.runs.find(
      ({ judge, rubric: judged, imported }) =>
        judge.kind === 'person' &&
        judge.model === rater.name &&
        judged.hash === hash &&
        imported === undefined,
    );
    if (known) {
      const results = await new SlicedWork().run(personResults(ready, known, rater, cases, world));
      await appendAll(store, known.id, results ?? []);
      continue;
    }
    const runs = await new SlicedWork().run(
      personRuns(ready, { sheet: sheet.id, cases, raters: [rater], world }),
    );
    for (const { head, results } of runs ?? []) {
      await store.createRun(head, rubricToStore(rubric));
      await appendAll(store, head.id, results);
    }
  }
  changes.tell({ sheet: sheet.id });
  await sheet.catchUp();
}

async function appendAll(store: SheetStore, run: string, results: readonly RunResult[]): Promise<void> {
  for (let start = 0; start < results.length; start += groupLength)
    await store.append(run, results.slice(start, start + groupLength));
}
