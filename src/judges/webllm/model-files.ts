import { z } from '../../core/model/zod';

/** The files by which a model folder describes itself, as far as they are needed here. */

export const configName = 'mlc-chat-config.json';
export const listName = 'tensor-cache.json';
/** What the same list was called before. */
export const olderListName = 'ndarray-cache.json';

const template = z.string().optional();

export const configSchema = z.object({
  tokenizer_files: z.array(z.string()),
  context_window_size: z.number().optional(),
  model_type: z.string().optional(),
  quantization: z.string().optional(),
  conv_template: z
    .object({
      role_templates: z.object({ user: template, assistant: template }).partial().optional(),
    })
    .optional(),
});
export type ModelConfig = z.infer<typeof configSchema>;

/** Shards lie beside their list: a path would lead out of the model's own folder. */
const fileName = z.string().regex(/^[\w-][\w.-]*$/);

const bytes = z.int().min(0);
const tensorSchema = z.object({
  byteOffset: bytes,
  nbytes: bytes,
  format: z.string().optional(),
  name: z.string().optional(),
  shape: z.array(bytes).optional(),
  dtype: z.string().optional(),
});
export type Tensor = z.infer<typeof tensorSchema>;

const shardSchema = z
  .object({
    dataPath: fileName,
    nbytes: bytes,
    md5sum: z
      .string()
      .regex(/^[0-9a-f]{32}$/i)
      .optional(),
    records: z.array(tensorSchema).optional(),
  })
  .refine(
    ({ nbytes, records = [] }) => records.every((tensor) => tensor.byteOffset + tensor.nbytes <= nbytes),
    // A tensor would end behind its file.
    { path: ['records'] },
  );
export type Shard = z.infer<typeof shardSchema>;

export const shardListSchema = z
  .object({
    metadata: z.object({ ParamBytes: z.number().optional(), BitsPerParam: z.number().optional() }).optional(),
    records: z.array(shardSchema).min(1),
  })
  .refine(
    ({ metadata, records }) => {
      const total = metadata?.ParamBytes ?? 0;
      const tensors = records.flatMap((shard) => shard.records ?? []);
      // What is stored in another form than it is used in has other sizes.
      const countable = total > 0 && tensors.length > 0 && tensors.every(({ format }) => format === 'raw');
      return !countable || tensors.reduce((sum, { nbytes }) => sum + nbytes, 0) === total;
    },
    { path: ['metadata', 'ParamBytes'] },
  );

export type ShardList = z.infer<typeof shardListSchema>;

/** The one that WebLLM reads; null where it can read none of them. */
export function tokenizerOf({ tokenizer_files: files }: ModelConfig): string | null {
  return ['tokenizer.json', 'tokenizer.model'].find((name) => files.includes(name)) ?? null;
}
