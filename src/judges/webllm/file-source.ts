import { messageOf } from '../../core/model/message-of';
import type { DeviceProblem } from '../../core/model/device';
import { libName } from './file-caches';
import { configName, listName, olderListName } from './model-files';

/** Where the files of a model come from, by their names in its folder. */
export interface FileSource {
  /** Whether these are files of the person's own: what is wrong with them does not go away by asking again. */
  readonly own?: true;
  /** By which its shards are known, where they were read and compared with their list before. */
  readonly seals?: ReadonlyMap<string, string>;
  /** Rejects with the signal's reason when cancelled. */
  read(name: string, signal: AbortSignal): Promise<Response | DeviceProblem>;
}

/** From an address: one of these folders has the files, and the library lies elsewhere. */
export function addressSource(
  { folders, lib }: { folders: readonly string[]; lib: string },
  fetchFile: typeof fetch,
): FileSource {
  let found: string | null = null;

  async function ask(address: string, name: string, signal: AbortSignal): Promise<Response | DeviceProblem> {
    try {
      const response = await fetchFile(address, {
        signal,
        // What the browser keeps by itself would be kept twice.
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      if (response.ok) return response;
      await response.body?.cancel();
      return { fault: 'download', said: `${name}: HTTP ${response.status}` };
    } catch (error) {
      signal.throwIfAborted();
      return { fault: 'download', said: `${name}: ${messageOf(error)}` };
    }
  }

  return {
    async read(name, signal) {
      if (name === libName) return ask(lib, lib.split('/').at(-1) ?? name, signal);
      let last: Response | DeviceProblem = { fault: 'download', said: name };
      for (const folder of found === null ? folders : [found]) {
        last = await ask(folder + name, name, signal);
        if (last instanceof Response) {
          found = folder;
          return last;
        }
      }
      return name === listName && found !== null
        ? asListed(await ask(found + olderListName, olderListName, signal), last)
        : last;
    },
  };
}

function asListed(older: Response | DeviceProblem, newer: DeviceProblem): Response | DeviceProblem {
  return older instanceof Response ? older : newer;
}

/** From a folder on the person's disk, whatever lies around it. Null: no model lies there. */
export function folderSource(files: readonly File[]): { name: string; source: FileSource } | null {
  const pathOf = (file: File) => file.webkitRelativePath || file.name;
  const config = files
    .filter(({ name }) => name === configName)
    .sort((a, b) => pathOf(a).length - pathOf(b).length)[0];
  if (!config) return null;
  const folder = pathOf(config).slice(0, -configName.length);
  const beside = new Map(
    files.filter((file) => pathOf(file) === folder + file.name).map((file) => [file.name, file] as const),
  );
  const libs = files.filter(({ name }) => name.endsWith('.wasm'));
  const lib = libs.find(({ name }) => beside.has(name)) ?? libs[0];
  const source: FileSource = {
    own: true,
    read: (name) => {
      const file =
        name === libName
          ? lib
          : (beside.get(name) ?? (name === listName ? beside.get(olderListName) : undefined));
      return Promise.resolve(
        file ? new Response(file) : { fault: 'not-a-model-folder' as const, said: name },
      );
    },
  };
  return { name: folder.split('/').at(-2) ?? 'model', source };
}
