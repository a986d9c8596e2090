import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem, FileFlaw, LoadHooks, LoadStep } from '../device';
import type { ReadContent } from './mlc-model';
import type { Manifest, ManifestFile, ModelStorage } from './model-storage';

export interface DownloadTools {
  fetch: typeof fetch;
  storage: ModelStorage;
  now: () => number;
}

/** Where the files of a model come from, by their names. */
export interface FileSource {
  /** Whether these are the person's own files: what is wrong with them stays wrong. */
  readonly own?: true;
  read(name: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}

interface WantedFile {
  name: string;
  /** As its publisher gives it. */
  bytes?: number | null;
  hash?: { kind: 'md5' | 'sha256'; hex: string } | null;
  /** It is refused from this size on. */
  mostBytes?: number;
  /** Whether the whole file is what its name says. */
  check?: (bytes: Uint8Array<ArrayBuffer>) => boolean;
}

/** Ends the work on a model's files with a problem. */
export class DownloadFailure extends Error {
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem) {
    super(problem.said);
    this.problem = problem;
  }
}

export function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Asks for a file as a stranger. Behind the end of a file there is nothing: 416 is an answer too. */
export async function fetchFile(
  fetcher: typeof fetch,
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetcher(address, {
    headers,
    signal,
    // What the browser keeps by itself would be kept twice.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (response.ok || response.status === 416) return response;
  await response.body?.cancel();
  const name = new URL(address).pathname.split('/').at(-1);
  throw new DownloadFailure({ fault: 'download', said: `${name}: HTTP ${response.status}` });
}

/**
 * Brings the files of one model into the storage. What is here is checked first: what is right is not asked for again. What comes
 * and is not what was promised is asked for once more, and never kept.
 */
export class ModelDownload {
  readonly progress: DownloadProgress;
  readonly manifest: Manifest;
  readonly #source: FileSource;
  readonly #storage: ModelStorage;
  readonly #signal: AbortSignal;
  /** Files that were here and no longer what they had been. */
  readonly #damaged: readonly string[];

  private constructor(
    manifest: Manifest,
    damaged: readonly string[],
    source: FileSource,
    { storage, now }: DownloadTools,
    { onStep, signal }: LoadHooks,
  ) {
    this.manifest = manifest;
    this.#damaged = damaged;
    this.#source = source;
    this.#storage = storage;
    this.#signal = signal;
    this.progress = new DownloadProgress(now, onStep);
  }

  static async open(
    { id, runtime }: Pick<Manifest, 'id' | 'runtime'>,
    source: FileSource,
    tools: DownloadTools,
    hooks: LoadHooks,
  ): Promise<ModelDownload> {
    const manifest = (await tools.storage.load(id)) ?? { id, runtime, complete: false, files: [] };
    const damaged = await dropDamaged(manifest, tools.storage, hooks);
    return new ModelDownload(manifest, damaged, source, tools, hooks);
  }

  find(name: string): ManifestFile | null {
    return this.manifest.files.find((file) => file.name === name) ?? null;
  }
  isHere(name: string): boolean {
    return (this.find(name)?.checksum ?? null) !== null;
  }
  /** Says that the model has these files and no others. */
  async finish(names: readonly string[]): Promise<void> {
    const { id, files } = this.manifest;
    for (const { name } of files) if (!names.includes(name)) await this.#storage.remove(id, name);
    this.manifest.files = files.filter(({ name }) => names.includes(name));
    this.manifest.complete = true;
    await this.#storage.save(this.manifest);
  }

  async take(wanted: WantedFile): Promise<void> {
    const { name } = wanted;
    this.#signal.throwIfAborted();
    this.progress.nextFile();
    const kept = this.find(name);
    if (kept?.checksum && isSame(kept, wanted)) {
      this.progress.add(kept.bytes ?? 0);
      return;
    }
    const before = this.progress.loaded;
    for (let last = false; ; last = true) {
      this.progress.loaded = before;
      const problem = await this.#tryDownload(wanted, last);
      if (problem === 'again') continue;
      if (problem === null) return;
      // A person who has lost a file wants to know that first.
      const lost = problem.fault === 'download' && this.#damaged.includes(name);
      throw new DownloadFailure(lost ? { ...problem, fault: 'damaged' } : problem);
    }
  }

  /** Takes a file that is read whole, and reads it. */
  async takeAndRead<T>(name: string, read: ReadContent<T>): Promise<T> {
    await this.take({ name, check: (bytes) => read(bytes) !== null });
    const content = read(await this.#bytesOf(name));
    if (content === null) throw new DownloadFailure({ fault: 'corrupt', said: name });
    return content;
  }

  async #tryDownload(wanted: WantedFile, last: boolean): Promise<DeviceProblem | 'again' | null> {
    const { name } = wanted;
    let flaw: FileFlaw | null;
    let problem: DeviceProblem = { fault: 'corrupt', said: name };
    try {
      flaw = await this.#download(wanted);
      if (!flaw) return null;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof DownloadFailure) return error.problem;
      if (isStorageFull(error)) throw error;
      flaw = { kind: 'unreadable' };
      problem = { fault: 'download', said: `${name}: ${errorMessage(error)}` };
    }
    if (this.#source.own) return { fault: 'wrong-file', said: name, flaw };
    return last ? problem : 'again';
  }

  async #download(wanted: WantedFile): Promise<FileFlaw | null> {
    const { name } = wanted;
    const { id } = this.manifest;
    const begun = await this.#storage.file(id, name);
    const { response, from, total, version } = await this.#ask(wanted, begun?.size ?? 0);
    const promised = wanted.bytes ?? null;
    const expected = promised ?? total;
    this.progress.sizeIs(expected);
    this.progress.add(from);
    const hash = wanted.hash && { md5, sha256 }[wanted.hash.kind].create();
    const checksum = new Checksum();
    const add = async (piece: Uint8Array) => {
      hash?.update(piece);
      await checksum.add(piece);
    };
    if (begun && from > 0) for await (const piece of pieces(begun.stream())) await add(piece);
    await this.#note({ name, bytes: expected, version, hash: null, checksum: null });
    const writer = await this.#storage.write(id, name, from);
    let came = from;
    try {
      for await (const piece of pieces(response.body)) {
        came += piece.length;
        if (promised !== null && came > promised) break;
        writer.add(piece);
        await add(piece);
        this.progress.add(piece.length, 'just now');
      }
    } finally {
      writer.close();
    }
    // The beginning of a file that was cut short can be continued.
    if (expected !== null && came < expected) return { kind: 'size', came, expected };
    let flaw: FileFlaw | null = null;
    // Of packed bytes a server may announce the packed length: more may come.
    if (promised !== null && came > promised) flaw = { kind: 'size', came: null, expected: promised };
    else if (hash && bytesToHex(hash.digest()) !== wanted.hash?.hex.toLowerCase()) flaw = { kind: 'content' };
    else if (wanted.check?.(await this.#bytesOf(name)) === false) flaw = { kind: 'content' };
    if (flaw) await this.#storage.remove(id, name);
    else {
      const given = wanted.hash?.hex ?? null;
      await this.#note({ name, bytes: came, version, hash: given, checksum: await checksum.end() });
    }
    return flaw;
  }

  /** Asks for the rest of what was begun, and for all of it where the server has another version now or gives no parts. */
  async #ask(
    wanted: WantedFile,
    begun: number,
  ): Promise<{ response: Response; from: number; total: number | null; version: string | null }> {
    const { name, mostBytes = Infinity } = wanted;
    const headers: Record<string, string> = begun > 0 ? { Range: `bytes=${begun}-` } : {};
    const response = await this.#source.read(name, headers, this.#signal);
    const version = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
    if (response.status === 206 || response.status === 416) {
      const kept = this.find(name);
      const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
      // Servers of other origins need not show the range.
      const [from, total] = range ? [Number(range[1]), Number(range[2])] : [begun, kept?.bytes];
      const isRest = response.status === 206 && from === begun && total === kept?.bytes;
      // Without a mark the versions of a file cannot be told apart.
      if (isRest && version !== null && version === kept?.version)
        return { response, from, total: total ?? null, version };
      await response.body?.cancel();
      return this.#ask(wanted, 0);
    }
    const length = response.headers.get('Content-Length');
    // A length of packed bytes says nothing of the file's own.
    const total = length === null || response.headers.has('Content-Encoding') ? null : Number(length);
    if ((total ?? 0) >= mostBytes) {
      await response.body?.cancel();
      throw new DownloadFailure({ fault: 'too-large', said: name });
    }
    return { response, from: 0, total, version };
  }

  async #note(file: ManifestFile): Promise<void> {
    const { files } = this.manifest;
    const at = files.findIndex(({ name }) => name === file.name);
    files.splice(at === -1 ? files.length : at, 1, file);
    await this.#storage.save(this.manifest);
  }

  async #bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = await this.#storage.file(this.manifest.id, name);
    return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
  }
}

