import { storedSettings, type StoredSettings, type Wait } from '../../kit/storage/stored-settings';
import { z } from '../../kit/zod';
import type { Draft } from './draft';
import { editSchema } from './edit';

/** What a closed tab leaves: the text as it is, and how the draft was made. Its proposal is read again. */
export interface StoredDraft {
  text: string;
  draft: Draft['made'] | null;
}
export type DraftStore = StoredSettings<StoredDraft>;

const made = z.object({ text: z.string(), choice: z.number(), edits: z.array(editSchema) });
const schema: z.ZodType<StoredDraft> = z.object({ text: z.string(), draft: made.nullable() });

export function draftStore(wait: Wait): DraftStore {
  return storedSettings({ database: 'assay-rubric-draft', key: 'made', version: 1, schema }, wait);
}
