import { parseJson } from '../../../kit/json';
import { z } from '../../../kit/zod';
import type { ListedVariant } from '../webllm/fits';

export const configName = 'mlc-chat-config.json';
export const listName = 'tensor-cache.json';
/** What the same list was called before. */
export const olderListName = 'ndarray-cache.json';
/** The library has a name of its own at every publisher. */
export const libName = '*.wasm';

const template = z.string().optional();
export const configSchema = z.object({
  tokenizer_files: z.array(z.string()),
  context_window_size: z.number().optional(),
  model_type: z.string().optional(),
  quantization: z.string().optional(),
  conv_template: z
    .object({ role_templates: z.object({ user: template, assistant: template }).partial().optional() })
    .optional(),
});
export type ModelConfig = z.infer<typeof configSchema>;

export const shardListSchema = z.object({
  metadata: z.object({ ParamBytes: z.number().optional(), BitsPerParam: z.number().optional() }).optional(),
  records: z
    .array(
      z.object({
        // Shards lie beside their list: a path would lead out of the model's own folder.
        dataPath: z.string().regex(/^[\w-][\w.-]*$/),
        nbytes: z.int().min(0),
        md5sum: z
          .string()
          .regex(/^[0-9a-f]{32}$/i)
          .optional(),
      }),
    )
    .min(1),
});

export function tokenizerName({ tokenizer_files: files }: ModelConfig): string | null {
  return ['tokenizer.json', 'tokenizer.model'].find((name) => files.includes(name)) ?? null;
}

/** Reads a file; null where it is not what its name says: it may be cut short, or hold the page of an error in its place. */
export type ReadContent<T> = (bytes: Uint8Array<ArrayBuffer>) => T | null;

export function readJson<T>(schema: z.ZodType<T>): ReadContent<T> {
  return (bytes) => schema.safeParse(parseJson(new TextDecoder().decode(bytes))).data ?? null;
}
/** A library that is cut short begins like a whole one. */
export const readLibrary: ReadContent<true> = (bytes) => WebAssembly.validate(bytes) || null;

/** No such host can exist: what is not kept here cannot be fetched by accident either. */
const keptHost = 'https://models.assay.invalid';

export function keptAddress(id: string): { files: string; lib: string } {
  const files = `${keptHost}/${encodeURIComponent(id)}/resolve/main/`;
  return { files, lib: files + libName };
}

export function readKeptAddress(address: string): { id: string; name: string } | null {
  if (!address.startsWith(`${keptHost}/`)) return null;
  const [id = '', , , name = ''] = address.slice(keptHost.length + 1).split('/');
  return { id: decodeURIComponent(id), name };
}

/** What the list of models says of the files of one: their folder, and the library that was compiled for it. */
export type ListedFiles = Pick<ListedVariant, 'id' | 'model' | 'lib' | 'bytesPerToken'>;
/** Where listed models are fetched from instead of their publisher. Both are folders; null: the publisher. */
export interface Mirror {
  models: string | null;
  libs: string | null;
}

/** Where its files can be fetched, the likeliest first: as the publisher has them, or side by side in a folder of a mirror. */
export function mlcFolders({ model }: ListedFiles, { models: mirror }: Mirror): string[] {
  const published = slashed(model);
  const branch = /\/resolve\/[^/]+\/$/.test(published) ? published : `${published}resolve/main/`;
  if (mirror === null) return [branch];
  const repository = published.replace(/resolve\/[^/]+\/$/, '');
  const name = repository.split('/').at(-2) ?? '';
  return [`${slashed(mirror)}${name}/`, `${slashed(mirror)}${name}/resolve/main/`];
}
export function mlcLibAddress({ lib }: ListedFiles, { libs: mirror }: Mirror): string {
  return mirror === null ? lib : `${slashed(mirror)}${lib.split('/').at(-1) ?? ''}`;
}

function slashed(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}

export interface MlcModel {
  id: string;
  bytes: number;
  parameters: number | null;
  config: ModelConfig;
}
