import type { DeviceProblem } from '../../core/model/device';
import { checkedBody } from './checked-body';
import { markOf, placeOf, type FileCaches } from './file-caches';
import type { FileSource } from './file-source';
import { sha256 } from './hashes';
import { isShardHere } from './kept-shards';
import type { Shard } from './model-files';
import { Refused, wrongFile } from './refused';
import { Seals } from './seals';
import { getSmallFiles } from './small-files';
import type { TakeHooks } from './take-files';

/** What the files of a right folder are known by. */
export interface CheckedFolder {
  /** SHA-256 by name, of those that are no weights. */
  small: ReadonlyMap<string, string>;
  shards: readonly Shard[];
  seals: ReadonlyMap<string, string>;
}

/**
 * Reads every file of the person's own folder and compares it with what its name and its list say. Nothing is written. Rejects
 * with the signal's reason when cancelled.
 */
export async function checkFolder(
  source: FileSource,
  { onStep, signal }: TakeHooks,
): Promise<CheckedFolder | DeviceProblem> {
  const small = new Map<string, string>();
  const seals = new Map<string, string>();

  async function open(name: string): Promise<Response> {
    signal.throwIfAborted();
    const response = await source.read(name, signal);
    if (response instanceof Response) return response;
    throw new Refused(response);
  }
  /** A file that was there when it was chosen may be gone by now. */
  async function reading<T>(name: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch {
      signal.throwIfAborted();
      throw wrongFile(name, { kind: 'unreadable' });
    }
  }

  try {
    const { shards } = await getSmallFiles(
      async (name, read) => {
        const response = await open(name);
        const bytes = await reading(name, async () => new Uint8Array(await response.arrayBuffer()));
        const content = read(bytes);
        if ('wrong' in content) throw wrongFile(name, content.wrong);
        small.set(name, await sha256(bytes));
        return content.value;
      },
      undefined,
      () => {},
    );
    const total = shards.reduce((sum, { nbytes }) => sum + nbytes, 0);
    let done = 0;
    for (const { dataPath: name, nbytes, md5sum } of shards) {
      const response = await open(name);
      const body = checkedBody(
        response.body ?? new Blob().stream(),
        { bytes: nbytes, md5: md5sum ?? null },
        (count) => {
          done += count;
          onStep({ kind: 'verify', done, total });
        },
      );
      try {
        await body.stream.pipeTo(new WritableStream());
      } catch {
        signal.throwIfAborted();
        throw wrongFile(name, body.wrong ?? { kind: 'unreadable' });
      }
      seals.set(name, body.seal);
    }
    return { small, shards, seals };
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    throw error;
  }
}

/** Whether all that is kept of a model came from a folder like this one: then nothing of it is lost by taking this one in its place. */
export async function isSameFolder(
  caches: FileCaches,
  id: string,
  { small, shards, seals }: CheckedFolder,
): Promise<boolean> {
  const markFor = async (name: string) => {
    const { cache, address } = await placeOf(caches, id, name);
    return markOf(await cache.match(address));
  };
  for (const [name, hash] of small) {
    const mark = await markFor(name);
    if (mark && mark.hash !== hash) return false;
  }
  const kept = await Seals.open(caches, id);
  for (const shard of shards) {
    if (!(await markFor(shard.dataPath))) continue;
    if (!(await isShardHere(caches, id, shard))) return false;
    // Where the list gives no hash, only the seal tells two files of one size apart.
    if (shard.md5sum === undefined && kept.of(shard.dataPath) !== seals.get(shard.dataPath)) return false;
  }
  return true;
}
