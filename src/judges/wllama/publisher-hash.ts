import { z } from '../../core/model/zod';

/** The address of a file on Hugging Face: owner, repository, version, path. */
const filePath = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/;

const treeSchema = z.array(
  z.object({ path: z.string(), lfs: z.object({ oid: z.string(), size: z.number() }).optional() }),
);

/**
 * The SHA-256 that the publisher of a file gives. Only Hugging Face tells it to a page; null elsewhere, and where it cannot be
 * asked. The name of the file is all that is sent.
 */
export async function publisherHash(
  address: string,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<string | null> {
  const { hostname, pathname } = new URL(address);
  const [, repository, version, path] = filePath.exec(pathname) ?? [];
  if (hostname !== 'huggingface.co' || repository === undefined || version === undefined) return null;
  const wanted = decodeURIComponent(path ?? '');
  const folder = (path ?? '').split('/').slice(0, -1).join('/');
  const list = `https://huggingface.co/api/models/${repository}/tree/${version}/${folder}`;
  try {
    const response = await fetcher(list, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    const files = treeSchema.safeParse(response.ok ? await response.json() : null);
    const oid = files.data?.find((file) => file.path === wanted)?.lfs?.oid;
    return oid !== undefined && /^[0-9a-f]{64}$/.test(oid) ? oid : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
