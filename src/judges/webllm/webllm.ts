/** All of this judge that the page needs once it is chosen, in one module. */
export { browserCaches } from './file-caches';
export { webllmRuntime } from './webllm-runtime';
export { default as engineAddress } from './webllm.worker?worker&url';
export { default as filesAddress } from './files.worker?worker&url';