/**
 * Reads the files that are whole, and removes each that is no longer what it was, so that it is fetched again. Returns their names.
 * Rejects with the signal's reason when cancelled.
 */
export async function dropDamaged(
  manifest: Manifest,
  storage: ModelStorage,
  { onStep, signal }: LoadHooks,
): Promise<string[]> {
  const whole = manifest.files.filter(({ checksum }) => checksum !== null);
  const total = whole.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const damaged: string[] = [];
  let done = 0;
  for (const file of whole) {
    const checksum = new Checksum();
    let read = 0;
    try {
      const kept = await storage.file(manifest.id, file.name);
      for await (const piece of pieces(kept?.stream() ?? null)) {
        signal.throwIfAborted();
        await checksum.add(piece);
        read += piece.length;
        onStep({ kind: 'verify', done: done + read, total });
      }
    } catch {
      // A disk that does not give a file back.
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
    done += file.bytes ?? 0;
    if ((await checksum.end()) === file.checksum) continue;
    damaged.push(file.name);
    Object.assign(file, { version: null, hash: null, checksum: null });
    await storage.save(manifest);
    await storage.remove(manifest.id, file.name);
  }
  return damaged;
}

/** What its publisher gives now may be another version than the one that is kept. */
function isSame(kept: ManifestFile, { bytes, hash }: WantedFile): boolean {
  const sameHash = !hash || kept.hash === null || kept.hash === hash.hex;
  return sameHash && (bytes ?? kept.bytes) === kept.bytes;
}

async function* pieces(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      yield piece.value;
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

const pieceBytes = 2 ** 22;

/**
 * A hash by which a file is recognised: the SHA-256 of the SHA-256s of its pieces. The browser computes those itself, several times
 * as fast as a script computes the hash of a publisher, so gigabytes can be checked each time they are used.
 */
export class Checksum {
  #parts: Uint8Array[] = [];
  #filled = 0;
  readonly #hashes: number[] = [];

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + pieceBytes - this.#filled);
      this.#parts.push(part);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === pieceBytes) await this.#closePiece();
    }
  }

  /** Once all bytes were added. */
  async end(): Promise<string> {
    if (this.#filled > 0) await this.#closePiece();
    return bytesToHex(await digest(Uint8Array.from(this.#hashes)));
  }

  async #closePiece(): Promise<void> {
    const piece = concatBytes(...this.#parts);
    this.#parts = [];
    this.#filled = 0;
    this.#hashes.push(...(await digest(piece)));
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const stepMilliseconds = 100;

/** How far the download of a model has come. */
class DownloadProgress {
  loaded = 0;
  readonly #now: () => number;
  readonly #onStep: (step: LoadStep) => void;
  readonly #began: number;
  /** Of the bytes that are here, those that came just now. */
  #came = 0;
  #total: number | null = null;
  #file = { index: 0, count: 0 };
  #saidAt = -Infinity;

  constructor(now: () => number, onStep: (step: LoadStep) => void) {
    this.#now = now;
    this.#onStep = onStep;
    this.#began = now();
  }

  /** So many files in all, and so many bytes that are still to come, where that is known. */
  plan(count: number, moreBytes: number | null): void {
    this.#file = { ...this.#file, count };
    this.#total = moreBytes === null ? null : this.loaded + moreBytes;
  }
  /** Of a single file its server may be the first to tell the size. */
  sizeIs(bytes: number | null): void {
    if (this.#total === null && this.#file.count === 1 && bytes !== null) this.#total = this.loaded + bytes;
  }
  nextFile(): void {
    this.#file = { ...this.#file, index: this.#file.index + 1 };
    this.#say();
    // Nothing more may come for a long time after its first bytes.
    this.#saidAt = -Infinity;
  }
  add(bytes: number, when?: 'just now'): void {
    this.loaded += bytes;
    if (when) this.#came += bytes;
    // Bytes come in thousands of pieces a second.
    if (this.#now() - this.#saidAt >= stepMilliseconds || this.loaded === this.#total) this.#say();
  }

  #say(): void {
    this.#saidAt = this.#now();
    const seconds = (this.#saidAt - this.#began) / 1000;
    this.#onStep({
      kind: 'download',
      loaded: this.loaded,
      total: this.#total,
      bytesPerSecond: seconds > 1 ? this.#came / seconds : null,
      file: this.#file,
    });
  }
}
