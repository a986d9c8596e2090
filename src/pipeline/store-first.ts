import type { NewRun, RunStore } from '../storage/runs/run-store';

/**
 * Where the results of a run go that is not stored yet: it is stored with the first write, and its results wait for that. A run
 * that could not be stored is stored when writing is tried again.
 */
export function storeFirst(
  runs: Pick<RunStore, 'create' | 'append'>,
  run: () => NewRun,
  stored: () => void,
): Pick<RunStore, 'append'> {
  let isStored = false;
  return {
    append: async (id, results, head) => {
      if (!isStored) {
        await runs.create(run());
        isStored = true;
        stored();
      }
      return runs.append(id, results, head);
    },
  };
}
