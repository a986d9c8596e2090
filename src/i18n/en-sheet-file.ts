function results(count: number): string {
  return count === 1 ? '1 result' : `${count.toLocaleString('en')} results`;
}

/** Words for sheet files. */
export const sheetFileWords = {
  exportFile: 'Export sheet file',
  openFile: 'Open sheet file',
  addTo: (title: string) => `Add runs to “${title}”`,
  drop: 'Drop a sheet file here',
  /** What was opened, on the Workbench. */
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
  refusedNothing: 'Nothing of it was stored. Ask whoever sent it to export the sheet again.',
  refused: {
    notASheetFile:
      'This is not a sheet file of Assay. Cases and scored tables are brought in on the Workbench with Upload cases.',
    newerFormat: (format: string) =>
      `It was written by a newer Assay (${format}). Reload this page to get the newest one, and try again.`,
    cutOff: (lines: string) =>
      lines === '0'
        ? 'The file ends in its first line: it was cut off.'
        : `The file was cut off: it ends after line ${lines}.`,
    damagedPacking: (lines: string) =>
      lines === '0'
        ? 'The packed file is damaged: its bytes were changed, and none of its lines can be unpacked.'
        : `The packed file is damaged: its bytes were changed, and it cannot be unpacked beyond line ${lines}.`,
    tooLarge: {
      unpacked: (line: string) => `It unpacks to more than 2 GB. Reading stopped at line ${line}.`,
      ratio: (line: string) =>
        `It unpacks to far more than its size, as no sheet does. Reading stopped at line ${line}.`,
      line: (line: string) => `Line ${line} is longer than 64 MB, as no line of a sheet is.`,
    },
    line: {
      'not-text': (line: string) => `Line ${line} is damaged: it holds bytes that are no text.`,
      'not-json': (line: string) => `Line ${line} is damaged: it cannot be read.`,
      shape: (line: string) => `Line ${line} does not have the form that a sheet file has there.`,
      order: (line: string) => `Line ${line} stands in the wrong place.`,
      twice: (line: string) => `Line ${line} says again what an earlier line says.`,
      missing: (line: string) => `A line that should stand before line ${line} is missing.`,
      reference: (line: string) => `Line ${line} refers to something that no line before it has.`,
      foreign: (line: string) => `Line ${line} was made by another rubric than its run.`,
      'after-end': (line: string) => `Line ${line} stands after the end of the sheet.`,
    },
    counts: {
      cases: (line: string, expected: string, got: string) =>
        `Cases are missing or there twice: the last line (${line}) counts ${expected}, the file has ${got}.`,
      runs: (line: string, expected: string, got: string) =>
        `Runs are missing or there twice: the last line (${line}) counts ${expected}, the file has ${got}.`,
      results: (line: string, expected: string, got: string) =>
        `Results are missing or there twice: the last line (${line}) counts ${expected}, the file has ${got}.`,
    },
    rubric: (line: string) => `Line ${line}: the rubric has errors, so its judgements cannot be shown.`,
    rubricHash: (line: string, title: string) =>
      `Line ${line}: the text of the rubric “${title}” was changed after its runs were judged: its hash is another.`,
    otherRubric: (expected: string, got: string) =>
      `The open sheet is judged by “${expected}”, the file by “${got}”. Open the file as a new sheet instead.`,
  },
};
