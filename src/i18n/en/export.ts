import { counted } from './count';

const results = counted('result');
const cells = counted('cell');

export const sheetFileWords = {
  exportFile: 'Export sheet file',
  openFile: 'Open sheet file',
  addTo: 'Add the file’s runs to the open sheet',
  options: 'More',
  drop: 'Drop a sheet file here',
  writing: (title: string) => `Writing “${title}” to a file…`,
  reading: (name: string) => `Reading ${name}…`,
  written: (name: string) =>
    `${name} is in your downloads. It contains the cases, the rubrics, the runs and every judgement.`,
  unreadable: (count: number) =>
    `${results(count)} ${count === 1 ? 'is' : 'are'} missing from it: the stored copy is damaged.`,
  notWritten: (title: string, message: string) => `“${title}” could not be written to a file: ${message}`,
  holdsKey:
    'a judge’s settings contain something that looks like a key, and keys are never written to a file.',
  opened: (name: string, title: string) => `${name} was opened as the new sheet “${title}”.`,
  added: (runs: number, title: string) =>
    `${runs === 0 ? 'No run was' : runs === 1 ? '1 run was' : `${runs.toLocaleString('en')} runs were`} added to “${title}”.`,
  known: (runs: number) =>
    `${runs === 1 ? '1 run' : `${runs} runs`} of example replies ${runs === 1 ? 'was' : 'were'} left out: the sheet already has ${runs === 1 ? 'it' : 'them'}.`,
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
  refusedNothing: 'Nothing was stored. Ask the sender to export the sheet again.',
  refused: {
    notASheetFile:
      'This is not an Assay sheet file. To add cases or scored tables, use Upload cases on the Workbench.',
    newerFormat: (format: string) =>
      `It was written by a newer Assay (${format}). Reload this page to get the newest one, and try again.`,
    cutOff: (lines: string) =>
      lines === '0'
        ? 'The file is cut off or damaged in its first line.'
        : `The file is cut off or damaged after line ${lines}.`,
    tooLarge: (line: string) => `It is too large for a sheet. Reading stopped at line ${line}.`,
    damagedLine: (line: string) => `Line ${line} is damaged and cannot be read.`,
    otherRubric: (expected: string, got: string) =>
      `The open sheet uses “${expected}”, the file uses “${got}”. Open the file as a new sheet instead.`,
  },
};

export const exportWords = {
  label: 'Export',
  csv: 'Export CSV',
  xlsx: 'Export XLSX',
  jsonl: 'Export JSONL',
  report: 'Export report',
  deck: 'Export deck',
  options: 'Export options',
  forSpreadsheets:
    'To open the results in a spreadsheet, use Export XLSX: texts stay texts, numbers are numbers, and nothing runs as a formula.',
  rows: 'Rows',
  columns: 'Columns of CSV and XLSX',
  always: 'Id, status, score and verdict are always included. Your choice is remembered.',
  group: {
    original: 'Your own columns',
    scores: 'Scores and labels',
    rationales: 'Rationales and other texts',
    derived: 'Computed values',
    claimed: 'The judge’s own total and verdict',
    checks: 'Failed checks and flags',
    asked: 'Judge, cost, time and receipt',
    people: 'People’s labels',
  },
  bom: 'For Excel (byte order mark)',
  delimiter: 'Separator',
  decimalComma: 'Decimal comma in scores and other figures (3,5)',
  escape: 'Protect against formulas',
  escapeHint:
    'An apostrophe is put before each =, +, - or @ that a program could run as a formula, and Assay removes it when you bring the file back.',
  prompts: 'With prompts',
  filtered: 'Only the rows shown',
  allRuns: 'All runs, one row per case and run',
  writing: 'Writing…',
  written: (share: number) => `${Math.floor(share * 100)} %`,
  cutMark: (characters: number) => ` … [${characters} more characters cut]`,
  cut: (count: number) =>
    `${cells(count)} ${count === 1 ? 'has' : 'have'} more than 32,767 characters, the most that a spreadsheet can show. ${count === 1 ? 'It ends' : 'They end'} in “… more characters cut”. CSV and JSONL have the whole text.`,
  save: 'Save anyway',
  tooManyRows: (most: number) =>
    `a spreadsheet has at most ${most.toLocaleString('en')} rows of cases. Export fewer rows, or CSV.`,
  long: (count: number) =>
    `Excel will cut ${cells(count)} at 32,767 characters if you open this file with it. The file itself has the whole text.`,
  cancel: 'Cancel export',
  cancelled: 'Export cancelled. No file was written.',
  done: (name: string) => `${name} is in your downloads.`,
  unreadable: (cases: string, more: number) =>
    `Damaged judgements are left out, and marked in the CSV and the report: ${cases}${more > 0 ? ` and ${more} more` : ''}. Judge these cases again.`,
  failed: (message: string) => `The export failed: ${message}`,
};
