import { z } from '../../core/model/zod';

/** What is known of a file that is being fetched, or was. */
const noteSchema = z.strictObject({
  address: z.string(),
  /** Null where the server did not say. */
  total: z.int().nullable(),
  /** The server's mark for this version of the file. */
  tag: z.string().nullable(),
  whole: z.boolean(),
  /** Of the whole file: as its publisher gives it, or as it was when it first came. */
  sha256: z
    .strictObject({ hex: z.string(), from: z.enum(['publisher', 'first-download']) })
    .nullable()
    .default(null),
  /** By which the whole file is known again quickly. */
  seal: z.string().nullable().default(null),
});
export type ModelNote = z.infer<typeof noteSchema>;

export interface KeptFile extends ModelNote {
  bytes: number;
}

/** Where models stay that were fetched from an address. */
export interface ModelStore {
  find(address: string): Promise<{ note: ModelNote; file: File } | null>;
  list(): Promise<KeptFile[]>;
  /** Writes on from this byte. What is written is kept once the writer is closed. */
  write(
    note: ModelNote,
    from: number,
  ): Promise<{ add(bytes: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> }>;
  /** Says that all of it is there, and right. */
  finish(note: ModelNote): Promise<void>;
  remove(address: string): Promise<void>;
}

const folderName = 'models';

/** In the browser's private files, which no other site and no other program sees. */
export function browserModelStore(): ModelStore {
  const folder = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });
  const readNote = async (name: string): Promise<ModelNote | null> => {
    try {
      const file = await (await (await folder()).getFileHandle(`${name}.json`)).getFile();
      const found = noteSchema.safeParse(JSON.parse(await file.text()));
      return found.success ? found.data : null;
    } catch {
      // There is none, or it was cut short: both mean that the file is not known.
      return null;
    }
  };
  const writeNote = async (name: string, note: ModelNote) => {
    const handle = await (await folder()).getFileHandle(`${name}.json`, { create: true });
    const writer = await handle.createWritable();
    await writer.write(JSON.stringify(note));
    await writer.close();
  };
  /** Null where it is gone: the browser may clear its files one by one. */
  const fileOf = async (name: string): Promise<File | null> => {
    try {
      return await (await (await folder()).getFileHandle(`${name}.gguf`)).getFile();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
  };

  return {
    async find(address) {
      const name = await nameOf(address);
      const note = await readNote(name);
      const file = note && (await fileOf(name));
      return note && file && { note, file };
    },
    async list() {
      const kept: KeptFile[] = [];
      for await (const entry of (await folder()).keys()) {
        const name = /^(\w+)\.json$/.exec(entry)?.[1];
        const note = name === undefined ? null : await readNote(name);
        if (name !== undefined && note) kept.push({ ...note, bytes: (await fileOf(name))?.size ?? 0 });
      }
      return kept.sort((a, b) => a.address.localeCompare(b.address));
    },
    async write(note, from) {
      const name = await nameOf(note.address);
      const handle = await (await folder()).getFileHandle(`${name}.gguf`, { create: true });
      await writeNote(name, { ...note, whole: false });
      const writer = await handle.createWritable({ keepExistingData: from > 0 });
      await writer.seek(from);
      return { add: (bytes) => writer.write(bytes), close: () => writer.close() };
    },
    async finish(note) {
      await writeNote(await nameOf(note.address), { ...note, whole: true });
    },
    async remove(address) {
      const name = await nameOf(address);
      const files = await folder();
      for (const file of [`${name}.json`, `${name}.gguf`])
        await files.removeEntry(file).catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
        });
    },
  };
}

async function nameOf(address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
