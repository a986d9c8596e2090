import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem, LoadHooks, LoadStep } from '../device';
import type { ReadContent } from './mlc-model';
import type { Manifest, ManifestFile, ModelStorage } from './model-storage';

export interface DownloadTools {
  fetch: typeof fetch;
  storage: ModelStorage;
  now: () => number;
}

/** Where the files of a model come from, by their names. */
export type FileSource = (
  name: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<Response>;

interface WantedFile {
  name: string;
  bytes?: number | null;
  hash?: { kind: 'md5' | 'sha256'; hex: string } | null;
  mostBytes?: number;
  check?: (bytes: Uint8Array<ArrayBuffer>) => boolean;
}

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

/** Files that are kept and right are not fetched again. A file that comes wrong is fetched once more, and never kept. */
export async function openDownload(
  { id, runtime }: Pick<Manifest, 'id' | 'runtime'>,
  source: FileSource,
  { storage, now }: DownloadTools,
  { onStep, signal }: LoadHooks,
) {
  const manifest = (await storage.load(id)) ?? { id, runtime, complete: false, files: [] };
  const damaged = await dropDamaged(manifest, storage, { onStep, signal });
  const progress = downloadProgress(now, onStep);
  return { progress, find, take, takeAndRead, finish };

  function find(name: string): ManifestFile | null {
    return manifest.files.find((file) => file.name === name) ?? null;
  }

  /** Says that the model has these files and no others. */
  async function finish(names: readonly string[]): Promise<void> {
    for (const { name } of manifest.files) if (!names.includes(name)) await storage.remove(id, name);
    manifest.files = manifest.files.filter(({ name }) => names.includes(name));
    manifest.complete = true;
    await storage.save(manifest);
  }

  async function take(wanted: WantedFile): Promise<void> {
    const { name } = wanted;
    signal.throwIfAborted();
    progress.nextFile();
    const kept = find(name);
    if (kept?.checksum && isSame(kept, wanted)) {
      progress.add(kept.bytes ?? 0);
      return;
    }
    // A person who has lost a file wants to know that first.
    const failure = (problem: DeviceProblem) =>
      new DownloadFailure(
        problem.fault === 'download' && damaged.includes(name) ? { ...problem, fault: 'damaged' } : problem,
      );
    const before = progress.loaded;
    for (const last of [false, true]) {
      progress.loaded = before;
      let problem: DeviceProblem = { fault: 'corrupt', said: name };
      try {
        if (await download(wanted)) return;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof DownloadFailure) throw failure(error.problem);
        if (isStorageFull(error)) throw error;
        problem = { fault: 'download', said: `${name}: ${errorMessage(error)}` };
      }
      if (last) throw failure(problem);
    }
  }

  async function takeAndRead<T>(name: string, read: ReadContent<T>): Promise<T> {
    await take({ name, check: (bytes) => read(bytes) !== null });
    const content = read(await bytesOf(name));
    if (content === null) throw new DownloadFailure({ fault: 'corrupt', said: name });
    return content;
  }

  /** Whether what came is all of the file, and right. */
  async function download(wanted: WantedFile): Promise<boolean> {
    const { name } = wanted;
    const begun = await storage.file(id, name);
    const { response, from, total, version } = await ask(wanted, begun?.size ?? 0);
    const promised = wanted.bytes ?? null;
    const expected = promised ?? total;
    progress.sizeIs(expected);
    progress.add(from);
    const hash = wanted.hash && { md5, sha256 }[wanted.hash.kind].create();
    if (begun && from > 0) for await (const piece of pieces(begun.stream())) hash?.update(piece);
    await note({ name, bytes: expected, version, hash: null, checksum: null });
    const writer = await storage.write(id, name, from);
    let came = from;
    try {
      for await (const piece of pieces(response.body)) {
        came += piece.length;
        if (promised !== null && came > promised) break;
        writer.add(piece);
        hash?.update(piece);
        progress.add(piece.length, 'just now');
      }
    } finally {
      writer.close();
    }
    // The beginning of a file that was cut short can be continued.
    if (expected !== null && came < expected) return false;
    const isRight =
      // Of packed bytes a server may announce the packed length: more may come.
      (promised === null || came === promised) &&
      (!hash || bytesToHex(hash.digest()) === wanted.hash?.hex.toLowerCase()) &&
      wanted.check?.(await bytesOf(name)) !== false;
    const whole = await storage.file(id, name);
    if (isRight && whole) {
      const checksum = await checksumOf(whole, () => signal.throwIfAborted());
      await note({ name, bytes: came, version, hash: wanted.hash?.hex ?? null, checksum });
    } else await storage.remove(id, name);
    return isRight;
  }

  /** Asks for the rest of what was begun, and for all of it where the server has another version now or gives no parts. */
  async function ask(
    wanted: WantedFile,
    begun: number,
  ): Promise<{ response: Response; from: number; total: number | null; version: string | null }> {
    const { name, mostBytes = Infinity } = wanted;
    const headers: Record<string, string> = begun > 0 ? { Range: `bytes=${begun}-` } : {};
    const response = await source(name, headers, signal);
    const version = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
    if (response.status === 206 || response.status === 416) {
      const kept = find(name);
      const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
      // Servers of other origins need not show the range.
      const [from, total] = range ? [Number(range[1]), Number(range[2])] : [begun, kept?.bytes];
      const isRest = response.status === 206 && from === begun && total === kept?.bytes;
      // Without a mark the versions of a file cannot be distinguished.
      if (isRest && version !== null && version === kept?.version)
        return { response, from, total: total ?? null, version };
      await response.body?.cancel();
      return ask(wanted, 0);
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

  async function note(file: ManifestFile): Promise<void> {
    const { files } = manifest;
    const at = files.findIndex(({ name }) => name === file.name);
    files.splice(at === -1 ? files.length : at, 1, file);
    await storage.save(manifest);
  }

  async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = await storage.file(id, name);
    return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
  }
}

/** Reads the whole files and removes each that changed, so that it is fetched again. Returns the names of those. */
async function dropDamaged(
  manifest: Manifest,
  storage: ModelStorage,
  { onStep, signal }: LoadHooks,
): Promise<string[]> {
  const whole = manifest.files.filter(({ checksum }) => checksum !== null);
  const total = whole.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const damaged: string[] = [];
  let done = 0;
  for (const file of whole) {
    const before = done;
    const onRead = (read: number) => {
      signal.throwIfAborted();
      onStep({ kind: 'verify', done: before + read, total });
    };
    const kept = await storage.file(manifest.id, file.name);
    // What cannot be read is as good as lost.
    const found = kept && (await checksumOf(kept, onRead).catch(() => null));
    signal.throwIfAborted();
    done += file.bytes ?? 0;
    if (found === file.checksum) continue;
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

/** The SHA-256 of the SHA-256s of its pieces: the browser computes those fast enough to check gigabytes at each use. */
export async function checksumOf(file: Blob, onRead: (bytes: number) => void): Promise<string> {
  const hashes: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = await file.slice(at, at + pieceBytes).arrayBuffer();
    hashes.push(await digest(piece));
    onRead(at + piece.byteLength);
  }
  return bytesToHex(await digest(concatBytes(...hashes)));
}

async function digest(bytes: BufferSource): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const stepMilliseconds = 100;

function downloadProgress(now: () => number, onStep: (step: LoadStep) => void) {
  const began = now();
  let came = 0;
  let total: number | null = null;
  let file = { index: 0, count: 0 };
  let saidAt = -Infinity;
  const say = () => {
    saidAt = now();
    const seconds = (saidAt - began) / 1000;
    const bytesPerSecond = seconds > 1 ? came / seconds : null;
    onStep({ kind: 'download', loaded: progress.loaded, total, bytesPerSecond, file });
  };
  const progress = {
    loaded: 0,
    /** So many files in all, and so many bytes that are still to come, where that is known. */
    plan(count: number, moreBytes: number | null): void {
      file = { ...file, count };
      total = moreBytes === null ? null : progress.loaded + moreBytes;
    },
    /** Of a single file its server may be the first to tell the size. */
    sizeIs(bytes: number | null): void {
      if (total === null && file.count === 1 && bytes !== null) total = progress.loaded + bytes;
    },
    nextFile(): void {
      file = { ...file, index: file.index + 1 };
      say();
      // Nothing more may come for a long time after its first bytes.
      saidAt = -Infinity;
    },
    add(bytes: number, when?: 'just now'): void {
      progress.loaded += bytes;
      if (when) came += bytes;
      // Bytes come in thousands of pieces a second.
      if (now() - saidAt >= stepMilliseconds || progress.loaded === total) say();
    },
  };
  return progress;
}
