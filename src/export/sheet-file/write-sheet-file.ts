import type { Judgement } from '../../judgement/judgement';
import { isJsonObject, jsonSchema, type Json } from '../../kit/json';
import type { RunEntry, RunResult } from '../../sheet/run-record';
import type { SheetHead } from '../../sheet/sheet';
import { StorageFailure, type SheetStore } from '../../sheet/sheet-store';
import { chunksOf, streamFrom } from '../split-lines';
import { sheetFileFormat, type SheetFileLine } from './sheet-file-format';

export interface WriteOptions {
  run?: string;
  unwritten?: (run: string) => readonly RunResult[];
  build: string;
  now: () => Date;
  signal?: AbortSignal;
  maybeYield?: () => Promise<void> | null;
  onProgress?: (share: number) => void;
}

const chunkLength = 65_536;
/** Read and written in a few milliseconds. */
const resultsAtOnce = 10;
/** A run has one shared text, or a few; beyond this each result brings its own. */
const mostTexts = 64;

/** `unreadable`: results that are left out. Rejects with `SecretInSheet` rather than write a key. */
export async function sheetFileBlob(
  store: SheetStore,
  sheet: SheetHead,
  options: WriteOptions,
): Promise<{ blob: Blob; unreadable: number }> {
  const left = { unreadable: 0 };
  const encoder = new TextEncoder();
  async function* bytes() {
    for await (const text of sheetFileText(store, sheet, options, left)) yield encoder.encode(text);
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const packed = streamFrom(bytes()).pipeThrough(new CompressionStream('gzip'));
  // A `Response` would report a failure of the stream as one of the network.
  for await (const piece of chunksOf(packed)) pieces.push(piece);
  return { blob: new Blob(pieces, { type: 'application/gzip' }), ...left };
}

/** A stored sheet as the text of a sheet file, in pieces of about 64 kB. Results that come meanwhile may be in it or not. */
export async function* sheetFileText(
  store: SheetStore,
  sheet: SheetHead,
  options: WriteOptions,
  left = { unreadable: 0 },
): AsyncGenerator<string, void, undefined> {
  const { signal, maybeYield } = options;
  let chunk = '';
  for await (const line of linesOf(store, sheet, options, left)) {
    signal?.throwIfAborted();
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    await maybeYield?.();
  }
  signal?.throwIfAborted();
  yield chunk;
}

async function* linesOf(
  store: SheetStore,
  sheet: SheetHead,
  options: WriteOptions,
  left: { unreadable: number },
): AsyncGenerator<SheetFileLine, void, undefined> {
  const { build, now, onProgress, run: only } = options;
  const runs = (await store.runs(sheet.id)).filter(
    ({ removed, id }) => removed === null && (only === undefined || id === only),
  );
  if (only !== undefined && runs.length === 0)
    throw new StorageFailure('missing', `Expected the run ${only}, got nothing.`);
  for (const { judge } of runs) refuseSecrets(judge.parameters);
  yield { format: sheetFileFormat, sheet, build, time: now().toISOString() };

  for (const hash of new Set(runs.map(({ rubric }) => rubric.hash))) {
    const { contract, prompt } = await store.rubric(hash);
    yield { rubric: { hash, contract: jsonSchema.parse(contract), prompt } };
  }
  const expected = sheet.cases + runs.reduce((sum, run) => sum + run.counts.done * run.settings.samples, 0);
  let written = 0;
  const count = () => onProgress?.(Math.min(1, (written += 1) / Math.max(1, expected)));

  const keys = new Set<number>();
  for await (const piece of store.cases(sheet.id)) {
    for (const { hidden, ...one } of piece) {
      if (hidden) continue;
      keys.add(one.key);
      yield { case: one };
      count();
    }
  }
  for (const run of runs) yield { run };
  let results = 0;
  for (const run of runs) {
    for await (const line of resultLines(store, run.id, keys, options, left)) {
      yield line;
      if (!('result' in line)) continue;
      results += 1;
      count();
    }
  }
  yield { end: { cases: keys.size, runs: runs.length, results } };
}

async function* resultLines(
  store: SheetStore,
  run: string,
  keys: ReadonlySet<number>,
  { unwritten, maybeYield }: WriteOptions,
  left: { unreadable: number },
): AsyncGenerator<SheetFileLine, void, undefined> {
  // Before the log is read: a result that is stored meanwhile is then found twice, and not missed.
  const refused = unwritten?.(run) ?? [];
  const seen = new Set<string>();
  const texts = new Map<string, number>();
  let place = 0;
  function* linesFor(entry: Omit<RunResult, 'digest' | 'judgement'>, judgement: Judgement) {
    const { prompt } = judgement;
    refuseSecrets(judgement.receipt.parameters);
    for (const { reply } of judgement.attempts) refuseSecrets(reply.parameters);
    const text = prompt?.shared ?? '';
    if (prompt && !texts.has(text) && texts.size < mostTexts) {
      texts.set(text, texts.size);
      yield { text: { run, number: texts.size - 1, text } };
    }
    const sent = prompt && { ...prompt, shared: texts.get(text) ?? text };
    yield { result: { run, place, ...entry, judgement: { ...judgement, prompt: sent } } };
    place += 1;
  }
  for await (const piece of store.entries(run)) {
    const wanted = piece.filter(({ caseKey }) => keys.has(caseKey));
    for (let from = 0; from < wanted.length; from += resultsAtOnce) {
      const entries = wanted.slice(from, from + resultsAtOnce);
      await maybeYield?.();
      const places = entries.map((entry) => entry.place);
      const judgements = await store.judgements(run, places);
      for (const [index, entry] of entries.entries()) {
        const { place: _, digest, ...result } = entry;
        const judgement = judgements[index];
        seen.add(resultId(result));
        // Parts that contradict each other are damage too.
        if (judgement?.receipt.id === digest.receipt) yield* linesFor(result, judgement);
        else left.unreadable += 1;
      }
    }
  }
  for (const { digest: _, judgement, ...result } of refused)
    if (keys.has(result.caseKey) && !seen.has(resultId(result))) yield* linesFor(result, judgement);
}

/** Two results of one cell differ at least in the time that they took. */
function resultId({ key, milliseconds }: Pick<RunEntry, 'key' | 'milliseconds'>): string {
  return `${key} ${milliseconds}`;
}

/** A judge that lets a key into its parameters is a bug, and the key must not leave this browser. */
export class SecretInSheet extends Error {
  constructor(place: string) {
    super(
      `Expected judge parameters without keys, got something that looks like one at ${place}. The sheet was not written to a file.`,
    );
    this.name = 'SecretInSheet';
  }
}

function refuseSecrets(parameters: Readonly<Record<string, Json>>): void {
  const place = secretIn(parameters);
  if (place !== null) throw new SecretInSheet(place);
}

/** Letters only, so that `x-api-key`, `apiKey` and `API_KEY` are one name. */
const secretNames =
  /^(authorization|proxyauthorization|auth|key|token|cookie|setcookie)$|apikey|apitoken|secret|password|passwd|passphrase|credential|bearer|privatekey|accesskey|accesstoken|authtoken|refreshtoken|sessiontoken|idtoken|signingkey/;
const secretValues = /^(bearer|basic)\s+\S{6,}|^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i;

export function secretIn(parameters: Readonly<Record<string, Json>>, place = 'parameters'): string | null {
  for (const [name, value] of Object.entries(parameters)) {
    const here = `${place}.${name}`;
    const named = secretNames.test(name.toLowerCase().replace(/[^a-z]/g, ''));
    // Further down a name may be a rubric's own, as in a reply's schema; there only plain values give anything away.
    const plain = typeof value === 'string' || typeof value === 'number';
    if (named && (plain || (place === 'parameters' && value !== null))) return here;
    if (typeof value === 'string' && secretValues.test(value)) return here;
    // A list is an object too, by its indices.
    const inside = Array.isArray(value) ? Object.fromEntries(value.entries()) : value;
    const found = isJsonObject(inside) ? secretIn(inside, here) : null;
    if (found !== null) return found;
  }
  return null;
}
