/** All that run files need, in one module, so that the page loads it with the first of them. */
export { runFile } from './run-file-bytes';
export { importRun } from './run-file-import';
