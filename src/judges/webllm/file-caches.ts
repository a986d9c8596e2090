import { configName } from './model-files';
import { keptAddress } from './model-record';

/** The part of a browser's caches that is needed, so that tests can stand in for it. */
export interface FileCache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, response: Response): Promise<void>;
  delete(address: string): Promise<boolean>;
  keys(): Promise<readonly { url: string }[]>;
}
export interface FileCaches {
  open(name: string): Promise<FileCache>;
}

/** As WebLLM calls them: what lies there under the right address it takes without asking anyone. */
const cacheNames = { config: 'webllm/config', lib: 'webllm/wasm', model: 'webllm/model' };
export const allCaches = Object.values(cacheNames);

const bytesHeader = 'x-assay-bytes';
const hashHeader = 'x-assay-hash';

export interface FileMark {
  bytes: number;
  /** Of a shard its MD5, as its list has it; of a small file the SHA-256 of what came. */
  hash: string;
}

/** One file of a model in the cache where WebLLM looks for it. */
export interface KeptFile {
  cache: FileCache;
  address: string;
}

export async function placeOf(caches: FileCaches, id: string, name: string): Promise<KeptFile> {
  const { files, lib } = keptAddress(id);
  if (name === libName) return { cache: await caches.open(cacheNames.lib), address: lib };
  const cache = await caches.open(
    name === configName || name === sealsName ? cacheNames.config : cacheNames.model,
  );
  return { cache, address: files + name };
}

/** The library has a name of its own at every publisher. */
export const libName = '*.wasm';
/** Ours, beside the description of the model: WebLLM never asks for it. */
export const sealsName = 'assay-seals.json';

export function marked(body: BodyInit, { bytes, hash }: FileMark): Response {
  return new Response(body, { headers: { [bytesHeader]: String(bytes), [hashHeader]: hash } });
}

/** What was said of a file when it was put there; null where it was not put there by us. */
export function markOf(response: Response | undefined): FileMark | null {
  const bytes = response?.headers.get(bytesHeader);
  const hash = response?.headers.get(hashHeader);
  return typeof bytes === 'string' && typeof hash === 'string' ? { bytes: Number(bytes), hash } : null;
}

/** A page without a secure address has none: whoever asks is told so. */
export function browserCaches(): FileCaches {
  return { open: async (name) => caches.open(name) };
}
