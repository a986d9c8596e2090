import type { ReadingFailure } from '../../cases/table';

type ProblemKind = 'missing' | 'not-json' | 'not-a-number' | 'too-long' | 'repeated-id';

const failure: Record<ReadingFailure['code'], string> = {
  empty: 'The file is empty. Choose one that has a header and at least one row.',
  'no-rows': 'The file has a header but no rows, so there is nothing to judge.',
  'not-text': 'Assay opens cases (CSV, TSV, JSON, JSONL, XLSX), rubrics, sheet files and batch results.',
  'wrong-bytes':
    'The file is not UTF-8, and Assay cannot tell which encoding it has. Choose the encoding below, or save the file as UTF-8.',
  'not-a-table': 'This JSON is not a list of cases. Assay expects a list of objects.',
  'too-large': 'The file is larger than Assay reads at once (256 MB). Split it into several files.',
  'too-much': 'The file opens, but there is more in it than Assay can hold.',
  encrypted: 'The workbook is protected by a password. Save it without one and try again.',
  damaged: 'The file is damaged or not what its name says.',
  folder: 'This is a folder. Drop the files themselves.',
  unavailable:
    'The part of the page that reads files could not be loaded, or it stopped. Check the connection and try again.',
};

const problemKinds: Record<ProblemKind, string> = {
  missing: 'Empty',
  'not-json': 'Not JSON',
  'not-a-number': 'Not a number',
  'too-long': 'Too long',
  'repeated-id': 'ID repeated',
};

