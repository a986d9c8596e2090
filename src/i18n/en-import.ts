const delimiters: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };

/** Words for bringing cases in; those of what is shown once a file came are loaded with it. */
export const importWords = {
  upload: 'Upload cases',
  uploadHint: 'CSV, TSV, JSON, JSONL or XLSX; dropping a file works too.',
  paste: 'Paste cases',
  pasteHint: 'Cells from a spreadsheet, CSV or JSON.',
  pasteUse: 'Read pasted cases',
  template: 'Template (CSV)',
  samples: 'Samples (CSV)',
  drop: 'Drop the file to read it',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  unsaved: 'The file could not be made: a part of the page did not load. Check the connection and try again.',
  delimiters,
  replaced: (count: string) => (count === '1' ? '1 case replaced.' : `${count} cases replaced.`),
};
