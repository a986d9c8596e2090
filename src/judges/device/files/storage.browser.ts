import { sha256Hex } from '../../../kit/hash';
import { parseJson } from '../../../kit/json';
import { manifestSchema, type ModelStorage } from './model-storage';

/** Only workers have it, so the types of a page do not know it. */
declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<{
      write(bytes: Uint8Array, options: { at: number }): number;
      truncate(size: number): void;
      flush(): void;
      close(): void;
    }>;
  }
}

const manifestName = 'manifest';

/** A folder per model in the browser's private files. What is written there stays, however the tab ends. */
export const modelStorage: ModelStorage = {
  async list() {
    const found = [];
    for await (const folder of (await allModels()).keys()) found.push(await readManifest(folder));
    return found.filter((manifest) => manifest !== null);
  },
  load: (id) => readManifest(folderName(id)),
  async save(manifest) {
    const handle = await (await modelFolder(manifest.id)).getFileHandle(manifestName, { create: true });
    const writer = await handle.createWritable();
    await writer.write(JSON.stringify(manifest));
    await writer.close();
  },
  file: (id, name) => findFile(folderName(id), fileName(name)),
  async write(id, name, from) {
    const handle = await (await modelFolder(id)).getFileHandle(fileName(name), { create: true });
    const access = await handle.createSyncAccessHandle();
    access.truncate(from);
    let at = from;
    return {
      add(bytes) {
        const written = access.write(bytes, { at });
        at += written;
        if (written < bytes.length) throw new DOMException('The disk is full.', 'QuotaExceededError');
      },
      close() {
        access.flush();
        access.close();
      },
    };
  },
  async remove(id, name) {
    if (name === undefined)
      await orMissing((await allModels()).removeEntry(folderName(id), { recursive: true }));
    else await orMissing((await modelFolder(id)).removeEntry(fileName(name)));
  },
};

async function allModels(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('models', { create: true });
}

async function modelFolder(id: string): Promise<FileSystemDirectoryHandle> {
  return (await allModels()).getDirectoryHandle(folderName(id), { create: true });
}

function folderName(id: string): string {
  return sha256Hex(id).slice(0, 32);
}

/** No disk refuses such a name. The ends of names tell the files of one model apart. */
function fileName(name: string): string {
  return `file-${name.replaceAll(/[^\w.-]/g, '_').slice(-120)}`;
}

async function findFile(folder: string, name: string): Promise<File | null> {
  const found = await orMissing((await allModels()).getDirectoryHandle(folder));
  const handle = found && (await orMissing(found.getFileHandle(name)));
  return handle ? handle.getFile() : null;
}

async function readManifest(folder: string) {
  const text = await (await findFile(folder, manifestName))?.text();
  return manifestSchema.safeParse(parseJson(text ?? '')).data ?? null;
}

async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}
