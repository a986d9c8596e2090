import { messageOf } from '../../core/model/message-of';
import type { DeviceProblem, LoadStep } from '../../core/model/device';
import { TakeProgress } from '../in-tab/take-progress';
import { checkedBody } from './checked-body';
import { marked, placeOf, type FileCaches } from './file-caches';
import type { Content, ReadContent } from './file-content';
import type { FileSource } from './file-source';
import { hasIntegrity, sha256 } from './hashes';
import { rightSmallFile } from './kept-models';
import { isShardHere, isShardRight } from './kept-shards';
import type { ModelConfig, Shard } from './model-files';
import type { ListedFiles } from './model-record';
import { Refused, wrongFile } from './refused';
import { Seals } from './seals';
import { getSmallFiles, smallFiles } from './small-files';

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
  /** Null where its list does not say how many weights there are. */
  parameters: number | null;
  config: ModelConfig;
}

type Integrity = ListedFiles['integrity'];

/**
 * Brings all files of a model into the caches where WebLLM looks for them. What is there is read again: what is right is not asked
 * for, and what is damaged is. What comes and is not what was promised is asked for once more, and never kept. Rejects with the signal's reason when cancelled.
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

class FileTaker {
  readonly #id: string;
  readonly #source: FileSource;
  readonly #caches: FileCaches;
  readonly #signal: AbortSignal;
  readonly #progress: TakeProgress;
  readonly #onStep: TakeHooks['onStep'];
  /** Kept files that were no longer what they had been. */
  readonly #damaged = new Set<string>();

  constructor(id: string, source: FileSource, { caches, now }: TakeTools, { onStep, signal }: TakeHooks) {
    this.#id = id;
    this.#source = source;
    this.#caches = caches;
    this.#signal = signal;
    this.#onStep = onStep;
    this.#progress = new TakeProgress(now, onStep);
    this.#progress.plan(smallFiles, null);
  }

  async takeAll(integrity: Integrity): Promise<TakenModel> {
    const { config, shards, parameters } = await getSmallFiles(
      (name, read, promised) => this.#small(name, read, promised),
      integrity,
      ({ length }) => this.#progress.plan(smallFiles + length, null),
    );
    const seals = await Seals.open(this.#caches, this.#id);
    const here = await this.#rightShards(shards, seals);
    this.#progress.plan(
      smallFiles + shards.length,
      shards.reduce((sum, { nbytes }) => sum + nbytes, 0),
    );
    for (const shard of shards) {
      this.#next();
      if (here.has(shard)) this.#progress.wasHere(shard.nbytes);
      else await this.#shard(shard, seals);
    }
    return { bytes: this.#progress.loaded, parameters, config };
  }

  /** A file that is read whole. */
  async #small<T>(name: string, read: ReadContent<T>, promised?: string): Promise<T> {
    this.#next();
    const { cache, address } = await placeOf(this.#caches, this.#id, name);
    const kept = await rightSmallFile(this.#caches, this.#id, name);
    const known = kept && read(kept);
    if (kept && known && 'value' in known) {
      this.#progress.wasHere(kept.length);
      return known.value;
    }
    if (await cache.delete(address)) this.#damaged.add(name);
    return this.#twice(name, async (response) => {
      const length = response.headers.get('Content-Length');
      const packed = response.headers.has('Content-Encoding');
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (length !== null && !packed && Number(length) !== bytes.length)
        return { wrong: { kind: 'size', came: bytes.length, expected: Number(length) } };
      if (promised !== undefined && !(await hasIntegrity(bytes, promised)))
        return { wrong: { kind: 'other-bytes' } };
      const content = read(bytes);
      if ('wrong' in content) return content;
      this.#signal.throwIfAborted();
      await cache.put(address, marked(bytes, { bytes: bytes.length, hash: await sha256(bytes) }));
      this.#progress.came(bytes.length);
      return content;
    });
  }

  /** Those shards that are here and still what they were. All that is here is read before anything is asked for. */
  async #rightShards(shards: readonly Shard[], seals: Seals): Promise<Set<Shard>> {
    const here: Shard[] = [];
    for (const shard of shards) if (await isShardHere(this.#caches, this.#id, shard)) here.push(shard);
    const total = here.reduce((sum, { nbytes }) => sum + nbytes, 0);
    const right = new Set<Shard>();
    let done = 0;
    for (const shard of here) {
      this.#signal.throwIfAborted();
      const before = done;
      const onBytes = (count: number) => {
        done += count;
        this.#onStep({ kind: 'verify', done, total });
      };
      if (await isShardRight(this.#caches, this.#id, shard, { seals, quickly: true, onBytes }))
        right.add(shard);
      else this.#damaged.add(shard.dataPath);
      done = before + shard.nbytes;
    }
    return right;
  }

  async #shard({ dataPath: name, nbytes: bytes, md5sum }: Shard, seals: Seals): Promise<void> {
    const { cache, address } = await placeOf(this.#caches, this.#id, name);
    await cache.delete(address);
    const before = this.#progress.loaded;
    const seal = this.#source.seals?.get(name);
    // What was compared with its hash before is known by its seal, which is quicker.
    const promised = { bytes, md5: seal === undefined ? (md5sum ?? null) : null, seal: seal ?? null };
    await this.#twice(name, async (response) => {
      this.#progress.backTo(before);
      const body = checkedBody(response.body ?? new Blob().stream(), promised, (count) =>
        this.#progress.came(count),
      );
      try {
        await cache.put(address, marked(body.stream, { bytes, hash: md5sum ?? '' }));
      } catch (error) {
        if (body.wrong === null) throw error;
      }
      if (body.wrong === null) {
        await seals.set(name, body.seal);
        return { value: true };
      }
      await cache.delete(address);
      return { wrong: body.wrong };
    });
  }

  /** Asks for a file, and once more where `take` finds it wrong or the connection broke. */
  async #twice<T>(name: string, take: (response: Response) => Promise<Content<T>>): Promise<T> {
    for (let second = false; ; second = true) {
      const response = await this.#source.read(name, this.#signal);
      if (!(response instanceof Response)) throw new Refused(this.#blameDamage(name, response));
      try {
        const taken = await take(response);
        if ('value' in taken) return taken.value;
        if (this.#source.own) throw wrongFile(name, taken.wrong);
        if (second) throw new Refused({ fault: 'corrupt', said: name });
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof Refused || isFull(error)) throw error;
        if (this.#source.own) throw wrongFile(name, { kind: 'unreadable' });
        if (second)
          throw new Refused(
            this.#blameDamage(name, { fault: 'download', said: `${name}: ${messageOf(error)}` }),
          );
      }
    }
  }

  /** Whoever has lost a file wants to know that first. */
  #blameDamage(name: string, problem: DeviceProblem): DeviceProblem {
    return problem.fault === 'download' && this.#damaged.has(name)
      ? { fault: 'damaged', said: problem.said }
      : problem;
  }

  #next(): void {
    this.#signal.throwIfAborted();
    this.#progress.nextFile();
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
