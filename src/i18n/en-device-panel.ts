import type { FileFlaw } from '../core/model/device';
import type { Misfit } from '../core/model/listed-model';

/** A size in words; made by the page, which knows how the language writes it. */
type Bytes = (bytes: number) => string;

const misfit: { [Why in Misfit['why']]: (misfit: Extract<Misfit, { why: Why }>, bytes: Bytes) => string } = {
  'no-webgpu': () => 'There is no WebGPU here.',
  software: () => 'There is no real graphics card here, only software: a reply would take hours.',
  shaders: () =>
    'The graphics card has less than WebLLM needs: pieces of 128 MB, 32 KB of shared memory and 10 buffers at once.',
  buffer: ({ needed, most }, bytes) =>
    `The graphics card must take ${bytes(needed)} as one piece; here WebLLM gets ${bytes(most)}.`,
  memory: ({ needed, most }, bytes) =>
    `It takes ${bytes(needed)} of memory; the browser says that there are ${bytes(most)} for everything.`,
  'memory-unknown': ({ needed }, bytes) =>
    `It takes ${bytes(needed)} of memory; the browser does not say how much there is.`,
  storage: ({ needed, most }, bytes) =>
    `It takes ${bytes(needed)} of disk; the browser may store ${bytes(most)} more.`,
};

const flaw: { [Kind in FileFlaw['kind']]: (flaw: Extract<FileFlaw, { kind: Kind }>) => string } = {
  size: ({ came, expected }) =>
    came === null
      ? `it has more than the ${expected.toLocaleString('en')} bytes it should have`
      : `it has ${came.toLocaleString('en')} of ${expected.toLocaleString('en')} bytes`,
  'other-bytes': () => 'its size is right, its content is not',
  'not-json': () => 'it is no JSON, or cut short',
  'not-wasm': () => 'it is no WebAssembly',
  field: ({ at }) => (at === '' ? 'it holds something else' : `“${at}” is missing or cannot be so`),
  sums: ({ at }) => `its sizes contradict each other at “${at}”`,
  unreadable: () => 'it cannot be read: it may have been moved or changed meanwhile',
};

/** Words for choosing, fetching and keeping models inside this browser. */
export const panelWords = {
  runtimeShort: { webllm: 'WebLLM', 'llama.cpp': 'llama.cpp', 'built-in': 'browser' },
  model: 'Model',
  verdicts: { fits: 'Fits this machine', unsure: 'May not fit', no: 'Does not fit' },
  onlyNearest: 'No model of this list surely fits this machine. The nearest to fitting stands first.',
  aboveTrained: (context: string, trained: string) =>
    `A context of ${context} tokens is more than the ${trained} that this model was made for: beyond those its replies may be nonsense. Enter ${trained} or less.`,
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
  agreementNone: 'not measured by anyone',
  ceiling: (from: number, to: number) =>
    `People agree with each other by ${from}–${to} on such scales: no model can be asked for more. (Spearman, 1–5 scores of SummEval)`,
  fetchModel: 'Fetch and load',
  loadModel: 'Load model',
  tryAnyway: 'Try all the same',
  fetchHint: 'Model and library come from their publisher, or from your mirror. No case is ever sent.',
  misfit,
  flaw,
  fromFolder: 'Open from your disk',
  folder: 'Open a model folder',
  folderHint:
    'A WebLLM model from your disk, without any network: its folder with all files and the library that ends in .wasm.',
  mirror: 'Fetch from a mirror',
  mirrorModels: 'Models folder',
  mirrorLibs: 'Libraries folder',
  mirrorHint:
    'Addresses of folders of your own. Models folder: one folder per model, by its name. Libraries folder: the .wasm files. Empty: the publisher.',
  mirrorWrong: 'Enter a full https address of a folder (http only for this machine).',
  builtInNone: 'This browser has no model of its own. Chrome and Edge on large enough machines have one.',
  builtInUnavailable: (language: string) =>
    `The browser has a model of its own, but not for this machine or not for this rubric’s language (${language}).`,
  builtInDownloadable: 'The browser has to fetch its model first. It does so by itself, once for all sites.',
  builtInDownloading: 'The browser is fetching its model.',
  builtInAvailable: 'The browser’s own model is here.',
  builtInOpen: 'Use the browser’s model',
  builtInHint:
    'The browser decides which model it is and how it is updated: scores of different days may not compare. How well they follow people’s is not published.',
  gpuNone:
    'No WebGPU: the browser offers no graphics card, so WebLLM cannot run. Use a current Chrome or Edge with hardware acceleration switched on in its settings; or llama.cpp.',
  gpuSoftware:
    'WebGPU only in software, which is too slow for a model. Switch hardware acceleration on in the browser’s settings and update the graphics driver; or use llama.cpp.',
  gpuYes: (piece: string) =>
    `A graphics card is there (WebGPU), on which WebLLM gets pieces of up to ${piece}.`,
  f16Yes: 'It computes with 16-bit numbers: the smaller variants of models run.',
  f16No:
    'It lacks 16-bit numbers (shader-f16): the larger f32 variants of models are used. A newer driver or browser may help.',
  builtIn: {
    none: 'The browser has no model of its own.',
    unavailable: 'The browser’s own model cannot be used here, or not for this rubric’s language.',
    downloadable: 'The browser has a model of its own, which it would fetch first.',
    downloading: 'The browser is fetching its own model.',
    available: 'The browser’s own model is ready.',
  },
  keptSummary: (count: number, bytes: string) =>
    count === 1 ? `1 model in this browser (${bytes})` : `${count} models in this browser (${bytes})`,
  keptNone: 'No models in this browser yet',
  use: 'Open',
  useNamed: (name: string) => `Open ${name}`,
  verify: 'Check',
  verifyNamed: (name: string) => `Check ${name}`,
  verifying: (done: string, total: string) => `Checking the files: ${done} of ${total}`,
  verifyingStart: 'Checking the files…',
  cancelVerify: 'Stop checking',
  right: 'All files are right.',
  rightSoFar: 'What is complete is right. The rest has yet to come.',
  proof: {
    publisher: 'Checked whenever it is opened: came with the hashes that its publisher gives.',
    weights:
      'Checked whenever it is opened: its weights came with the hashes in the model’s own list, and all other files are as they first came.',
    'first-download':
      'Nobody gives a hash for it: when it came, only sizes could be checked. Whenever it is opened, it is compared with what came then.',
    size: 'Nobody gives a hash: only the size is checked.',
  },
  removeTitle: (name: string) => `Delete ${name}?`,
  removeBody: (bytes: string) =>
    `${bytes} are freed. To use it again, it has to be fetched or opened from your disk again.`,
  removeYes: 'Delete model',
  removeNo: 'Keep it',
  pause: 'Pause',
  resume: 'Go on',
  resumeNamed: (name: string) => `Go on with ${name}`,
  fetchedShare: (percent: number) => `${percent}% fetched`,
  file: (index: number, count: number) => `file ${index} of ${count}`,
  startingRuntime: 'Starting…',
  gpuLlama: 'Compute on the graphics card',
  gpuLlamaHint:
    'Experimental in llama.cpp: faster where it works. Where it fails, the model is loaded for the processor instead.',
  temperatureBuiltIn:
    'The browser takes no number: 0 asks for the most predictable answer, more for its usual one.',
  computes: 'Runs on',
  onGpu: 'graphics card',
  onProcessor: 'processor',
  fellBack: 'The graphics card did not take this model: the processor computes.',
};
