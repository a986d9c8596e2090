import { z } from '../kit/zod';

const lastSheetSchema = z.object({ id: z.string().nullable(), rubric: z.string().nullable() });
type Last = z.infer<typeof lastSheetSchema>;

export interface LastSheet {
  recall(): Last;
  /** `id`: null for one that is not stored. */
  remember(id: string | null, rubric: string): void;
}

const key = 'assay-last-sheet';
/** In this tab, so that a reload brings it back, and in this browser, for the next visit. */
const places = [() => sessionStorage, () => localStorage];

/** Which sheet was open last. A browser that refuses storage has nothing to come back to. */
export const lastSheet: LastSheet = {
  recall() {
    for (const place of places) {
      try {
        return lastSheetSchema.parse(JSON.parse(place().getItem(key) ?? 'null'));
      } catch {
        continue;
      }
    }
    return { id: null, rubric: null };
  },
  remember(id, rubric) {
    for (const place of places) {
      try {
        place().setItem(key, JSON.stringify({ id, rubric }));
      } catch {
        continue;
      }
    }
  },
};
