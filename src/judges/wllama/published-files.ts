import { z } from '../../core/model/zod';

/** The address of a file on Hugging Face: owner, repository, version, path. */
const filePath = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/;

const treeSchema = z.array(
  z.object({ path: z.string(), lfs: z.object({ oid: z.string(), size: z.number() }).optional() }),
);

/** What the publisher of a file says of it. */
export interface PublishedFile {
  sha256: string | null;
  bytes: number;
}

/**
 * What the publisher says of the files in the folder of this one, by their addresses. Only Hugging Face tells it to a page: empty
 * elsewhere, and where it cannot be asked. The name of the folder is all that is sent.
 */
export async function publishedFiles(
  address: string,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<(address: string) => PublishedFile | null> {
  const { hostname, pathname } = new URL(address);
  const [, repository, version, path] = filePath.exec(pathname) ?? [];
  if (hostname !== 'huggingface.co' || repository === undefined || version === undefined) return () => null;
  const folder = (path ?? '').split('/').slice(0, -1).join('/');
  const list = `https://huggingface.co/api/models/${repository}/tree/${version}/${folder}`;
  try {
    const response = await fetcher(list, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    const files = treeSchema.safeParse(response.ok ? await response.json() : null).data ?? [];
    return (each) => {
      const wanted = decodeURIComponent(filePath.exec(new URL(each).pathname)?.[3] ?? '');
      const lfs = files.find((file) => file.path === wanted)?.lfs;
      return lfs ? { sha256: /^[0-9a-f]{64}$/.test(lfs.oid) ? lfs.oid : null, bytes: lfs.size } : null;
    };
  } catch {
    signal.throwIfAborted();
    return () => null;
  }
}
