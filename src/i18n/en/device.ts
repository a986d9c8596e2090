import type { DeviceFault } from '../../judges/device/device';
import type { Misfit } from '../../judges/device/webllm/fits';

const misfit: Record<Misfit['why'], (needed: string, most: string) => string> = {
  'no-webgpu': () => 'This browser has no WebGPU.',
  software: () => 'There is no real graphics card, only software. One reply would take hours.',
  shaders: () =>
    'The graphics card has less than WebLLM needs: pieces of 128 MB, 32 KB of shared memory and 10 buffers at once.',
  buffer: (needed, most) => `The graphics card must take ${needed} as one piece; here WebLLM gets ${most}.`,
  memory: (needed, most) =>
    `It takes ${needed} of memory; the browser says that there are ${most} for everything.`,
  'memory-unknown': (needed) => `It takes ${needed} of memory; the browser does not say how much there is.`,
  storage: (needed, most) => `It takes ${needed} of disk; the browser may store ${most} more.`,
};

const fault: Record<DeviceFault, (said: string) => string> = {
  unsupported: () =>
    'This browser cannot run this runtime (llama.cpp needs 64-bit WebAssembly memory). Use a current Chrome, Edge or Firefox.',
  held: () =>
    'Another tab of this page has a model loaded. Unload it there or close that tab, then try again.',
  'runtime-missing': () =>
    'The runtime itself could not be loaded. Check the connection to this page’s host and try again.',
  'not-gguf': (file) =>
    `${file || 'This'} is not a GGUF file, or it is damaged. Choose a file that ends in .gguf.`,
  'too-large': (file) =>
    `${file} is 2 GB or larger, which is too large for one file. Use a smaller quantisation, or split the model with llama-gguf-split and open all its parts at once.`,
  shards: (count) => `This model comes in parts, and you chose ${count}. Choose all of its files at once.`,
  load: () =>
    'The runtime cannot load this model. It may be damaged, of an unknown type, or too large for the memory.',
  memory: () =>
    'There is not enough memory. Choose a smaller model or a smaller context, or close other tabs.',
  crash: () =>
    'The runtime stopped unexpectedly, even after a restart. Choose a smaller model or a smaller context.',
  hang: () =>
    'The runtime has been stuck for five minutes, even after a restart. Choose a smaller model or a smaller context.',
  unloaded: () => 'The model was unloaded.',
  address: () => 'Enter the full https address of a file that ends in .gguf.',
  download: () =>
    'The model could not be downloaded. Check the address, the connection, and that its server allows this page (CORS). The downloaded part is kept.',
  corrupt: (what) =>
    `The model is incomplete or damaged (${what}). Download it again: intact parts are not downloaded twice.`,
  damaged: (what) =>
    `The stored copy of this model was damaged or lost, and could not be downloaded again (${what}). It is not used. Open it again while connected, or open it from your disk.`,
  storage: () => 'The browser has no room left for this model. Delete models below, or free some disk space.',
  'no-webgpu': () =>
    'This browser offers no graphics card to the page (WebGPU). Use a current Chrome or Edge, switch hardware acceleration on, or choose llama.cpp, which needs none.',
  'no-f16': () =>
    'This graphics card lacks 16-bit numbers (shader-f16), which this model needs. Choose its f32 variant.',
  'device-lost': () =>
    'The graphics card became unavailable, even after a restart, usually because its memory ran out. Choose a smaller model or a smaller context, or close other tabs and programs that draw.',
  grammar: () =>
    'The reply format could not be prepared for this model. Choose another model or another runtime.',
  language: (name) =>
    `The browser’s own model does not support the language of this rubric${name ? ` (${name})` : ''}. Choose another runtime for it.`,
};

