/** What a GGUF file says of itself. */

/** What the cache of keys and values takes for a token, at two bytes a number. Null where the file does not say enough. */
export function contextBytes(metadata: Record<string, string>): number | null {
  const figure = (name: string) => Number(metadata[`${metadata['general.architecture'] ?? ''}.${name}`]);
  const heads = figure('attention.head_count');
  const width = figure('embedding_length') / heads;
  const keys = figure('attention.key_length') || width;
  const values = figure('attention.value_length') || width;
  const bytes = 2 * figure('block_count') * (figure('attention.head_count_kv') || heads) * (keys + values);
  return Number.isFinite(bytes) && bytes > 0 ? bytes : null;
}

/** In billions: what was counted, else what the file says of itself ("4B", "600M"). Of a mixture such as "8x7B" it says too little. */
export function billions(counted: number | null, metadata: Record<string, string>): number | null {
  if (counted !== null) return counted / 1e9;
  const [, count, unit] = /^([\d.]+)([BM])$/i.exec(metadata['general.size_label'] ?? '') ?? [];
  if (count === undefined) return null;
  return unit?.toUpperCase() === 'B' ? Number(count) : Number(count) / 1000;
}
