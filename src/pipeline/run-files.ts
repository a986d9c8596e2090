/** All that run files need, in one module, so that the page loads it with the first of them. */
export { runFileBlob } from './run-file-blob';
export { importRun } from './run-file-import';
