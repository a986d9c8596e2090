import { createHash } from 'node:crypto';

export const tinyShards = ['params_shard_0.bin', 'params_shard_1.bin', 'params_shard_2.bin'];
export const tinyLib = 'tiny-webgpu.wasm';

/** A tokenizer of two words, in the form that WebLLM reads. */
const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: { type: 'WordLevel', vocab: { a: 0, b: 1 }, unk_token: 'a' },
};

/**
 * The files of a model for WebLLM, small but with true sizes and hashes. Its library is a WebAssembly module with nothing in it: a
 * real one is made by a compiler that is not here, so a model of this kind is taken in whole, and then refused by the runtime.
 */
export function tinyFolder({
  shardBytes = 4096,
  quantization = 'q4f32_1',
  list = 'tensor-cache.json',
  first = 1,
}: { shardBytes?: number; quantization?: string; list?: string; first?: number } = {}): Map<string, Buffer> {
  const shards = tinyShards.map((name, index) => [name, Buffer.alloc(shardBytes, index + first)] as const);
  const config = {
    model_type: 'qwen3',
    quantization,
    vocab_size: 2,
    context_window_size: 8192,
    sliding_window_size: -1,
    attention_sink_size: -1,
    tokenizer_files: ['tokenizer.json', 'vocab.json'],
    conv_template: {
      name: 'chatml',
      system_template: '{system_message}',
      system_message: '',
      roles: { user: 'user', assistant: 'assistant' },
      role_templates: { user: '{user_message}', assistant: '{assistant_message}' },
      seps: ['\n'],
      stop_str: [],
      stop_token_ids: [1],
    },
  };
  const records = shards.map(([dataPath, bytes]) => ({
    dataPath,
    format: 'raw-shard',
    nbytes: bytes.length,
    md5sum: createHash('md5').update(bytes).digest('hex'),
    records: [],
  }));
  return new Map([
    ['mlc-chat-config.json', json(config)],
    [list, json({ metadata: { ParamSize: 0 }, records })],
    ['tokenizer.json', json(tokenizer)],
    [tinyLib, Buffer.from([0, 97, 115, 109, 1, 0, 0, 0])],
    ...shards,
  ]);
}

function json(content: unknown): Buffer {
  return Buffer.from(JSON.stringify(content));
}
