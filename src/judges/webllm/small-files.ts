import { countParameters } from './count-parameters';
import { libName } from './file-caches';
import { anyBytes, anyJson, jsonLike, library, type ReadContent } from './file-content';
import {
  configName,
  configSchema,
  listName,
  shardListSchema,
  tokenizerOf,
  type ModelConfig,
  type Shard,
} from './model-files';
import type { ListedFiles } from './model-record';
import { Refused } from './refused';

type Integrity = ListedFiles['integrity'];

/** Gets a file that is read whole. `promised` is its hash, where anyone gives it. Rejects where it cannot be had. */
export type GetSmall = <T>(name: string, read: ReadContent<T>, promised?: string) => Promise<T>;

/** Files that are not weights: description, list of shards, tokenizer, library. */
export const smallFiles = 4;

/** Gets all files of a model that are not weights, each by what the ones before it say. */
export async function getSmallFiles(
  get: GetSmall,
  integrity: Integrity,
  onShards: (shards: readonly Shard[]) => void,
): Promise<{ config: ModelConfig; shards: Shard[]; parameters: number | null }> {
  const config = await get(configName, jsonLike(configSchema), integrity?.config);
  const list = await get(listName, jsonLike(shardListSchema));
  const { records } = list;
  onShards(records);
  const tokenizer = tokenizerOf(config);
  if (tokenizer === null)
    throw new Refused({
      fault: 'load',
      said: `${configName}: tokenizer_files: ${config.tokenizer_files.join(', ') || '[]'}`,
    });
  await get<unknown>(
    tokenizer,
    tokenizer.endsWith('.json') ? anyJson : anyBytes,
    integrity?.tokenizer?.[tokenizer],
  );
  await get(libName, library, integrity?.model_lib);
  return { config, shards: records, parameters: countParameters(list, config.quantization) };
}
