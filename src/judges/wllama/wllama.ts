/** All of this judge that the page needs once it is chosen, in one module. */
export { llamaRuntime } from './llama-runtime';
export { browserModelStore } from './model-store';
export { default as runtimeAddress } from '@wllama/wllama/src/wasm/wllama.wasm?url';
export { default as workerAddress } from './engine.worker?worker&url';
