/** All that batch files need, in one module, so that the page loads it with the first of them. */
export { batchForms } from '../core/export/batch/batch-engine';
export { BatchSplit } from '../core/export/batch/batch-split';
export { BatchCells } from './batch-cells';
export { batchPieces, byteLength, estimateBatch } from './batch-export';
export { batchFileLines, findRunOf } from './batch-file';
export { readBatchResults } from './batch-read';
export { batchJudge, mannerIn } from './batch-unit';
export { rubricToStore } from './new-run';
