import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem, FileFlaw, LoadStep } from '../device';
import type { LoadHooks } from '../device-runtime';
import type { ReadContent } from './mlc-model';
import type { FileRuntime, Manifest, ManifestFile, ModelStorage } from './model-storage';

export interface DownloadTools {
  fetch: typeof fetch;
  storage: ModelStorage;
  now: () => number;
}

/** Where the files of a model come from, by their names. */
export interface FileSource {
  /** Whether these are the person's own files: what is wrong with them stays wrong. */
  readonly own?: true;
  read(name: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response | DeviceProblem>;
}

interface WantedFile {
  name: string;
  /** As its publisher gives it. */
  bytes?: number | null;
  hash?: { kind: 'md5' | 'sha256'; hex: string } | null;
  /** It is refused from this size on. */
  mostBytes?: number;
  /** Reads the whole file to find what is wrong with it. */
  check?: (bytes: Uint8Array<ArrayBuffer>) => FileFlaw | null;
}

/** Ends the work on a model's files with a problem. */
export class DownloadFailure extends Error {
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem) {
    super(problem.said);
    this.problem = problem;
  }
}

/** Gives a problem as a value. Rejects with the signal's reason when cancelled. */
export async function orProblem<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | DeviceProblem> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadFailure) return error.problem;
    return { fault: isFull(error) ? 'storage' : 'download', said: errorMessage(error) };
  }
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
    { id, runtime }: { id: string; runtime: FileRuntime },
    source: FileSource,
    tools: DownloadTools,
    hooks: LoadHooks,
  ): Promise<ModelDownload> {
    const kept = await tools.storage.load(id);
    const manifest = kept ?? { id, runtime, complete: false, files: [] };
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
      this.progress.wasHere(kept.bytes ?? 0);
      return;
    }
    const before = this.progress.loaded;
    for (let last = false; ; last = true) {
      this.progress.backTo(before);
      try {
        const flaw = await this.#download(wanted);
        if (!flaw) return;
        if (this.#source.own) throw wrongFile(name, flaw);
        if (last) throw new DownloadFailure({ fault: 'corrupt', said: name });
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof DownloadFailure || isFull(error)) throw error;
        if (this.#source.own) throw wrongFile(name, { kind: 'unreadable' });
        if (last) throw this.#failed(name, errorMessage(error));
      }
    }
  }

  /** Takes a file that is read whole, and reads it. */
  async takeAndRead<T>(name: string, read: ReadContent<T>): Promise<T> {
    const flawOf = (bytes: Uint8Array<ArrayBuffer>) => {
      const content = read(bytes);
      return 'wrong' in content ? content.wrong : null;
    };
    await this.take({ name, check: flawOf });
    const kept = await this.#storage.file(this.manifest.id, name);
    const content = read(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer()));
    if ('wrong' in content) throw new DownloadFailure({ fault: 'corrupt', said: name });
    return content.value;
  }

  async #download(wanted: WantedFile): Promise<FileFlaw | null> {
    const { name } = wanted;
    const { id } = this.manifest;
    const begun = await this.#storage.file(id, name);
    const { response, from, total, version } = await this.#ask(wanted, begun?.size ?? 0);
    const promised = wanted.bytes ?? null;
    const expected = promised ?? total;
    this.progress.sizeIs(expected);
    this.progress.wasHere(from);
    const hash = wanted.hash && { md5, sha256 }[wanted.hash.kind].create();
    const checksum = new Checksum();
    const add = async (piece: Uint8Array) => {
      hash?.update(piece);
      await checksum.add(piece);
    };
    if (begun && from > 0) for await (const piece of pieces(begun.stream())) await add(piece);
    await this.#note({ name, bytes: expected, version, hash: null, checksum: null });
    const writer = await this.#storage.write(id, name, from);
    const seen: Uint8Array<ArrayBuffer>[] = [];
    let came = from;
    let flaw: FileFlaw | null;
    try {
      for await (const piece of pieces(response.body)) {
        came += piece.length;
        if (promised !== null && came > promised) break;
        writer.add(piece);
        await add(piece);
        if (wanted.check) seen.push(piece);
        this.progress.came(piece.length);
      }
      // Of packed bytes a server may announce the packed length: more may come.
      if (promised !== null && came > promised) flaw = { kind: 'size', came: null, expected: promised };
      else if (expected !== null && came < expected) flaw = { kind: 'size', came, expected };
      else if (hash && bytesToHex(hash.digest()) !== wanted.hash?.hex.toLowerCase())
        flaw = { kind: 'other-bytes' };
      else flaw = wanted.check?.(await joined(seen)) ?? null;
    } finally {
      writer.close();
    }
    if (flaw === null)
      await this.#note({
        name,
        bytes: came,
        version,
        hash: wanted.hash?.hex ?? null,
        checksum: await checksum.end(),
      });
    // The beginning of a file that was cut short can be continued.
    else if (flaw.kind !== 'size' || flaw.came === null) await this.#storage.remove(id, name);
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
    if (!(response instanceof Response)) throw new DownloadFailure(this.#blameDamage(name, response));
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
    if (!response.ok) {
      await response.body?.cancel();
      throw this.#failed(name, `HTTP ${response.status}`);
    }
    const total = announcedLength(response);
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

  #failed(name: string, why: string): DownloadFailure {
    return new DownloadFailure(this.#blameDamage(name, { fault: 'download', said: `${name}: ${why}` }));
  }
  /** A person who has lost a file wants to know that first. */
  #blameDamage(name: string, problem: DeviceProblem): DeviceProblem {
    return problem.fault === 'download' && this.#damaged.includes(name)
      ? { fault: 'damaged', said: problem.said }
      : problem;
  }
}

