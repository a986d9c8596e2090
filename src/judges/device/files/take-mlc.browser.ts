import { z } from '../../../kit/zod';
import type { LoadHooks } from '../device';
import {
  DownloadFailure,
  fetchFile,
  openDownload,
  type DownloadTools,
  type FileSource,
} from './download.browser';
import { parametersInName } from './gguf-model';
import {
  configName,
  configSchema,
  libName,
  listName,
  mlcFolders,
  mlcLibAddress,
  olderListName,
  readJson,
  readLibrary,
  shardListSchema,
  tokenizerName,
  type ListedFiles,
  type Mirror,
  type MlcModel,
} from './mlc-model';

/** Description, list of shards, tokenizer, library. */
const smallFiles = 4;

export async function takeMlc(
  id: string,
  source: FileSource,
  tools: DownloadTools,
  hooks: LoadHooks,
): Promise<MlcModel> {
  const download = await openDownload({ id, runtime: 'webllm' }, source, tools, hooks);
  const { progress } = download;
  progress.plan(smallFiles, null);
  const config = await download.takeAndRead(configName, readJson(configSchema));
  const list = await download.takeAndRead(listName, readJson(shardListSchema));
  const shards = list.records;
  progress.plan(smallFiles + shards.length, null);
  const tokenizer = tokenizerName(config);
  if (tokenizer === null) {
    const named = config.tokenizer_files.join(', ') || '[]';
    throw new DownloadFailure({ fault: 'load', said: `${configName}: tokenizer_files: ${named}` });
  }
  if (tokenizer.endsWith('.json')) await download.takeAndRead(tokenizer, readJson(z.looseObject({})));
  else await download.take({ name: tokenizer });
  await download.takeAndRead(libName, readLibrary);
  const weightBytes = shards.reduce((sum, { nbytes }) => sum + nbytes, 0);
  progress.plan(smallFiles + shards.length, weightBytes);
  for (const { dataPath: name, nbytes: bytes, md5sum } of shards)
    await download.take({ name, bytes, hash: md5sum === undefined ? null : { kind: 'md5', hex: md5sum } });
  const weights = shards.map(({ dataPath }) => dataPath);
  await download.finish([configName, listName, tokenizer, libName, ...weights]);
  const { ParamBytes: total = 0, BitsPerParam: bits = 0 } = list.metadata ?? {};
  const parameters = total > 0 && bits > 0 ? (total * 8) / bits / 1e9 : parametersInName(id);
  return { id, bytes: progress.loaded, parameters, config };
}

/** From the publisher or a mirror: one of the folders has the files, and the library lies elsewhere. */
export function addressSource(listed: ListedFiles, mirror: Mirror, fetcher: typeof fetch): FileSource {
  let folders = mlcFolders(listed, mirror);
  return async (name, headers, signal) => {
    if (name === libName) return fetchFile(fetcher, mlcLibAddress(listed, mirror), headers, signal);
    const names = name === listName ? [listName, olderListName] : [name];
    let first: unknown = null;
    for (const each of names)
      for (const folder of folders)
        try {
          const response = await fetchFile(fetcher, folder + each, headers, signal);
          folders = [folder];
          return response;
        } catch (error) {
          signal.throwIfAborted();
          first ??= error;
        }
    throw first;
  };
}

export const storedOnlySource: FileSource = (name) =>
  Promise.reject(new DownloadFailure({ fault: 'damaged', said: name }));
