import type { DeviceProblem, LoadStep } from '../../core/model/device';
import { checkedBody } from './checked-body';
import { libName, markOf, marked, placeOf, type FileCaches } from './file-caches';
import { messageOf, type FileSource } from './file-source';
import { hasIntegrity, sha256 } from './hashes';
import {
  configName,
  configSchema,
  listName,
  shardListSchema,
  tokenizerOf,
  type ModelConfig,
  type Shard,
} from './model-files';
import type { ListedFiles } from './model-record';
import { TakeProgress } from './take-progress';

export interface TakeTools {
  caches: FileCaches;
  now: () => number;
}
export interface TakeHooks {
  onStep: (step: LoadStep) => void;
  signal: AbortSignal;
}
export interface TakenModel {
  bytes: number;
  config: ModelConfig;
}

type Integrity = ListedFiles['integrity'];

/** Files that are not weights: description, list of shards, tokenizer, library. */
const smallFiles = 4;

/**
 * Brings all files of a model into the caches where WebLLM looks for them. What is there and right is not asked for again; what comes
 * and is not what was promised is asked for once more, and never kept. Rejects with the signal's reason when cancelled.
 */
export async function takeFiles(
  id: string,
  source: FileSource,
  tools: TakeTools,
  hooks: TakeHooks,
  integrity?: Integrity,
): Promise<TakenModel | DeviceProblem> {
  try {
    return await new FileTaker(id, source, tools, hooks).takeAll(integrity);
  } catch (error) {
    hooks.signal.throwIfAborted();
    if (error instanceof Refused) return error.problem;
    return { fault: isFull(error) ? 'storage' : 'download', said: messageOf(error) };
  }
}

class Refused extends Error {
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem) {
    super(problem.said);
    this.problem = problem;
  }
}

class FileTaker {
  readonly #id: string;
  readonly #source: FileSource;
  readonly #caches: FileCaches;
  readonly #signal: AbortSignal;
  readonly #progress: TakeProgress;

  constructor(id: string, source: FileSource, { caches, now }: TakeTools, { onStep, signal }: TakeHooks) {
    this.#id = id;
    this.#source = source;
    this.#caches = caches;
    this.#signal = signal;
    this.#progress = new TakeProgress(now, onStep);
    this.#progress.plan(smallFiles, null);
  }

  async takeAll(integrity: Integrity): Promise<TakenModel> {
    const config = await this.#small(
      configName,
      (bytes) => configSchema.parse(jsonOf(bytes)),
      integrity?.config,
    );
    const { records } = await this.#small(listName, (bytes) => shardListSchema.parse(jsonOf(bytes)));
    this.#progress.plan(smallFiles + records.length, null);
    const tokenizer = tokenizerOf(config);
    if (tokenizer === null) throw new Refused({ fault: 'load', said: config.tokenizer_files.join(', ') });
    await this.#small(
      tokenizer,
      (bytes) => tokenizer.endsWith('.json') && jsonOf(bytes),
      integrity?.tokenizer?.[tokenizer],
    );
    await this.#small(libName, isLibrary, integrity?.model_lib);
    this.#progress.plan(
      smallFiles + records.length,
      records.reduce((sum, { nbytes }) => sum + nbytes, 0),
    );
    for (const shard of records) await this.#shard(shard);
    return { bytes: this.#progress.loaded, config };
  }

  /** A file that is read whole. `read` throws where it is not what its name says. */
  async #small<T>(name: string, read: (bytes: Uint8Array) => T, promised?: string): Promise<T> {
    this.#next();
    const { cache, address } = await placeOf(this.#caches, this.#id, name);
    const kept = await cache.match(address);
    if (kept && markOf(kept)) {
      const bytes = new Uint8Array(await kept.arrayBuffer());
      this.#progress.wasHere(bytes.length);
      return read(bytes);
    }
    return this.#twice(name, async (response) => {
      const length = response.headers.get('Content-Length');
      const packed = response.headers.has('Content-Encoding');
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (length !== null && !packed && Number(length) !== bytes.length) return null;
      if (promised !== undefined && !(await hasIntegrity(bytes, promised))) return null;
      const content = contentOf(bytes, read);
      if (!content) return null;
      this.#signal.throwIfAborted();
      await cache.put(address, marked(bytes, { bytes: bytes.length, hash: await sha256(bytes) }));
      this.#progress.came(bytes.length);
      return content;
    });
  }

  async #shard({ dataPath: name, nbytes: bytes, md5sum }: Shard): Promise<void> {
    this.#next();
    const mark = { bytes, hash: md5sum ?? '' };
    const { cache, address } = await placeOf(this.#caches, this.#id, name);
    const kept = markOf(await cache.match(address));
    if (kept && kept.bytes === bytes && kept.hash === mark.hash) {
      this.#progress.wasHere(bytes);
      return;
    }
    await cache.delete(address);
    const before = this.#progress.loaded;
    await this.#twice(name, async (response) => {
      this.#progress.backTo(before);
      const body = checkedBody(
        response.body ?? new Blob().stream(),
        { bytes, md5: md5sum ?? null },
        (count) => this.#progress.came(count),
      );
      try {
        await cache.put(address, marked(body.stream, mark));
      } catch (error) {
        if (body.wrong === null) throw error;
      }
      if (body.wrong === null) return { value: true };
      await cache.delete(address);
      return null;
    });
  }

  /** Asks for a file, and once more where `take` finds it wrong or the connection broke. */
  async #twice<T>(name: string, take: (response: Response) => Promise<{ value: T } | null>): Promise<T> {
    for (let second = false; ; second = true) {
      const response = await this.#source.read(name, this.#signal);
      if (!(response instanceof Response)) throw new Refused(response);
      try {
        const taken = await take(response);
        if (taken) return taken.value;
        if (second) throw new Refused({ fault: 'corrupt', said: name });
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof Refused || isFull(error)) throw error;
        if (second) throw new Refused({ fault: 'download', said: `${name}: ${messageOf(error)}` });
      }
    }
  }

  #next(): void {
    this.#signal.throwIfAborted();
    this.#progress.nextFile();
  }
}

function contentOf<T>(bytes: Uint8Array, read: (bytes: Uint8Array) => T): { value: T } | null {
  try {
    return { value: read(bytes) };
  } catch {
    // Cut short, or the page of an error in its place.
    return null;
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function isLibrary(bytes: Uint8Array): true {
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== '\0asm') throw new Error('no WebAssembly');
  return true;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
