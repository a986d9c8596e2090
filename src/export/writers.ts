/** All that writing results needs, in one module that the page loads with the first export. */
export { default as font } from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
export { deckFile } from './deck/deck-file';
export { gatherSheet } from './gather';
export { judgementsJsonlChunks } from './judgements-jsonl';
export { reportChunks } from './report/report';
export { scoredCsvChunks, scoredRows } from './scored-csv';
export { workbookChunks } from './workbook';
