import type { DeviceFault } from '../core/model/device';

const fault: Record<DeviceFault, (said: string) => string> = {
  unsupported: () =>
    'This browser lacks what this runtime needs (for llama.cpp: 64-bit WebAssembly memory). Use a current Chrome, Edge or Firefox.',
  held: () =>
    'Another tab of this page has a model loaded. Unload it there or close that tab, then try again.',
  'runtime-missing': () =>
    'The runtime itself could not be loaded. Check the connection to this page’s host and try again.',
  'not-gguf': (file) =>
    `${file || 'This'} is no GGUF file, or it is damaged. Choose a file that ends in .gguf.`,
  'too-large': (file) =>
    `${file} has 2 GB or more, which is too much for one file. Use a smaller quantisation, or split the model with llama-gguf-split and open all its parts at once.`,
  shards: (count) => `This model comes in parts, and ${count} are here. Choose all of its files at once.`,
  load: () =>
    'The runtime does not take this model. It may be damaged, of a kind that this version does not know, or too large for the memory.',
  memory: () =>
    'The memory does not suffice. Choose a smaller model or a smaller context, or close other tabs.',
  crash: () =>
    'The runtime stopped unexpectedly, also when started again. Choose a smaller model or a smaller context.',
  hang: () =>
    'The runtime has not moved for five minutes, also when started again. Choose a smaller model or a smaller context.',
  unloaded: () => 'The model was unloaded.',
  address: () => 'Enter the full https address of a file that ends in .gguf.',
  download: () =>
    'The model could not be fetched. Check the address, the connection, and that its server allows this page (CORS). What has come so far is kept.',
  corrupt: (what) =>
    `The model did not come whole, or is damaged (${what}). Fetch it again: what is right is not fetched twice.`,
  damaged: (what) =>
    `What this browser kept of this model was damaged or lost, and could not be fetched again (${what}). Nothing of it is used. Open it again with a connection to its host, or open it from your disk.`,
  storage: () => 'The browser has no room left for this model. Delete models below, or free some disk space.',
  'no-webgpu': () =>
    'This browser offers no graphics card to the page (WebGPU). Use a current Chrome or Edge, switch hardware acceleration on, or choose llama.cpp, which needs none.',
  'no-f16': () =>
    'This graphics card lacks 16-bit numbers (shader-f16), which this model needs. Choose its f32 variant.',
  'device-lost': () =>
    'The graphics card was taken away, also when asked for again: mostly for want of its memory. Choose a smaller model or a smaller context, or close other tabs and programs that draw.',
  grammar: () =>
    'The form of the replies could not be made ready for this model. Choose another model or another runtime.',
  'not-a-model-folder': (file) =>
    `This is no whole model folder of WebLLM${file ? `: ${file} is missing or wrong` : ''}. It holds mlc-chat-config.json, tensor-cache.json with all its files, the tokenizer, and the library that ends in .wasm.`,
  'wrong-file': (what) =>
    `A file of this folder is not what it should be (${what}). Nothing of the folder was taken. Copy that file again from where the model came from, then open the folder again.`,
  language: (name) =>
    `The browser’s own model does not take the language of this rubric${name ? ` (${name})` : ''}. Choose another runtime for it.`,
};

/** Words for setting up a judge inside this browser. */
export const deviceWords = {
  runtime: 'Runtime',
  runtimes: {
    webllm: 'WebLLM (WebGPU)',
    'llama.cpp': 'llama.cpp (any GGUF file)',
    'built-in': 'The browser’s own model',
  },
  open: 'Open GGUF file',
  openHint: 'From your disk, without any network. Of a split model, choose all parts.',
  fromAddress: 'Fetch from an address',
  address: 'Model address',
  addressHint:
    'An https address of a .gguf file, also of your own mirror. Only the file is asked for, on Hugging Face its hash too; no case is sent.',
  fetch: 'Fetch model',
  status: 'Model on this device',
  empty: 'No model is loaded.',
  paused: 'Paused. What has come so far is kept.',
  noModel: 'No model is loaded. Load one in the judge’s form first.',
  stillLoading: 'The model is still being loaded.',
  loadingModel: 'Loading the model into memory…',
  downloading: (loaded: string, total: string | null) =>
    total === null ? `${loaded} fetched` : `${loaded} of ${total}`,
  speed: (perSecond: string) => `${perSecond}/s`,
  left: (span: string) => `${span} left`,
  cancel: 'Cancel loading',
  unload: 'Unload model',
  facts: { size: 'Size', parameters: 'Parameters', context: 'Context', threads: 'Threads' },
  tokens: (count: string) => `${count} tokens`,
  trainedFor: (count: string) => `made for ${count}`,
  context: 'Context (tokens)',
  contextAuto: 'as the cases need',
  contextHint: 'Rubric, case and reply must fit. More takes more memory. Nothing is ever cut silently.',
  threads: 'Threads',
  temperature: 'Temperature',
  temperatureHint: '0 gives the same answer every time. Ask a case more than once only above 0.',
  wanted: (name: string) => `This run asked ${name}. Load it to go on.`,
  fits: (longest: string, reply: string) =>
    `The longest question has ${longest} tokens, its reply up to ${reply}.`,
  tooLong: (count: number, total: number) =>
    `${count} of ${total} cases do not fit the context and stay unscored (too long).`,
  small: 'Below 3 billion parameters, scores are close to noise: they hardly follow those that people give.',
  sizeUnknown:
    'Nobody says how many parameters this model has. If they are below 3 billion, scores are close to noise: compare some with your own first.',
  abilities: 'What this browser can do',
  wasmYes: 'llama.cpp can run here (64-bit WebAssembly).',
  wasmNo: 'llama.cpp cannot run here: no 64-bit WebAssembly memory.',
  threadsYes: (count: number, of: number) => `${count} of ${of} processor threads are used.`,
  threadsNo: 'One thread only: this page’s host does not isolate it (COOP and COEP headers). npm start does.',
  memory: (gigabytes: number) => `About ${gigabytes} GB of memory or more.`,
  memoryUnknown: 'The browser does not tell how much memory there is.',
  storage: (free: string) => `${free} can be stored for fetched models.`,
  offlineYes: 'The runtime is here: no network is needed from now on.',
  offlineFetching: 'The runtime is being fetched…',
  offlineNo: 'The runtime could not be fetched: without a network it cannot start.',
  kept: 'Models in this browser',
  keptPart: 'not complete',
  remove: (name: string) => `Delete ${name}`,
  removeShort: 'Delete',
  said: 'It says:',
  fault,
};
