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

const shardSchema = z.object({
  dataPath: fileName,
  nbytes: z.int().min(0),
  md5sum: z
    .string()
    .regex(/^[0-9a-f]{32}$/i)
    .optional(),
});
export type Shard = z.infer<typeof shardSchema>;

export const shardListSchema = z.object({ records: z.array(shardSchema).min(1) });

/** The one that WebLLM reads; null where it can read none of them. */
export function tokenizerOf({ tokenizer_files: files }: ModelConfig): string | null {
  return ['tokenizer.json', 'tokenizer.model'].find((name) => files.includes(name)) ?? null;
}
