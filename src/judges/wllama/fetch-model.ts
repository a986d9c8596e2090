import type { DeviceProblem } from '../../core/model/device';
import { firstPartOf } from '../../core/model/model-address';
import type { LoadHooks } from '../device';
import { Fingerprint, readInto } from '../in-tab/hash-file';
import { TakeProgress } from '../in-tab/take-progress';
import { askForFile, askForLength } from './ask-for-file';
import { mostBytes } from './check-files';
import { keepPieces } from './keep-pieces';
import { dropDamaged } from './kept-files';
import type { ModelStore } from './model-store';
import { publishedFiles } from './published-files';
import { fileNameOf, partsOf } from './split-model';

export interface FetchTools {
  fetch: typeof fetch;
  store: ModelStore;
  now: () => number;
}

/**
 * The files of a model at an address, fetched once and kept. What was broken off goes on where it stopped; what is not whole or
 * not the same as before is never used. Rejects with the signal's reason when cancelled.
 */
export async function fetchModel(
  text: string,
  tools: FetchTools,
  hooks: LoadHooks,
): Promise<File[] | DeviceProblem> {
  const address = readAddress(text);
  if (address === null) return { fault: 'address', said: '' };
  const parts = partsOf(firstPartOf(address));
  let damaged: string[] = [];
  try {
    damaged = await dropDamaged(parts, tools.store, hooks, true);
    const outcome = await new ModelFetch(parts, tools, hooks).run();
    return 'fault' in outcome ? blameDamage(outcome, damaged) : outcome;
  } catch (error) {
    hooks.signal.throwIfAborted();
    const full = error instanceof DOMException && error.name === 'QuotaExceededError';
    const said = error instanceof Error ? error.message : String(error);
    return blameDamage({ fault: full ? 'storage' : 'download', said }, damaged);
  }
}

/** Whoever has lost a file wants to know that first. */
function blameDamage(problem: DeviceProblem, damaged: readonly string[]): DeviceProblem {
  if (problem.fault !== 'download' || damaged.length === 0) return problem;
  return { fault: 'damaged', said: `${damaged.join(', ')}: ${problem.said}` };
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

/** The fetching of what is missing of a model. */
class ModelFetch {
  readonly #parts: readonly string[];
  readonly #tools: FetchTools;
  readonly #hooks: LoadHooks;
  readonly #progress: TakeProgress;
  /** Of each part its bytes, as far as they are known. */
  #sizes: (number | null)[] = [];

  constructor(parts: readonly string[], tools: FetchTools, hooks: LoadHooks) {
    this.#parts = parts;
    this.#tools = tools;
    this.#hooks = hooks;
    this.#progress = new TakeProgress(tools.now, hooks.onStep);
  }

  async run(): Promise<File[] | DeviceProblem> {
    const { store, fetch } = this.#tools;
    const kept = await Promise.all(this.#parts.map((part) => store.find(part)));
    const here = kept.map((file) => (file?.note.whole ? file.file : null));
    const wanted = this.#parts.filter((_, index) => here[index] === null);
    const [first] = wanted;
    if (first === undefined) return this.#named(here.filter((file) => file !== null));
    const published = await publishedFiles(first, fetch, this.#hooks.signal);
    this.#sizes = await this.#survey(
      kept.map((file, index) => file?.note.total ?? published(this.#parts[index] ?? '')?.bytes ?? null),
    );
    const tooLarge = this.#sizes.findIndex((size) => size !== null && size >= mostBytes);
    if (tooLarge !== -1) return { fault: 'too-large', said: fileNameOf(this.#parts[tooLarge] ?? '') };
    const files: File[] = [];
    for (const [index, part] of this.#parts.entries()) {
      this.#plan(index);
      if (this.#parts.length > 1) this.#progress.nextFile();
      const file = here[index] ?? (await this.#fetch(part, index, published(part)?.sha256 ?? null));
      if ('fault' in file) return file;
      if (here[index]) this.#progress.wasHere(file.size);
      files.push(file);
    }
    return this.#named(files);
  }

  /** Of a model in parts, how large each is: otherwise nobody could say how long all of it takes. */
  async #survey(sizes: readonly (number | null)[]): Promise<(number | null)[]> {
    const known = [...sizes];
    if (known.length === 1) return known;
    for (const [index, part] of this.#parts.entries()) {
      known[index] ??= await askForLength(part, this.#tools.fetch, this.#hooks.signal);
      // One that is not known is enough to know nothing of the whole.
      if (known[index] === null) break;
    }
    return known;
  }

  /** From this part on. */
  #plan(index: number): void {
    const coming = this.#sizes.slice(index);
    const known = coming.filter((size) => size !== null);
    const bytes = known.reduce((sum, size) => sum + size, 0);
    this.#progress.plan(this.#parts.length, known.length === this.#parts.length - index ? bytes : null);
  }

  async #fetch(address: string, index: number, right: string | null): Promise<File | DeviceProblem> {
    const before = this.#progress.loaded;
    for (let tries = 0; tries < mostTries; tries += 1) {
      this.#progress.backTo(before);
      const outcome = await this.#fetchOnce(address, index, right);
      if (outcome) return outcome;
    }
    return { fault: 'corrupt', said: fileNameOf(address) };
  }

  /** Null: what came is not what the publisher has, and was removed. */
  async #fetchOnce(
    address: string,
    index: number,
    right: string | null,
  ): Promise<File | DeviceProblem | null> {
    const { store, fetch } = this.#tools;
    const { signal } = this.#hooks;
    const kept = await store.find(address);
    const begun = kept && !kept.note.whole ? kept.file.size : 0;
    const answer = await askForFile(address, begun, kept?.note ?? null, fetch, signal);
    if ('fault' in answer) return answer;
    const { response, from, note } = answer;
    this.#sizes[index] = note.total;
    this.#plan(index);
    this.#progress.wasHere(from);
    const print = new Fingerprint();
    if (kept && from > 0) await readInto(kept.file, print, { onBytes: () => {}, signal });
    const loaded = await keepPieces(response, { note, from }, store, async (bytes) => {
      await print.add(bytes);
      this.#progress.came(bytes.length);
    });
    if (note.total !== null && loaded !== note.total)
      return { fault: 'corrupt', said: `${fileNameOf(address)}: ${loaded}/${note.total}` };
    const whole = await store.find(address);
    if (!whole || (await whole.file.slice(0, 4).text()) !== 'GGUF') {
      await store.remove(address);
      return { fault: 'not-gguf', said: new URL(address).pathname };
    }
    const { sha256: hex, seal } = await print.end();
    if (right !== null && right !== hex) {
      await store.remove(address);
      return null;
    }
    const source = right === null ? ('first-download' as const) : ('publisher' as const);
    await store.finish({ ...note, total: loaded, sha256: { hex, from: source }, seal });
    return whole.file;
  }

  #named(files: readonly File[]): File[] {
    return files.map((file, index) => new File([file], fileNameOf(this.#parts[index] ?? '')));
  }
}
