/** All that writing results needs, in one module that the page loads with the first export. */
export { deckFile } from './deck/deck-file';
export { judgementsJsonlChunks } from './judgements-jsonl';
export { reportChunks } from './report/report';
export { scoredCsvChunks, scoredRows } from './scored-csv';
export { workbookChunks } from './workbook';
