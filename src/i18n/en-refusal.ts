/** What came instead of a file of cases. */
export const refusalWords = {
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
    'cut-workbook': 'The end of the workbook is missing: it may have been cut off on the way.',
    'list-without-objects': 'It is a list without objects.',
    'single-value': 'It is a single value.',
    'empty-object': 'It is an object without members.',
  },
  brokenWorkbook: (detail: string) => `The workbook cannot be opened: ${detail}`,
  brokenJson: (detail: string) =>
    `The JSON is broken: ${detail}. Mend it, or save the cases as CSV or as one object per line (.jsonl).`,
  noObjectLines: (line: string, found: string) => `No line is a JSON object. Line ${line} is: ${found}`,
  zeroBytes:
    'It holds zero bytes: it is no text, or it is UTF-16 without a byte order mark. If it is text, choose the encoding.',
};
