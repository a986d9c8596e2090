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
  writing: 'Writing…',
  cancel: 'Cancel export',
  cancelled: 'Export cancelled. No file was written.',
  done: (name: string) => `${name} is in your downloads.`,
  failed: (message: string) => `The export failed: ${message}`,
};