export const deviceWords = {
  runtime: 'Runtime',
  runtimes: {
    webllm: 'WebLLM (WebGPU)',
    'llama.cpp': 'llama.cpp (any GGUF file)',
    'built-in': 'The browser’s own model',
  },
  open: 'Open GGUF file',
  openHint:
    'Opens a file from your disk. No internet needed. If the model is split into several files, select them all.',
  fromAddress: 'Download from an address',
  address: 'Model address',
  addressHint:
    'An https address of a .gguf file, also of your own mirror. Only the file is requested (on Hugging Face its hash too). No case is sent.',
  fetch: 'Download model',
  status: 'Model on this device',
  empty: 'No model is loaded.',
  paused: 'Paused. The downloaded part is kept.',
  noModel: 'No model is loaded. Load one in the judge’s form first.',
  stillLoading: 'The model is still being loaded.',
  loadingModel: 'Loading the model into memory…',
  downloading: (loaded: string, total: string | null) =>
    total === null ? `${loaded} downloaded` : `${loaded} of ${total}`,
  speed: (perSecond: string) => `${perSecond}/s`,
  left: (span: string) => `${span} left`,
  cancel: 'Cancel loading',
  unload: 'Unload model',
  facts: { size: 'Size', parameters: 'Parameters', context: 'Context', threads: 'Threads' },
  tokens: (count: string) => `${count} tokens`,
  trainedFor: (count: string) => `made for ${count}`,
  context: 'Context (tokens)',
  contextAuto: 'Automatic',
  contextHint:
    'The rubric, the case and the reply must fit. A larger value uses more memory. Assay tells you if something doesn’t fit.',
  threads: 'Threads',
  temperatureHint:
    '0 always takes the most likely word; judged again, a reply may still differ a little. To judge a case several times, use a value above 0.',
  wanted: (name: string) => `This run used ${name}. Load it to continue.`,
  fits: (longest: string, reply: string) =>
    `The longest question has ${longest} tokens, its reply up to ${reply}.`,
  tooLong: (count: number, total: number) =>
    `${count} of ${total} cases do not fit the context and stay unscored (too long).`,
  small: 'Below 3 billion parameters, scores are close to noise: they hardly correlate with people’s scores.',
  sizeUnknown:
    'The number of parameters of this model is unknown. If it is below 3 billion, scores are close to noise: compare some with your own first.',
  abilities: 'What this browser can do',
  wasmYes: 'llama.cpp can run here (64-bit WebAssembly).',
  wasmNo: 'llama.cpp cannot run here: no 64-bit WebAssembly memory.',
  threadsYes: (count: number, of: number) => `${count} of ${of} processor threads are used.`,
  threadsNo: 'One thread only: this page’s host does not isolate it (COOP and COEP headers). npm start does.',
  memory: (gigabytes: number) => `About ${gigabytes} GB of memory or more.`,
  memoryUnknown: 'The browser does not say how much memory there is.',
  storage: (free: string) => `${free} can be stored for fetched models.`,
  offlineYes: 'The runtime is downloaded. You can work offline.',
  offlineFetching: 'The runtime is being downloaded…',
  offlineNo: 'The runtime could not be downloaded. It cannot start without a network.',
  kept: 'Models in this browser',
  keptPart: 'not complete',
  remove: (name: string) => `Delete ${name}`,
  said: 'It says:',
  fault,
  runtimeShort: { webllm: 'WebLLM', 'llama.cpp': 'llama.cpp', 'built-in': 'browser' },
  verdicts: { fits: 'Fits this device', unsure: 'May not fit', no: 'Does not fit' },
  onlyNearest: 'No model in this list is certain to fit this device. The closest one comes first.',
  aboveTrained: (context: string, trained: string) =>
    `A context of ${context} tokens exceeds the ${trained} tokens this model was trained for. Beyond that, its replies may be nonsense. Enter ${trained} or less.`,
  contextLimited: (least: string, most: string) =>
    `A context has from ${least} to ${most} tokens: the nearest was taken.`,
  isHere: 'in this browser',
  card: {
    download: 'Download',
    memory: 'Memory',
    context: 'Context',
    languages: 'Languages',
    agreement: 'Agreement',
  },
  about: (bytes: string) => `about ${bytes}`,
  withContext: (bytes: string, tokens: string) => `${bytes} with ${tokens} tokens`,
  madeFor: (tokens: string) => `up to ${tokens} tokens`,
  languages: { en: 'English', fr: 'French', ko: 'Korean', nl: 'Dutch' },
  byPublisher: (publisher: string) => `named by ${publisher}; others may work`,
  agreement: (value: string) => `${value} with people’s scores`,
  agreementNone: 'not published',
  ceiling: (from: number, to: number) =>
    `People agree with each other at ${from}–${to} on such scales (Spearman, SummEval), so no model can do better.`,
  starters: 'Suggested models',
  startersHint: 'They run on the processor and need no graphics card. A reply may take a minute or more.',
  starterWorth: (moderately: boolean, agreement: string) =>
    `Agrees with people ${moderately ? 'moderately' : 'weakly'} (${agreement} on SummEval).`,
  starterTry: 'To try things out. Its scores are close to noise.',
  fetchModel: 'Download and load',
  fetchSized: (size: string) => `Download ${size}`,
  moreOptions: 'More options',
  offlineReady: 'The runtime is ready. A model still needs downloading.',
  loadModel: 'Load model',
  tryAnyway: 'Try anyway',
  fetchHint: 'Model and library are downloaded from their publisher or your mirror. No case is sent.',
  misfit,
  mirror: 'Download from a mirror',
  mirrorModels: 'Models folder',
  mirrorLibs: 'Libraries folder',
  mirrorHint:
    'Addresses of folders of your own. Models folder: one folder per model, by its name. Libraries folder: the .wasm files. Empty: the publisher.',
  mirrorGgufHint: 'The address of a folder of your own with the .gguf files above. Empty: the publisher.',
  mirrorWrong: 'Enter a full https address of a folder (http only for this device).',
  builtInOpen: 'Use the browser’s model',
  builtInHint:
    'The browser decides which model it is and how it is updated: scores from different days may not be comparable. Its agreement with people is not published.',
  gpuNone:
    'No WebGPU: the browser offers no graphics card, so WebLLM cannot run. Use a current Chrome or Edge with hardware acceleration switched on in its settings; or llama.cpp.',
  gpuSoftware:
    'WebGPU only in software, which is too slow for a model. Switch hardware acceleration on in the browser’s settings and update the graphics driver; or use llama.cpp.',
  gpuYes: (piece: string) =>
    `A graphics card is available (WebGPU). WebLLM can use blocks of up to ${piece}.`,
  f16Yes: 'It computes with 16-bit numbers: the smaller variants of models run.',
  f16No:
    'It lacks 16-bit numbers (shader-f16): the larger f32 variants of models are used. A newer driver or browser may help.',
  builtIn: {
    none: 'This browser has no model of its own. Chrome and Edge on large enough machines have one.',
    unavailable: 'The browser’s own model cannot be used on this device, or not for this rubric’s language.',
    downloadable: 'The browser has to download its own model first. It does this once for all sites.',
    downloading: 'The browser is downloading its own model.',
    available: 'The browser’s own model is ready.',
  },
  keptSummary: (count: number, bytes: string) =>
    count === 1 ? `1 model in this browser (${bytes})` : `${count} models in this browser (${bytes})`,
  useNamed: (name: string) => `Open ${name}`,
  verifying: (done: string, total: string) => `Checking the files: ${done} of ${total}`,
  proof: {
    publisher: 'Checked whenever it is opened, against the publisher’s hashes.',
    weights:
      'Checked whenever it is opened: weights against the model’s own hashes, other files against the first download.',
    'first-download':
      'It has no published hash, so only its size was checked. Each time it is opened, it is compared with the first download.',
  },
  removeTitle: (name: string) => `Delete ${name}?`,
  removeBody: (bytes: string) =>
    `This frees ${bytes}. To use it again, you have to download it or open it from your disk.`,
  removeYes: 'Delete model',
  removeNo: 'Keep it',
  pause: 'Pause',
  resume: 'Continue',
  resumeNamed: (name: string) => `Continue ${name}`,
  fetchedShare: (percent: number) => `${percent}% downloaded`,
  file: (index: number, count: number) => `file ${index} of ${count}`,
  startingRuntime: 'Starting…',
  gpuLlama: 'Compute on the graphics card',
  gpuLlamaHint:
    'Experimental in llama.cpp: faster where it works. Where it fails, the model is loaded for the processor instead.',
  temperatureBuiltIn:
    'The browser accepts no exact value: 0 asks for the most predictable answer, more for its default.',
  computes: 'Runs on',
  onGpu: 'graphics card',
  onProcessor: 'processor',
  fellBack: 'The graphics card could not load this model. It runs on the processor.',
};
