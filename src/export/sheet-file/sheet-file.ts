/** All that sheet files need, in one module that the page loads with the first of them. */
export { openSheetFile } from './open-sheet-file';
export { sheetFileBlob } from './write-sheet-file';
