import type { KeptModel } from '../device';
import { z } from '../../../kit/zod';
import { ggufFileName } from './gguf-model';
import { mlcModelName } from './mlc-model';

/** What is known of one file of a model. */
const fileSchema = z.strictObject({
  name: z.string(),
  /** Null where the server did not say. */
  bytes: z.int().nullable(),
  /** The server's mark for this version of the file. */
  version: z.string().nullable(),
  /** The hash that its publisher gives. It was compared with the file when that came. */
  hash: z.string().nullable(),
  /** By which it is recognised whenever it is used. Null: not all of it is here. */
  checksum: z.string().nullable(),
});
export type ManifestFile = z.infer<typeof fileSchema>;

/** What this browser keeps of one model. */
export const manifestSchema = z.strictObject({
  id: z.string(),
  runtime: z.enum(['webllm', 'llama.cpp']),
  /** Whether all files of the model are named here. */
  complete: z.boolean(),
  files: z.array(fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type FileRuntime = Manifest['runtime'];

export interface ByteWriter {
  add(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** The one place for the files of models, whichever runtime reads them. */
export interface ModelStorage {
  list(): Promise<Manifest[]>;
  load(id: string): Promise<Manifest | null>;
  save(manifest: Manifest): Promise<void>;
  /** A file as far as it has come. */
  file(id: string, name: string): Promise<File | null>;
  /** Keeps the first `from` bytes and continues after them. */
  write(id: string, name: string, from: number): Promise<ByteWriter>;
  /** Without a name: the whole model. */
  remove(id: string, name?: string): Promise<void>;
}

/** The models of a runtime of which anything is kept, by name. */
export async function keptModels(storage: ModelStorage, runtime: FileRuntime): Promise<KeptModel[]> {
  const manifests = (await storage.list()).filter((each) => each.runtime === runtime);
  const models = manifests.map(async ({ id, complete, files }): Promise<KeptModel> => {
    const sizes = await Promise.all(
      files.map(async ({ name, bytes, checksum }) =>
        checksum === null ? ((await storage.file(id, name))?.size ?? 0) : (bytes ?? 0),
      ),
    );
    return {
      runtime,
      id,
      name: runtime === 'webllm' ? mlcModelName(id) : ggufFileName(id),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      whole: complete && files.every(({ checksum }) => checksum !== null),
      proof: proofOf(files),
    };
  });
  return (await Promise.all(models)).sort((a, b) => a.name.localeCompare(b.name));
}

/** Publishers give hashes of weights only. */
function proofOf(files: readonly ManifestFile[]): NonNullable<KeptModel['proof']> {
  const weights = files.filter(({ name }) => !/\.(json|model|wasm)$/.test(name));
  if (weights.some(({ hash }) => hash === null)) return 'first-download';
  return weights.length === files.length ? 'publisher' : 'weights';
}
