import { z } from '../kit/zod';
import { storedSettings, type Wait } from '../kit/storage/stored-settings';

const lastSheetSchema = z.object({ id: z.string().nullable(), rubric: z.string().nullable() });
type Last = z.infer<typeof lastSheetSchema>;

/** Which sheet was open last: in this tab, so that a reload brings it back, and in this browser, for the next visit. */
export interface LastSheet {
  recall(): Promise<Last>;
  /** `id`: null for one that is not stored. */
  remember(id: string | null, rubric: string): void;
}

const key = 'assay-last-sheet';

export function lastSheet(wait: Wait): LastSheet {
  const kept = storedSettings(
    { database: 'assay-last-sheet', key: 'last', version: 1, schema: lastSheetSchema },
    wait,
  );
  return {
    async recall() {
      const here = readSession();
      if (here) return here;
      const last = await kept.load();
      return last === null || last === 'unavailable' ? { id: null, rubric: null } : last;
    },
    remember(id, rubric) {
      const last: Last = { id, rubric };
      try {
        sessionStorage.setItem(key, JSON.stringify(last));
      } catch {
        // A browser that refuses storage has nothing to come back to.
      }
      void kept.save(last);
    },
  };
}

function readSession(): Last | null {
  try {
    const read = lastSheetSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
