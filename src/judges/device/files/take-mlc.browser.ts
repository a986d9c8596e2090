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
  folderModelId,
  isFolderModel,
  libName,
  listName,
  mlcFolders,
  mlcLibAddress,
  mlcModelName,
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
  const name = mlcModelName(id);
  const { ParamBytes: total = 0, BitsPerParam: bits = 0 } = list.metadata ?? {};
  const parameters = total > 0 && bits > 0 ? (total * 8) / bits / 1e9 : parametersInName(name);
  return { id, name, bytes: progress.loaded, parameters, config };
}

/** From the publisher or a mirror: one of the folders has the files, and the library lies elsewhere. */
export function addressSource(listed: ListedFiles, mirror: Mirror, fetcher: typeof fetch): FileSource {
  let folders = mlcFolders(listed, mirror);
  return {
    async read(name, headers, signal) {
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
    },
  };
}

export const storedOnlySource: FileSource = {
  read: (name) => Promise.reject(new DownloadFailure({ fault: 'damaged', said: name })),
};

/** Another model from a folder of the same name is removed only once all of this one is here. */
export async function importFolder(
  files: readonly File[],
  tools: DownloadTools,
  hooks: LoadHooks,
): Promise<MlcModel> {
  const { name, source } = folderSource(files);
  const { storage } = tools;
  const ids = (await storage.list()).map(({ id }) => id);
  const others = ids.filter((id) => isFolderModel(id) && mlcModelName(id) === name);
  const id = folderModelId(name, crypto.randomUUID());
  try {
    const model = await takeMlc(id, source, tools, hooks);
    for (const other of others) await storage.remove(other);
    return model;
  } catch (error) {
    // What is half here would only take the room of what is whole.
    await storage.remove(id);
    throw error;
  }
}

function folderSource(files: readonly File[]): { name: string; source: FileSource } {
  const pathOf = (file: File) => file.webkitRelativePath || file.name;
  const [config] = files
    .filter(({ name }) => name === configName)
    .sort((a, b) => pathOf(a).length - pathOf(b).length);
  if (!config) throw new DownloadFailure({ fault: 'not-a-model-folder', said: configName });
  const folder = pathOf(config).slice(0, -configName.length);
  const beside = new Map(
    files.filter((file) => pathOf(file) === folder + file.name).map((file) => [file.name, file] as const),
  );
  const libs = files.filter(({ name }) => name.endsWith('.wasm'));
  const lib = libs.find(({ name }) => beside.has(name)) ?? libs[0];
  const find = (name: string) => {
    if (name === libName) return lib;
    return beside.get(name) ?? (name === listName ? beside.get(olderListName) : undefined);
  };
  const source: FileSource = {
    own: true,
    read(name) {
      const file = find(name);
      if (file) return Promise.resolve(new Response(file));
      return Promise.reject(new DownloadFailure({ fault: 'not-a-model-folder', said: name }));
    },
  };
  return { name: folder.split('/').at(-2) ?? 'model', source };
}
