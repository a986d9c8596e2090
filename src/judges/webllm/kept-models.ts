import type { DeviceProblem, KeptModel, LoadStep } from '../../core/model/device';
import { allCaches, libName, markOf, placeOf, type FileCaches } from './file-caches';
import { sha256 } from './hashes';
import { isShardHere, isShardRight } from './kept-shards';
import { configName, configSchema, listName, shardListSchema, tokenizerOf, type Shard } from './model-files';
import { idOfAddress, isFolderId, keptAddress, nameOfId } from './model-record';
import { Seals } from './seals';

/** Models of which anything is kept, whole or not. */
export async function keptModels(caches: FileCaches): Promise<KeptModel[]> {
  const sizes = new Map<string, number>();
  for (const cache of await Promise.all(allCaches.map((name) => caches.open(name))))
    for (const { url } of await cache.keys()) {
      const id = idOfAddress(url);
      if (id === null) continue;
      const bytes = markOf(await cache.match(url))?.bytes ?? 0;
      sizes.set(id, (sizes.get(id) ?? 0) + bytes);
    }
  const models = [...sizes].map(async ([id, bytes]): Promise<KeptModel> => {
    const files = await expectedFiles(caches, id);
    const whole = files?.every(({ here }) => here) ?? false;
    const proof = await proofOf(caches, id, files ?? []);
    return { runtime: 'webllm', id, name: nameOfId(id), bytes, whole, proof };
  });
  return (await Promise.all(models)).sort((a, b) => a.name.localeCompare(b.name));
}

/** Of the small files nobody publishes a hash: they are compared with what came. */
async function proofOf(
  caches: FileCaches,
  id: string,
  files: readonly ExpectedFile[],
): Promise<NonNullable<KeptModel['proof']>> {
  const shards = files.flatMap(({ shard }) => shard ?? []);
  if (shards.every(({ md5sum }) => md5sum !== undefined)) return 'weights';
  const seals = await Seals.open(caches, id);
  return shards.every(({ dataPath }) => seals.of(dataPath) !== null) ? 'first-download' : 'size';
}

/** Whatever is kept of them. */
export async function keptIds(caches: FileCaches): Promise<string[]> {
  const ids = new Set<string>();
  for (const cache of await Promise.all(allCaches.map((name) => caches.open(name))))
    for (const { url } of await cache.keys()) {
      const id = idOfAddress(url);
      if (id !== null) ids.add(id);
    }
  return [...ids];
}

export async function removeModel(caches: FileCaches, id: string): Promise<void> {
  const { files } = keptAddress(id);
  for (const cache of await Promise.all(allCaches.map((name) => caches.open(name))))
    for (const { url } of await cache.keys()) if (url.startsWith(files)) await cache.delete(url);
}

/** Reads every file of a model again. What is not what was promised is removed, so that it is fetched anew. Null: all is right. */
export async function verifyModel(
  caches: FileCaches,
  id: string,
  { onStep, signal }: { onStep: (step: LoadStep) => void; signal: AbortSignal },
): Promise<DeviceProblem | null> {
  const files = await expectedFiles(caches, id);
  if (!files) return dropDescriptions(caches, id);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const seals = await Seals.open(caches, id);
  const wrong: string[] = [];
  let done = 0;
  for (const { name, bytes, here, shard } of files) {
    signal.throwIfAborted();
    const before = done;
    const onBytes = (count: number) => {
      done += count;
      onStep({ kind: 'verify', done, total });
    };
    const right =
      here &&
      (shard
        ? await isShardRight(caches, id, shard, { seals, quickly: false, onBytes })
        : (await rightSmallFile(caches, id, name)) !== null);
    done = before + bytes;
    if (right) continue;
    const { cache, address } = await placeOf(caches, id, name);
    // What is not there has yet to come.
    if (await cache.delete(address)) wrong.push(name);
  }
  onStep({ kind: 'verify', done: total, total });
  return wrong.length === 0 ? null : wrongFiles(id, wrong);
}

/** What came from a folder can be fetched from nowhere. */
function wrongFiles(id: string, names: readonly string[]): DeviceProblem {
  return { fault: isFolderId(id) ? 'damaged' : 'corrupt', said: names.join(', ') };
}

/** Without its own description nothing can be said of a model's other files. What is not readable is fetched anew, and they with it compared. */
async function dropDescriptions(caches: FileCaches, id: string): Promise<DeviceProblem | null> {
  const wrong: string[] = [];
  for (const name of [configName, listName]) {
    if (await rightSmallFile(caches, id, name)) continue;
    const { cache, address } = await placeOf(caches, id, name);
    if (await cache.delete(address)) wrong.push(name);
  }
  return wrong.length === 0 ? null : wrongFiles(id, wrong);
}

/** The bytes of a kept file that is read whole; null where it is not what was put there. */
export async function rightSmallFile(
  caches: FileCaches,
  id: string,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { cache, address } = await placeOf(caches, id, name);
  const kept = await cache.match(address);
  const mark = markOf(kept);
  if (!kept || !mark) return null;
  const bytes = new Uint8Array(await kept.arrayBuffer());
  return bytes.length === mark.bytes && (await sha256(bytes)) === mark.hash ? bytes : null;
}

interface ExpectedFile {
  name: string;
  bytes: number;
  /** Whether a file of this size and hash was put there. */
  here: boolean;
  /** What the model's list says of it; null: it is no shard. */
  shard: Shard | null;
}

/** The files that make a model whole; null where its own description is not there or not readable. */
async function expectedFiles(caches: FileCaches, id: string): Promise<ExpectedFile[] | null> {
  const read = async (name: string): Promise<unknown> => {
    const { cache, address } = await placeOf(caches, id, name);
    const kept = await cache.match(address);
    try {
      return kept && (await kept.json());
    } catch {
      return undefined;
    }
  };
  const config = configSchema.safeParse(await read(configName));
  const list = shardListSchema.safeParse(await read(listName));
  const tokenizer = config.success ? tokenizerOf(config.data) : null;
  if (tokenizer === null || !list.success) return null;
  const small = await Promise.all(
    [configName, listName, tokenizer, libName].map(async (name) => {
      const { cache, address } = await placeOf(caches, id, name);
      const mark = markOf(await cache.match(address));
      return { name, bytes: mark?.bytes ?? 0, here: mark !== null, shard: null };
    }),
  );
  const shards = await Promise.all(
    list.data.records.map(async (shard) => {
      const here = await isShardHere(caches, id, shard);
      return { name: shard.dataPath, bytes: shard.nbytes, here, shard };
    }),
  );
  return [...small, ...shards];
}
