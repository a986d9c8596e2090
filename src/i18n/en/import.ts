import type { ReadingFailure } from '../../cases/table';

type ProblemKind = 'missing' | 'not-json' | 'not-a-number' | 'too-long' | 'repeated-id';

const failure: Record<ReadingFailure['code'], string> = {
  empty: 'The file is empty. Choose one that has a header and at least one row.',
  'no-rows': 'The file has a header and no rows, so there is nothing to judge.',
  'not-text': 'This is not a table. Bring a CSV, TSV, JSON, JSONL or XLSX file.',
  'wrong-bytes':
    'The file has bytes that fit no encoding Assay knows (UTF-8, UTF-16, EUC-KR). Save it as UTF-8 and try again.',
  'not-a-table': 'This JSON is not a list of cases. A list of objects is expected.',
  'too-large': 'The file is larger than Assay reads at once (256 MB). Split it into several files.',
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
  'repeated-id': 'Id repeated',
};

export const importScreenWords = {
  reading: (name: string) => `Reading ${name || 'what was pasted'}…`,
  failedTitle: (name: string) => (name ? `${name} could not be read` : 'What was pasted could not be read'),
  failedPlace: (byte: string, line: string) =>
    `The first wrong byte is number ${byte} of the file, in line ${line}.`,
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
      'list-without-objects': 'It is a list without objects.',
      'single-value': 'It is a single value.',
      'empty-object': 'It is an object without members.',
    },
    brokenWorkbook: (detail: string) => `The workbook cannot be opened: ${detail}`,
    brokenJson: (line: string, column: string) =>
      `The JSON is broken in line ${line}, column ${column}. Mend it, or save the cases as CSV or as one object per line (.jsonl).`,
    noObjectLines: (line: string, found: string) => `No line is a JSON object. Line ${line} is: ${found}`,
    zeroBytes:
      'It holds zero bytes: it is no text, or it is UTF-16 without a byte order mark. If it is text, choose the encoding.',
  },
  nothingLost: 'The cases that were here are unchanged.',
  previewKept: 'What was being prepared is below, unchanged.',
  noHeader: 'The first row is a case',
  severalTitle: (count: number) => `${count} files at once`,
  severalBody: 'Read them as one list, or pick one. Columns of the same name become one column.',
  severalJoin: 'Join them',
  title: (name: string) => name || 'Pasted cases',
  rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
  form: 'How it is read',
  encoding: 'Encoding',
  delimiter: 'Separator',
  delimiterNone: 'None: one column',
  delimiterOther: 'Other separator',
  header: 'The first row is the header',
  sheet: 'Sheet',
  list: 'The cases are',
  listIn: (key: string) => `the objects in “${key}”`,
  listNone: 'the whole object: one case',
  notes: (count: string) => `Rows that are shorter or longer than the header or have broken quotes: ${count}`,
  notesLeftOut: (count: string) => `Left out because they are not JSON objects: ${count}`,
  notesMore: (count: string) => `… and ${count} more`,
  noteShort: (place: string, found: string, expected: string) =>
    `${place} has ${found} cells instead of ${expected}; the missing ones are empty.`,
  noteLong: (place: string, found: string, expected: string) =>
    `${place} has ${found} cells instead of ${expected}; the others stand in columns of their own.`,
  noteOpenQuote: (place: string) =>
    `${place}: a quote opens a cell and never closes, so everything after it is in this cell.`,
  noteStrayQuote: (place: string) =>
    `${place}: a quote inside a quoted cell is not doubled; it was kept as it stands.`,
  noteNotJson: (place: string, found: string) => `${place} was left out, it is not JSON: ${found}`,
  noteNotObject: (place: string, found: string) => `${place} was left out, it is not an object: ${found}`,
  placeRow: (number: string) => `Row ${number}`,
  placeHeader: 'The header',
  placeItem: (number: string) => `Item ${number} of the list`,
  placeLine: (number: string) => `Line ${number}`,
  leftBehind: 'Read this way, the file has other columns or rows. Some of your changes do not fit.',
  leftBack: 'Back to how it was read before',
  preview: 'First rows',
  mapping: 'Which column is what',
  mappingHint: 'Every input of the rubric takes its text from a column. Other columns are kept and exported.',
  input: 'Input',
  column: 'Column',
  example: 'Example',
  none: 'no column',
  id: 'Case id',
  label: 'Name of the case',
  gold: (path: string) => `Known to be right: ${path}`,
  goldAdd: 'Add values known to be right …',
  goldField: 'Field whose right value a column gives',
  unmapped: (names: string) => `Choose a column for: ${names}. Without it no case can be judged.`,
  problems: (count: string) => (count === '1' ? '1 row has a problem' : `${count} rows have a problem`),
  problemsNone: 'Every row can be judged.',
  problemsLooking: 'Looking through the rows…',
  problemsUnmapped: 'The rows are looked through when every required input has a column.',
  problemKind: 'Kind of problem',
  problemKindAll: 'All',
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
    `The id ${id} was there before (${place}); this one becomes ${given}.`,
  edit: (input: string) => `Mend ${input}`,
  openLong: (characters: string) => `Open ${characters} characters`,
  knownTitle: (count: string) =>
    count === '1'
      ? '1 of these ids is among your cases already'
      : `${count} of these ids are among your cases already`,
  knownMore: (count: string) => `and ${count} more`,
  knownBody:
    'Replaced cases lose their judgement if their text changed; that can be undone. Under new ids, all are added beside what is there.',
  knownReplace: (count: string) => (count === '1' ? 'Replace that case' : `Replace those ${count} cases`),
  knownRename: 'Add all under new ids',
  use: (count: string) => (count === '1' ? 'Use 1 case' : `Use ${count} cases`),
  using: 'Taking the cases…',
  failure,
};
