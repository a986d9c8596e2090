import { z } from '../../../kit/zod';
import type { LoadHooks } from '../device';
import {
  DownloadFailure,
  fetchFile,
  openDownload,
  type DownloadTools,
  type FileSource,
} from './download.browser';
import { ggufFileName, ggufModelId, isModelAddress, mostGgufBytes, partAddresses } from './gguf-model';

export async function takeGguf(text: string, tools: DownloadTools, hooks: LoadHooks): Promise<File[]> {
  const id = ggufModelId(text);
  if (id === null || !isModelAddress(id) || !/\.gguf$/i.test(new URL(id).pathname))
    throw new DownloadFailure({ fault: 'address', said: '' });
  const { storage } = tools;
  const parts = partAddresses(id).map((address) => ({ address, name: ggufFileName(address) }));
  const source: FileSource = (name, headers, signal) =>
    fetchFile(tools.fetch, parts.find((part) => part.name === name)?.address ?? id, headers, signal);
  const download = await openDownload({ id, runtime: 'llama.cpp' }, source, tools, hooks);
  const missing = parts.find(({ name }) => !download.find(name)?.checksum);
  if (missing) {
    const published = await publishedFiles(missing.address, tools.fetch, hooks.signal);
    const sizes = parts.map(
      ({ address, name }) => download.find(name)?.bytes ?? published(address)?.bytes ?? null,
    );
    const tooLarge = parts.find((_, index) => (sizes[index] ?? 0) >= mostGgufBytes);
    if (tooLarge) throw new DownloadFailure({ fault: 'too-large', said: tooLarge.name });
    const known = sizes.every((size) => size !== null);
    download.progress.plan(parts.length, known ? sizes.reduce((sum, size) => sum + size, 0) : null);
    for (const { address, name } of parts) {
      const { bytes = null, sha256 = null } = published(address) ?? {};
      const hash = sha256 === null ? null : { kind: 'sha256' as const, hex: sha256 };
      await download.take({ name, bytes, hash, mostBytes: mostGgufBytes });
    }
    await download.finish(parts.map(({ name }) => name));
  }
  const files: File[] = [];
  for (const { name } of parts) files.push(new File([(await storage.file(id, name)) ?? ''], name));
  for (const file of files)
    if ((await file.slice(0, 4).text()) !== 'GGUF') {
      await storage.remove(id);
      throw new DownloadFailure({ fault: 'not-gguf', said: new URL(id).pathname });
    }
  return files;
}

/** The address of a file on Hugging Face: owner, repository, version, path. */
const hubPath = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/;
const hubSchema = z.array(
  z.object({ path: z.string(), lfs: z.object({ oid: z.string(), size: z.number() }).optional() }),
);

/** Hashes and sizes by address, which only Hugging Face gives to pages. Only the name of the folder is sent. */
async function publishedFiles(
  address: string,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<(address: string) => { sha256: string | null; bytes: number } | null> {
  const { hostname, pathname } = new URL(address);
  const [, repository, version, path] = hubPath.exec(pathname) ?? [];
  if (hostname !== 'huggingface.co' || repository === undefined || version === undefined) return () => null;
  const folder = (path ?? '').split('/').slice(0, -1).join('/');
  const list = `https://huggingface.co/api/models/${repository}/tree/${version}/${folder}`;
  try {
    const files = hubSchema.parse(await (await fetchFile(fetcher, list, {}, signal)).json());
    return (each) => {
      const wanted = decodeURIComponent(hubPath.exec(new URL(each).pathname)?.[3] ?? '');
      const lfs = files.find((file) => file.path === wanted)?.lfs;
      return lfs ? { sha256: /^[0-9a-f]{64}$/.test(lfs.oid) ? lfs.oid : null, bytes: lfs.size } : null;
    };
  } catch {
    signal.throwIfAborted();
    return () => null;
  }
}
