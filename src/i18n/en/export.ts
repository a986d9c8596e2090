function results(count: number): string {
  return count === 1 ? '1 result' : `${count.toLocaleString('en')} results`;
}

export const sheetFileWords = {
  exportFile: 'Export sheet file',
  openFile: 'Open sheet file',
  addTo: (title: string) => `Add runs to “${title}”`,
  drop: 'Drop a sheet file here',
  show: 'Open',
  stop: 'Stop',
  dismiss: 'Close',
  writing: (title: string) => `Writing “${title}” to a file…`,
  reading: (name: string) => `Reading ${name}…`,
  written: (name: string) =>
    `${name} is in your downloads. It holds the cases, the rubrics, the runs and every judgement.`,
  unreadable: (count: number) =>
    `${results(count)} ${count === 1 ? 'is' : 'are'} not in it: what the browser stored of ${count === 1 ? 'it' : 'them'} cannot be read.`,
  notWritten: (title: string, message: string) => `“${title}” could not be written to a file: ${message}`,
  holdsKey:
    'the settings of a judge hold something that looks like a key, and keys never leave this browser in a file.',
  opened: (name: string, title: string) => `${name} was opened as the new sheet “${title}”.`,
  added: (runs: number, title: string) =>
    `${runs === 1 ? '1 run was' : `${runs.toLocaleString('en')} runs were`} added to “${title}”.`,
  leftOut: (count: number) =>
    `${results(count)} ${count === 1 ? 'was' : 'were'} left out: this sheet does not have ${count === 1 ? 'its case' : 'their cases'}.`,
  warning: {
    'other-text': (count: number, cases: string) =>
      `${results(count)} ${count === 1 ? 'belongs' : 'belong'} to another text of ${count === 1 ? 'its' : 'their'} case and ${count === 1 ? 'is' : 'are'} shown as outdated: ${cases}.`,
    receipt: (count: number, cases: string) =>
      `${results(count)} ${count === 1 ? 'has a receipt' : 'have receipts'} that ${count === 1 ? 'was' : 'were'} changed after judging: ${cases}.`,
  },
  writingCancelled: 'Stopped. No file was written.',
  readingCancelled: 'Stopped. Nothing was stored.',
  notRead: (name: string, message: string) => `${name} could not be opened: ${message}`,
  fileGone: 'the file can no longer be read. Choose it again.',
  oneAtATime: 'Open one sheet file at a time.',
  refusedTitle: (name: string) => `${name} was not opened`,
  refusedNothing: 'Nothing of it was stored. Ask the sender to export the sheet again.',
  refused: {
    notASheetFile:
      'This is not a sheet file of Assay. Cases and scored tables are brought in on the Workbench with Upload cases.',
    newerFormat: (format: string) =>
      `It was written by a newer Assay (${format}). Reload this page to get the newest one, and try again.`,
    cutOff: (lines: string) =>
      lines === '0'
        ? 'The file is cut off or damaged in its first line.'
        : `The file is cut off or damaged after line ${lines}.`,
    tooLarge: (line: string) => `It is larger than any sheet. Reading stopped at line ${line}.`,
    damagedLine: (line: string) => `Line ${line} is damaged: it cannot be read.`,
    otherRubric: (expected: string, got: string) =>
      `The open sheet is judged by “${expected}”, the file by “${got}”. Open the file as a new sheet instead.`,
  },
};

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
