import { errorMessage } from '../../../kit/error-message';
import type { DeviceProblem } from '../device';
import type { LoadHooks } from '../device-runtime';
import { DownloadFailure, ModelDownload, type DownloadTools, type FileSource } from './download.browser';
import {
  configName,
  configSchema,
  countMlcParameters,
  folderModelId,
  isFolderModel,
  libName,
  listName,
  mlcFolders,
  mlcLibAddress,
  mlcModelName,
  olderListName,
  readAnyJson,
  readAnything,
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

/** Takes all files of a model, each by what the ones before it say. */
export async function takeMlc(
  id: string,
  source: FileSource,
  tools: DownloadTools,
  hooks: LoadHooks,
): Promise<MlcModel> {
  const download = await ModelDownload.open({ id, runtime: 'webllm' }, source, tools, hooks);
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
  await download.takeAndRead(tokenizer, tokenizer.endsWith('.json') ? readAnyJson : readAnything);
  await download.takeAndRead(libName, readLibrary);
  progress.plan(
    smallFiles + shards.length,
    shards.reduce((sum, { nbytes }) => sum + nbytes, 0),
  );
  for (const { dataPath: name, nbytes: bytes, md5sum } of shards)
    await download.take({ name, bytes, hash: md5sum === undefined ? null : { kind: 'md5', hex: md5sum } });
  await download.finish([
    configName,
    listName,
    tokenizer,
    libName,
    ...shards.map(({ dataPath }) => dataPath),
  ]);
  const parameters = countMlcParameters(list, config.quantization);
  return { id, name: mlcModelName(id), bytes: progress.loaded, parameters, config };
}

/** From the publisher or a mirror: one of the folders has the files, and the library lies elsewhere. */
export function addressSource(listed: ListedFiles, mirror: Mirror, fetcher: typeof fetch): FileSource {
  const lib = mlcLibAddress(listed, mirror);
  let folders = mlcFolders(listed, mirror);
  const ask = async (
    address: string,
    name: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response | DeviceProblem> => {
    try {
      const response = await fetcher(address, {
        headers,
        signal,
        // What the browser keeps by itself would be kept twice.
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      // Behind the end of a file there is nothing: it is asked for from its beginning.
      if (response.ok || response.status === 416) return response;
      await response.body?.cancel();
      return { fault: 'download', said: `${name}: HTTP ${response.status}` };
    } catch (error) {
      signal.throwIfAborted();
      return { fault: 'download', said: `${name}: ${errorMessage(error)}` };
    }
  };
  const askFolders = async (
    name: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response | DeviceProblem> => {
    let answer: Response | DeviceProblem = { fault: 'download', said: name };
    for (const folder of folders) {
      answer = await ask(folder + name, name, headers, signal);
      if (!(answer instanceof Response)) continue;
      folders = [folder];
      break;
    }
    return answer;
  };
  return {
    async read(name, headers, signal) {
      if (name === libName) return ask(lib, lib.split('/').at(-1) ?? name, headers, signal);
      const answer = await askFolders(name, headers, signal);
      if (answer instanceof Response || name !== listName) return answer;
      const older = await askFolders(olderListName, headers, signal);
      return older instanceof Response ? older : answer;
    },
  };
}

/** Nothing is asked for: what is kept has to be enough. */
export const keptOnly: FileSource = {
  read: (name) => Promise.resolve({ fault: 'damaged', said: name }),
};

/**
 * Takes a model from a folder of the person's. Another model from a folder of the same name is removed only once all of this one is
 * here.
 */
export async function importFolder(
  files: readonly File[],
  tools: DownloadTools,
  hooks: LoadHooks,
): Promise<MlcModel> {
  const { name, source } = folderSource(files);
  const { storage } = tools;
  const ids = (await storage.list()).map(({ id }) => id);
  const others = ids.filter((id) => isFolderModel(id) && mlcModelName(id) === name);
  const id = freeId(name, others);
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

function freeId(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = folderModelId(name, number);
    if (!taken.includes(id)) return id;
  }
}

/** A folder on the person's disk, whatever lies around it. */
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
    read: (name) => {
      const file = find(name);
      return Promise.resolve(file ? new Response(file) : { fault: 'not-a-model-folder', said: name });
    },
  };
  return { name: folder.split('/').at(-2) ?? 'model', source };
}
