import { z } from '../../../kit/zod';

/** A model as WebLLM takes it: the files of its folder, what they say, and where they are published and kept. */

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

const bytes = z.int().min(0);
const tensorSchema = z.object({
  byteOffset: bytes,
  nbytes: bytes,
  format: z.string().optional(),
  name: z.string().optional(),
  shape: z.array(bytes).optional(),
  dtype: z.string().optional(),
});
const shardSchema = z
  .object({
    // Shards lie beside their list: a path would lead out of the model's own folder.
    dataPath: z.string().regex(/^[\w-][\w.-]*$/),
    nbytes: bytes,
    md5sum: z
      .string()
      .regex(/^[0-9a-f]{32}$/i)
      .optional(),
    records: z.array(tensorSchema).optional(),
  })
  .refine(
    // No tensor ends behind its file.
    ({ nbytes, records = [] }) => records.every((tensor) => tensor.byteOffset + tensor.nbytes <= nbytes),
  );
export const shardListSchema = z
  .object({
    metadata: z.object({ ParamBytes: z.number().optional(), BitsPerParam: z.number().optional() }).optional(),
    records: z.array(shardSchema).min(1),
  })
  .refine(({ metadata, records }) => {
    const total = metadata?.ParamBytes ?? 0;
    const tensors = records.flatMap((shard) => shard.records ?? []);
    // What is stored in another form than it is used in has other sizes.
    const countable = total > 0 && tensors.length > 0 && tensors.every(({ format }) => format === 'raw');
    return !countable || tensors.reduce((sum, { nbytes }) => sum + nbytes, 0) === total;
  });
export type ShardList = z.infer<typeof shardListSchema>;

/** The tokenizer that WebLLM reads; null where it can read none of them. */
export function tokenizerName({ tokenizer_files: files }: ModelConfig): string | null {
  return ['tokenizer.json', 'tokenizer.model'].find((name) => files.includes(name)) ?? null;
}

/** Reads a file; null where it is not what its name says: it may be cut short, or hold the page of an error in its place. */
export type ReadContent<T> = (bytes: Uint8Array<ArrayBuffer>) => T | null;

export function readJson<T>(schema: z.ZodType<T>): ReadContent<T> {
  return (bytes) => {
    try {
      return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return null;
    }
  };
}
/** A library that is cut short begins like a whole one. */
export const readLibrary: ReadContent<true> = (bytes) => WebAssembly.validate(bytes) || null;

/** Numbers beside packed weights: how far apart they lie, and where zero is. */
const besideWeights = /(?:^|[._])(?:q_?scales?|scales|q_?zeros?)$/;
const packedWeights = /(?:^|[._])q_?weight$/;

/**
 * How many weights a model has by its own list: as the list says it, or summed over its tensors, of which several weights may be
 * packed into one number. Null where the list says too little.
 */
export function countMlcParameters({ metadata, records }: ShardList, quantization = ''): number | null {
  const { ParamBytes: total = 0, BitsPerParam: bits = 0 } = metadata ?? {};
  if (total > 0 && bits > 0) return Math.round((total * 8) / bits);
  const weightBits = Number(/^q(\d+)/.exec(quantization)?.[1] ?? 0);
  let sum = 0;
  for (const { records: tensors } of records) {
    if (!tensors) return null;
    for (const { name, shape, dtype = '' } of tensors) {
      if (name === undefined || !shape) return null;
      if (besideWeights.test(name)) continue;
      const numbers = shape.reduce((product, size) => product * size, 1);
      const packedInto = packedWeights.test(name) ? Number(/^u?int(\d+)$/.exec(dtype)?.[1] ?? 0) : 0;
      if (packedInto > 0 && weightBits === 0) return null;
      sum += packedInto > 0 ? numbers * Math.floor(packedInto / weightBits) : numbers;
    }
  }
  return sum > 0 ? sum : null;
}

/** No such host can exist: what is not kept here cannot be fetched by accident either. */
const keptHost = 'https://models.assay.invalid';
const folderMark = 'folder:';

/** Under which addresses WebLLM looks for the files of a model. */
export function keptAddress(id: string): { files: string; lib: string } {
  const files = `${keptHost}/${encodeURIComponent(id)}/resolve/main/`;
  return { files, lib: files + libName };
}

/** The model and file that such an address means. */
export function readKeptAddress(address: string): { id: string; name: string } | null {
  if (!address.startsWith(`${keptHost}/`)) return null;
  const [id = '', , , name = ''] = address.slice(keptHost.length + 1).split('/');
  return { id: decodeURIComponent(id), name };
}

/** Models from folders of the same name have different ids: no folder has a slash in its name. */
export function folderModelId(name: string, key: string): string {
  return `${folderMark}${name}/${key}`;
}
export function isFolderModel(id: string): boolean {
  return id.startsWith(folderMark);
}
export function mlcModelName(id: string): string {
  return isFolderModel(id) ? id.slice(folderMark.length).replace(/\/.*$/, '') : id;
}

/** What the list of models says of one. */
export interface ListedFiles {
  id: string;
  /** The folder of its files. */
  model: string;
  /** The library that was compiled for it. */
  lib: string;
  /** What each token of context takes, where the list says it. */
  bytesPerToken?: number;
}
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

/** A model for WebLLM whose files are all here. */
export interface MlcModel {
  id: string;
  name: string;
  bytes: number;
  /** Null where its list does not say how many weights there are. */
  parameters: number | null;
  config: ModelConfig;
}
