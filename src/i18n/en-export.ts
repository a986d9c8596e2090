/** Words for writing results out. */
export const exportWords = {
  label: 'Export',
  csv: 'Export CSV',
  jsonl: 'Export JSONL',
  report: 'Export report',
  options: 'Export options',
  bom: 'For Excel (byte order mark)',
  delimiter: 'Separator',
  rationales: 'With rationales',
  filtered: 'Only the rows shown',
  allRuns: 'All runs, one row per case and run',
  writing: 'Writing…',
  cancel: 'Cancel export',
  cancelled: 'Export cancelled. No file was written.',
  done: (name: string) => `${name} is in your downloads.`,
  unreadable: (cases: string, more: number) =>
    `Judgements that cannot be read as they are stored are left out, and marked in CSV and report: ${cases}${more > 0 ? ` and ${more} more` : ''}. Judge these cases again.`,
  failed: (message: string) => `The export failed: ${message}`,
};
