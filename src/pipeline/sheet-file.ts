/** All that sheet files need, in one module, so that the page loads it with the first of them. */
export { openSheetFile } from './sheet-file-open';
export { sheetFileBlob } from './sheet-file-write';