/**
 * Reads the files that are whole, and removes each that is no longer what it was, so that it is fetched again. Gives their names.
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

/** A length of packed bytes says nothing of the file's own. */
export function announcedLength({ headers }: Response): number | null {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? null : Number(length);
}

/** What its publisher gives now may be another version than the one that is kept. */
function isSame(kept: ManifestFile, { bytes, hash }: WantedFile): boolean {
  const sameHash = !hash || kept.hash === null || kept.hash === hash.hex;
  return sameHash && (bytes ?? kept.bytes) === kept.bytes;
}

function wrongFile(name: string, flaw: FileFlaw): DownloadFailure {
  return new DownloadFailure({ fault: 'wrong-file', said: name, flaw });
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

async function joined(parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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
  readonly #now: () => number;
  readonly #onStep: (step: LoadStep) => void;
  readonly #began: number;
  #loaded = 0;
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

  get loaded(): number {
    return this.#loaded;
  }

  /** So many files in all, and so many bytes that are still to come, where that is known. */
  plan(count: number, moreBytes: number | null): void {
    this.#file = { ...this.#file, count };
    this.#total = moreBytes === null ? null : this.#loaded + moreBytes;
  }
  /** Of a single file its server may be the first to tell the size. */
  sizeIs(bytes: number | null): void {
    if (this.#total === null && this.#file.count === 1 && bytes !== null) this.#total = this.#loaded + bytes;
  }
  nextFile(): void {
    this.#file = { ...this.#file, index: this.#file.index + 1 };
    this.#saidAt = -Infinity;
    this.#say();
    // Nothing more may come for a long time after its first bytes.
    this.#saidAt = -Infinity;
  }
  wasHere(bytes: number): void {
    this.#loaded += bytes;
    this.#say();
  }
  came(bytes: number): void {
    this.#came += bytes;
    this.wasHere(bytes);
  }
  /** What came since was of no use. */
  backTo(loaded: number): void {
    this.#loaded = loaded;
  }

  /** Bytes come in thousands of pieces a second. */
  #say(): void {
    const now = this.#now();
    if (now - this.#saidAt < stepMilliseconds && this.#loaded !== this.#total) return;
    this.#saidAt = now;
    const seconds = (now - this.#began) / 1000;
    this.#onStep({
      kind: 'download',
      loaded: this.#loaded,
      total: this.#total,
      bytesPerSecond: seconds > 1 ? this.#came / seconds : null,
      file: this.#file,
    });
  }
}
