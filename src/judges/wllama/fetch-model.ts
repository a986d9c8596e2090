import type { DeviceProblem, LoadStep } from '../../core/model/device';
import { growingHash, hashFile } from '../in-tab/hash-file';
import { mostBytes } from './check-files';
import type { ModelNote, ModelStore } from './model-store';
import { publisherHash } from './publisher-hash';
import { partsOf } from './split-model';

export interface FetchTools {
  fetch: typeof fetch;
  store: ModelStore;
  now: () => number;
}

interface Hooks {
  onStep: (step: LoadStep) => void;
  signal: AbortSignal;
}

/**
 * The files of a model at an address, fetched once and kept. What was broken off goes on where it stopped; what is not whole or
 * not the same as before is never used. Rejects with the signal's reason when cancelled.
 */
export async function fetchModel(
  text: string,
  tools: FetchTools,
  hooks: Hooks,
): Promise<File[] | DeviceProblem> {
  const address = readAddress(text);
  if (address === null) return { fault: 'address', said: '' };
  const files: File[] = [];
  for (const one of partsOf(address)) {
    const file = await fetchFile(one, tools, hooks);
    if ('fault' in file) return file;
    files.push(file);
  }
  return files;
}

/** A full address of a GGUF file: https, or http on this machine. */
function readAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  if (!url || url.username !== '' || !/\.gguf$/i.test(url.pathname)) return null;
  const here = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && here) ? url.href : null;
}

/** How often a file is fetched that turns out not to be the one that its publisher has. */
const mostTries = 2;

async function fetchFile(address: string, tools: FetchTools, hooks: Hooks): Promise<File | DeviceProblem> {
  const { signal } = hooks;
  try {
    const kept = await tools.store.find(address);
    if (kept?.note.whole && kept.file.size === kept.note.total) return named(kept.file, address);
    const right = await publisherHash(address, tools.fetch, signal);
    let outcome: File | DeviceProblem | null = null;
    for (let tries = 0; tries < mostTries && outcome === null; tries += 1)
      outcome = await fetchOnce(address, right, tools, hooks);
    return outcome ?? { fault: 'corrupt', said: nameOf(address) };
  } catch (error) {
    signal.throwIfAborted();
    const full = error instanceof DOMException && error.name === 'QuotaExceededError';
    return {
      fault: full ? 'storage' : 'download',
      said: error instanceof Error ? error.message : String(error),
    };
  }
}

/** Null: what came is not what the publisher has, and was removed. */
async function fetchOnce(
  address: string,
  right: string | null,
  tools: FetchTools,
  { onStep, signal }: Hooks,
): Promise<File | DeviceProblem | null> {
  const { store, now } = tools;
  const kept = await store.find(address);
  const begun = kept && !kept.note.whole ? kept.file.size : 0;
  const answer = await ask(address, begun, kept?.note ?? null, tools, signal);
  if ('fault' in answer) return answer;
  const { response, from, note } = answer;
  const hash = growingHash();
  if (kept && from > 0) await hashFile(kept.file, hash, { onBytes: () => {}, signal });
  const writer = await store.write(note, from);
  const began = now();
  let loaded = from;
  try {
    for await (const bytes of piecesOf(response)) {
      await writer.add(bytes);
      hash.add(bytes);
      loaded += bytes.length;
      const seconds = (now() - began) / 1000;
      const bytesPerSecond = seconds > 1 ? (loaded - from) / seconds : null;
      onStep({ kind: 'download', loaded, total: note.total, bytesPerSecond });
    }
  } finally {
    await writer.close();
  }
  if (note.total !== null && loaded !== note.total)
    return { fault: 'corrupt', said: `${loaded}/${note.total}` };
  const whole = await store.find(address);
  if (!whole || (await whole.file.slice(0, 4).text()) !== 'GGUF') {
    await store.remove(address);
    return { fault: 'not-gguf', said: new URL(address).pathname };
  }
  const hex = hash.hex();
  if (right !== null && right !== hex) {
    await store.remove(address);
    return null;
  }
  const source = right === null ? ('first-download' as const) : ('publisher' as const);
  await store.finish({ ...note, total: loaded, sha256: { hex, from: source } });
  return named(whole.file, address);
}

interface Answer {
  response: Response;
  from: number;
  note: ModelNote;
}

/** Asks for the rest of what was begun, and for all of it where the server has another version now or gives no parts. */
async function ask(
  address: string,
  begun: number,
  before: ModelNote | null,
  { fetch }: Pick<FetchTools, 'fetch'>,
  signal: AbortSignal,
): Promise<Answer | DeviceProblem> {
  const headers: Record<string, string> = begun > 0 ? { Range: `bytes=${begun}-` } : {};
  const response = await fetch(address, {
    headers,
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  const tag = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
  if (response.status === 206) {
    const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? before?.total);
    if (before && before.total === total && before.tag === tag)
      return { response, from: begun, note: { ...before, whole: false } };
  }
  if (response.status === 206 || response.status === 416) {
    await response.body?.cancel();
    return ask(address, 0, null, { fetch }, signal);
  }
  if (!response.ok) return { fault: 'download', said: `HTTP ${response.status}` };
  const length = response.headers.get('Content-Length');
  // A length of packed bytes says nothing of the file's own.
  const total = length === null || response.headers.has('Content-Encoding') ? null : Number(length);
  if (total !== null && total >= mostBytes) {
    await response.body?.cancel();
    return { fault: 'too-large', said: nameOf(address) };
  }
  return { response, from: 0, note: { address, total, tag, whole: false, sha256: null } };
}

function nameOf(address: string): string {
  return decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? 'model.gguf');
}

function named(file: File, address: string): File {
  return new File([file], nameOf(address));
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    yield piece.value;
  }
}
