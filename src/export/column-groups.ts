/** What a person may leave out of a table. `assay.id` and the result itself (status, score, verdict) are in every export. */
export const columnGroups = [
  'original',
  'scores',
  'rationales',
  'derived',
  'claimed',
  'checks',
  'asked',
  'people',
] as const;

export type ColumnGroup = (typeof columnGroups)[number];
