import type { DeviceProblem, KeptModel, LoadStep } from '../../core/model/device';
import { checkedBody } from './checked-body';
import { allCaches, libName, markOf, placeOf, type FileCaches } from './file-caches';
import { sha256 } from './hashes';
import { configName, configSchema, listName, shardListSchema, tokenizerOf } from './model-files';
import { idOfAddress, keptAddress, nameOfId } from './model-record';

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
    const proof = files?.every(({ hashed }) => hashed) ? 'publisher' : 'size';
    return { runtime: 'webllm', id, name: nameOfId(id), bytes, whole, proof };
  });
  return (await Promise.all(models)).sort((a, b) => a.name.localeCompare(b.name));
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
  if (!files) {
    await removeModel(caches, id);
    return { fault: 'corrupt', said: configName };
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const wrong: string[] = [];
  let done = 0;
  for (const { name, bytes, here } of files) {
    signal.throwIfAborted();
    const before = done;
    const right =
      here &&
      (await isRight(caches, id, name, (count) => {
        done += count;
        onStep({ kind: 'verify', done, total });
      }));
    done = before + bytes;
    if (right) continue;
    wrong.push(name);
    const { cache, address } = await placeOf(caches, id, name);
    await cache.delete(address);
  }
  onStep({ kind: 'verify', done: total, total });
  return wrong.length === 0 ? null : { fault: 'corrupt', said: wrong.join(', ') };
}

async function isRight(
  caches: FileCaches,
  id: string,
  name: string,
  onBytes: (count: number) => void,
): Promise<boolean> {
  const { cache, address } = await placeOf(caches, id, name);
  const kept = await cache.match(address);
  const mark = markOf(kept);
  if (!kept?.body || !mark) return false;
  if (mark.hash.length === sha256Length) return (await sha256(await bytesOf(kept))) === mark.hash;
  const md5 = mark.hash === '' ? null : mark.hash;
  const body = checkedBody(kept.body, { bytes: mark.bytes, md5 }, onBytes);
  try {
    await body.stream.pipeTo(new WritableStream());
  } catch {
    return false;
  }
  return body.wrong === null;
}
/** In hex; an MD5 has half of it. */
const sha256Length = 64;

interface ExpectedFile {
  name: string;
  bytes: number;
  /** Whether a file of this size and hash was put there. */
  here: boolean;
  /** Whether there is a hash to compare it with. */
  hashed: boolean;
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
      return { name, bytes: mark?.bytes ?? 0, here: mark !== null, hashed: true };
    }),
  );
  const shards = await Promise.all(
    list.data.records.map(async ({ dataPath: name, nbytes: bytes, md5sum = '' }) => {
      const { cache, address } = await placeOf(caches, id, name);
      const mark = markOf(await cache.match(address));
      return { name, bytes, here: mark?.bytes === bytes && mark.hash === md5sum, hashed: md5sum !== '' };
    }),
  );
  return [...small, ...shards];
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer());
}
