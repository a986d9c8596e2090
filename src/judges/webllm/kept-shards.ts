import { checkedBody } from './checked-body';
import { markOf, placeOf, type FileCaches } from './file-caches';
import type { Shard } from './model-files';
import type { Seals } from './seals';

/** Whether a shard of this size and hash was put there. */
export async function isShardHere(
  caches: FileCaches,
  id: string,
  { dataPath, nbytes, md5sum = '' }: Shard,
): Promise<boolean> {
  const { cache, address } = await placeOf(caches, id, dataPath);
  const mark = markOf(await cache.match(address));
  return mark?.bytes === nbytes && mark.hash === md5sum;
}

/** Reads a kept shard. `quickly`: by its seal, where it has one. What is right is sealed. */
export async function isShardRight(
  caches: FileCaches,
  id: string,
  { dataPath: name, nbytes, md5sum }: Shard,
  { seals, quickly, onBytes }: { seals: Seals; quickly: boolean; onBytes: (count: number) => void },
): Promise<boolean> {
  const { cache, address } = await placeOf(caches, id, name);
  const kept = await cache.match(address);
  if (!kept?.body) return false;
  const seal = seals.of(name);
  const md5 = quickly && seal !== null ? null : (md5sum ?? null);
  // The publisher's hash has the last word; only where there is none the seal decides alone.
  const promised = { bytes: nbytes, md5, seal: md5 === null ? seal : null };
  const body = checkedBody(kept.body, promised, onBytes);
  try {
    await body.stream.pipeTo(new WritableStream());
  } catch {
    return false;
  }
  if (seal !== body.seal) await seals.set(name, body.seal);
  return true;
}