export const importScreenWords = {
  reading: (name: string) => `Reading ${name || 'the pasted text'}…`,
  failedTitle: (name: string) => (name ? `${name} could not be read` : 'The pasted text could not be read'),
  failedPlace: (byte: string, line: string) =>
    `The first wrong byte is byte ${byte} of the file, in line ${line}.`,
  refusal: {
    found: {
      png: 'It is a PNG picture.',
      jpeg: 'It is a JPEG picture.',
      gif: 'It is a GIF picture.',
      pdf: 'It is a PDF document.',
      gzip: 'It is a gzip archive. Unpack it first.',
      '7z': 'It is a 7-Zip archive. Unpack it first.',
      parquet: 'It is a Parquet file. Save the cases as CSV.',
      xls: 'It is a workbook in the old .xls format. Save it as .xlsx.',
      zip: 'It is a zip archive without a workbook in it. Unpack it first.',
      'broken-archive':
        'The workbook’s archive contradicts itself or is cut off. Open it in a spreadsheet program and save it again.',
      'list-without-objects': 'It is a list without objects.',
      'single-value': 'It is a single value.',
      'empty-object': 'It is an object without members.',
    },
    brokenWorkbook: (part: string) =>
      `A part of the workbook is missing or broken: ${part}. Open it in a spreadsheet program and save it again.`,
    tooMuch: {
      columns: (found: string, most: string, cell?: string) =>
        cell === undefined
          ? `A row has ${found} columns; Assay reads at most ${most}. Check the separator, or keep only the columns you need.`
          : `Cell ${cell} has a value in column ${found}; Assay reads at most ${most} columns. Clear it, or copy the table to a new workbook.`,
      rows: (_found: string, most: string) => `It has more than ${most} rows. Split it into several files.`,
      cells: (_found: string, most: string) =>
        `Rows times columns are more than ${most} cells. Split the file, or keep only the columns you need.`,
      characters: (found: string, most: string) =>
        `One cell has ${found} characters; Assay reads at most ${most}. Check for a quote that never closes.`,
      levels: (_found: string, most: string) =>
        `Objects and lists are nested more than ${most} levels deep. Save the cases with fewer levels, or as CSV.`,
      unpacked: (found: string, most: string) =>
        `The workbook unpacks to ${found} MB; Assay reads at most ${most} MB. Split it, or save the cases as CSV.`,
      ratio: (found: string, most: string) =>
        `A part of the workbook unpacks to ${found} times its size, and ${most} times is the limit. Save the cases as CSV.`,
    },
    brokenJson: (line: string, column: string) =>
      `The JSON is broken in line ${line}, column ${column}. Fix it, or save the cases as CSV or as one object per line (.jsonl).`,
    noObjectLines: (line: string, found: string) => `No line is a JSON object. Line ${line} is: ${found}`,
    zeroBytes: 'This is not a text file. If it is one, choose its encoding.',
  },
  nothingLost: 'Your cases are unchanged.',
  previewKept: 'Your earlier import is below, unchanged.',
  noHeader: 'The first row is a case',
  chooseOther: 'Choose another file',
  chooseEncoding: 'Choose',
  severalTitle: (count: number) => `${count} files at once`,
  severalBody: 'Read them as one list, or pick one. Columns of the same name become one column.',
  severalJoin: 'Join them',
  title: (name: string) => name || 'Pasted cases',
  rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
  form: 'File format',
  encoding: 'Encoding',
  delimiter: 'Separator',
  delimiterNone: 'None: one column',
  delimiterOther: 'Other separator',
  noHeaderRow: 'no header',
  header: 'The first row is the header',
  sheet: 'Sheet',
  list: 'The cases are',
  listIn: (key: string) => `the objects in “${key}”`,
  listNone: 'the whole object: one case',
  notes: (count: string) => `Rows that are shorter or longer than the header or have broken quotes: ${count}`,
  notesLeftOut: (count: string) => `Left out because they are not JSON objects: ${count}`,
  notesNoResult: (count: string) =>
    `Rows with formulas without a stored result: ${count}. Open the file in a spreadsheet program and save it there.`,
  notesMore: (count: string) => `… and ${count} more`,
  noteShort: (place: string, found: string, expected: string) =>
    `${place} has ${found} cells instead of ${expected}; the missing ones are empty.`,
  noteLong: (place: string, found: string, expected: string) =>
    `${place} has ${found} cells instead of ${expected}; the extra ones get columns of their own.`,
  noteOpenQuote: (place: string) =>
    `${place}: a quote opens a cell but never closes, so everything after it is in this cell.`,
  noteStrayQuote: (place: string) =>
    `${place}: a quote inside a quoted cell is not doubled. It was kept as is.`,
  noteNotJson: (place: string, found: string) => `${place} was left out because it is not JSON: ${found}`,
  noteTooDeep: (place: string, found: string) =>
    `${place} was left out because its objects and lists are nested too deep: ${found}`,
  noteNoResult: (place: string, count: string, cell: string) =>
    count === '1'
      ? `${place}: the formula in ${cell} has no stored result, so the cell is empty.`
      : `${place}: ${count} formulas have no stored result, so their cells are empty. The first is ${cell}.`,
  noteNotObject: (place: string, found: string) =>
    `${place} was left out because it is not an object: ${found}`,
  placeRow: (number: string) => `Row ${number}`,
  placeHeader: 'The header',
  placeItem: (number: string) => `Item ${number} of the list`,
  placeLine: (number: string) => `Line ${number}`,
  leftBehind:
    'With this setting the file has other columns or rows, so some of your changes no longer apply.',
  leftBack: 'Undo this setting',
  preview: 'Preview',
  mapping: 'Match your columns',
  mappingHint: 'Choose the column for each input of the rubric. Other columns are kept and exported.',
  input: 'Input',
  column: 'Column',
  example: 'Example',
  withoutColumn: (inputs: string) => `No column for these optional inputs: ${inputs}.`,
  none: 'No column',
  choose: 'Choose a column',
  needed: 'needed',
  leaveEmpty: 'Not in my file: leave empty',
  required: 'required',
  id: 'Case ID',
  label: 'Case name',
  gold: (path: string) => `Expected answer: ${path}`,
  goldAdd: 'Add expected answers (ground truth)',
  goldField: 'Field with an expected answer',
  unmapped: 'Choose a column for:',
  problems: (count: string) => (count === '1' ? '1 row has a problem' : `${count} rows have a problem`),
  problemsNone: 'Every row can be judged.',
  problemsLooking: 'Checking the rows…',
  notInFile: 'If your file has no such column, add it to the file or choose another rubric.',
  better: (rubric: string) => `This file has all columns of “${rubric}”.`,
  chooseBetter: 'Use that rubric',
  problemsUnmapped: 'Assay checks the rows once every required input has a column.',
  problemKind: 'Kind of problem',
  problemKinds,
  leftOut: (count: string) => `${count} left out`,
  skip: 'Leave out',
  skipAll: 'Leave out all of them',
  unskipAll: 'Keep all of them',
  missing: (input: string) => `${input} is empty.`,
  notJson: (input: string, found: string) => `${input} is not JSON: ${found}`,
  notANumber: (input: string, found: string) => `${input} should be a number: ${found}`,
  tooLong: (input: string, characters: string, limit: string) =>
    `${input} has ${characters} characters; at most ${limit} can be judged.`,
  repeatedId: (id: string, place: string, given: string) =>
    `The ID ${id} is already used (${place}). This one becomes ${given}.`,
  edit: (input: string) => `Edit ${input}`,
  openLong: (characters: string) => `Open ${characters} characters`,
  knownTitle: (count: string) =>
    count === '1'
      ? '1 of these IDs is among your cases already'
      : `${count} of these IDs are among your cases already`,
  knownMore: (count: string) => `and ${count} more`,
  knownBody:
    'Replacing a case makes its results outdated if the text changed. You can undo it. New IDs add all cases next to the existing ones.',
  knownReplace: (count: string) => (count === '1' ? 'Replace that case' : `Replace those ${count} cases`),
  knownRename: 'Add all under new IDs',
  use: (count: string) => (count === '1' ? 'Import 1 case' : `Import ${count} cases`),
  using: 'Adding the cases…',
  failure,
};
