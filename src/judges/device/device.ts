/** What a model that runs inside the page's own browser is like, and what can be wrong with it. */

/** What this browser can do for such a model. */
export interface DeviceAbilities {
  /** WebAssembly with 64-bit memory and vectors: without them llama.cpp does not run. */
  wasm: boolean;
  /** Whether the page's server isolates it, which threads need. */
  isolated: boolean;
  /** Processors that the browser admits to. */
  processors: number;
  /** Threads that can be used. */
  threads: number;
  /** Gigabytes that the browser admits to, at most 8 where it rounds; null where it says nothing. */
  memoryGigabytes: number | null;
  /** Bytes that can still be stored; null where the browser says nothing. */
  storageBytes: number | null;
  /** Of a graphics card by WebGPU. A software adapter is the processor in disguise: it works, and takes too long. */
  gpu:
    | { state: 'none' }
    | {
        state: 'there';
        f16: boolean;
        software: boolean;
        maxBufferBytes: number;
        maxBindingBytes: number;
        maxWorkgroupBytes: number;
        maxStorageBuffers: number;
      };
  /** What the browser says of its own model. */
  builtIn: 'none' | 'unavailable' | 'downloadable' | 'downloading' | 'available';
}

/** The ways to run a model inside the page's own browser. */
export type RuntimeId = 'webllm' | 'llama.cpp' | 'built-in';

/** A model that a runtime keeps in this browser. */
export interface KeptModel {
  runtime: RuntimeId;
  id: string;
  name: string;
  bytes: number;
  /** False where its fetching was broken off. */
  whole: boolean;
  /** What its files are compared with. `weights`: those with what the publisher gives, all others with what came first. */
  proof?: 'publisher' | 'weights' | 'first-download' | 'size';
}

/** A model that is ready to judge. */
export interface LoadedModel {
  runtime: RuntimeId;
  name: string;
  bytes: number;
  /** Tokens that fit now. */
  context: number;
  /** Tokens that the model was made for. */
  trainedContext: number;
  threads: number;
  /** In billions, where the file says so. */
  parameters: number | null;
  /** Memory that each token of the context takes, where it is known. */
  bytesPerToken?: number;
  /** What became of the wish to compute on the graphics card, where there was one. */
  gpu?: 'used' | 'refused';
}

export type DeviceFault =
  /** The browser lacks what the runtime needs. */
  | 'unsupported'
  /** Another tab has a model loaded. */
  | 'held'
  /** The runtime itself could not be fetched. */
  | 'runtime-missing'
  | 'not-gguf'
  /** Larger than one file may be. */
  | 'too-large'
  /** Parts of a split model are missing. */
  | 'shards'
  /** The runtime does not take this model. */
  | 'load'
  | 'memory'
  | 'crash'
  | 'hang'
  /** The person unloaded it. */
  | 'unloaded'
  /** The address of a model is no full https address. */
  | 'address'
  /** Nothing could be fetched from there. */
  | 'download'
  /** What came is not all of it, or not the same as before. */
  | 'corrupt'
  /** What was kept is gone or no longer the same, and cannot be fetched again. */
  | 'damaged'
  | 'storage'
  | 'no-webgpu'
  /** The graphics card cannot compute with the short numbers that this model was made for. */
  | 'no-f16'
  /** The graphics card was taken away: by the system, by its driver, or for want of memory. */
  | 'device-lost'
  /** What a reply may look like was never made ready. */
  | 'grammar'
  | 'not-a-model-folder'
  /** A file of the person's own folder is not what its name or its list says. */
  | 'wrong-file'
  /** The browser's own model does not take the rubric's language. */
  | 'language';

/** Why a model is not ready. `said` is in the runtime's or the server's own words, and may be empty. */
export interface DeviceProblem {
  fault: DeviceFault;
  said: string;
  /** Of a wrong file, what is wrong with it. */
  flaw?: FileFlaw;
}

/** Why a file is not what its name or its list says. */
export type FileFlaw =
  /** `came` is null where more came than was looked at. */
  | { kind: 'size'; came: number | null; expected: number }
  | { kind: 'other-bytes' }
  | { kind: 'not-json' }
  | { kind: 'not-wasm' }
  /** A field of it is missing, or cannot be so. */
  | { kind: 'field'; at: string }
  /** The sizes in a list of weights contradict each other at this place. */
  | { kind: 'sums'; at: string }
  /** The disk does not give it back: it may have been moved or changed meanwhile. */
  | { kind: 'unreadable' };

export type LoadStep =
  | { kind: 'runtime' }
  | {
      kind: 'download';
      /** Bytes, or a share of 1 where that is all that is told. */
      loaded: number;
      total: number | null;
      bytesPerSecond: number | null;
      /** Which of a model's files is on its way, from one on. */
      file?: { index: number; count: number };
    }
  /** Bytes of kept files that were read again. */
  | { kind: 'verify'; done: number; total: number }
  | { kind: 'model' };
