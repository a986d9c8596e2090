import { z } from '../../../kit/zod';

const fileSchema = z.strictObject({
  name: z.string(),
  bytes: z.int().nullable(),
  /** The server's mark for this version of the file. */
  version: z.string().nullable(),
  /** The hash that its publisher gives. It was compared with the file when that came. */
  hash: z.string().nullable(),
  /** By which it is recognised whenever it is used. Null: not all of it is here. */
  checksum: z.string().nullable(),
});
export type ManifestFile = z.infer<typeof fileSchema>;

export const manifestSchema = z.strictObject({
  id: z.string(),
  runtime: z.enum(['webllm', 'llama.cpp']),
  /** Whether all files of the model are named here. */
  complete: z.boolean(),
  files: z.array(fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface ByteWriter {
  add(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface ModelStorage {
  list(): Promise<Manifest[]>;
  load(id: string): Promise<Manifest | null>;
  save(manifest: Manifest): Promise<void>;
  file(id: string, name: string): Promise<File | null>;
  /** Keeps the first `from` bytes and continues after them. */
  write(id: string, name: string, from: number): Promise<ByteWriter>;
  remove(id: string, name?: string): Promise<void>;
}
