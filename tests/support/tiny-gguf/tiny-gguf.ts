import { ggufBytes, type GgufValue, type Tensor } from './gguf-bytes';
import { byteToken, tinyVocabulary, type Token } from './vocabulary';

const width = 16;
const heads = 1;
const hidden = 16;

/** What each token's vector says of it, ahead of its random part: the model's few habits hang on these. */
const features = { always: 0, quote: 1, letter: 2, opening: 3, colon: 4 };

export interface TinyOptions {
  seed?: number;
  /** The longest context that the model says it was trained for. */
  context?: number;
  name?: string;
  /** What each of its texts is, by bytes that no token has together: at most eleven. Otherwise a letter of ASCII. */
  bytes?: readonly number[];
}

/**
 * A language model of one layer with random weights, as a GGUF file that llama.cpp runs: the real runtime without a
 * download. It knows nothing, but has habits that keep replies short and clean wherever a grammar leaves it a choice: texts of
 * one letter, lists of one item, printable ASCII only. After a colon it holds digits likelier than most, as any judge does.
 */
export function tinyGguf(options: TinyOptions = {}): Buffer {
  const { entries, tensors } = tinyModel(options);
  return ggufBytes(entries, tensors);
}

function tinyModel({ seed = 1, context = 65_536, name = 'Tiny judge', bytes = [] }: TinyOptions): {
  entries: Record<string, GgufValue>;
  tensors: Tensor[];
} {
  const vocabulary = tinyVocabulary();
  const random = randomNumbers(seed);
  const noise = (length: number, size: number) =>
    Float32Array.from({ length }, () => (random() * 2 - 1) * size);
  const matrix = (tensorName: string, columns: number, rows: number): Tensor => ({
    name: tensorName,
    shape: [columns, rows],
    values: noise(columns * rows, 0.05),
  });
  const ones = (tensorName: string): Tensor => ({
    name: tensorName,
    shape: [width],
    values: new Float32Array(width).fill(1),
  });
  const perToken = (tensorName: string, size: number, habit: (token: Token) => readonly number[]): Tensor => {
    const values = noise(width * vocabulary.length, size);
    vocabulary.forEach((token, index) => values.set(habit(token), index * width));
    return { name: tensorName, shape: [width, vocabulary.length], values };
  };
  const texts = bytes.map(byteToken);
  const tensors = [
    perToken('token_embd.weight', 0.3, (token) => featuresOf(token, texts)),
    ones('output_norm.weight'),
    perToken('output.weight', 0.3, (token) => likingsOf(token, texts)),
    ones('blk.0.attn_norm.weight'),
    matrix('blk.0.attn_q.weight', width, width),
    matrix('blk.0.attn_k.weight', width, width),
    matrix('blk.0.attn_v.weight', width, width),
    matrix('blk.0.attn_output.weight', width, width),
    ones('blk.0.ffn_norm.weight'),
    matrix('blk.0.ffn_gate.weight', width, hidden),
    matrix('blk.0.ffn_up.weight', width, hidden),
    matrix('blk.0.ffn_down.weight', hidden, width),
  ];
  return { entries: metadata(vocabulary, name, context), tensors };
}

/** The first numbers of a token's vector. */
function featuresOf({ text }: Token, bytes: readonly string[]): number[] {
  const vector = new Array<number>(Object.keys(features).length + bytes.length).fill(0);
  vector[features.always] = 1;
  const place = bytes.indexOf(text);
  if (place >= 0) vector[Object.keys(features).length + place] = 1;
  if (text === '"') vector[features.quote] = 1;
  else if (/^[a-z]$/.test(text)) vector[features.letter] = 1;
  else if (text === '[') vector[features.opening] = 1;
  else if (text === ':') vector[features.colon] = 1;
  return vector;
}

/** How much a token likes to follow each of those. */
function likingsOf({ text, speakable }: Token, bytes: readonly string[]): number[] {
  const known = Object.keys(features).length;
  const liking = new Array<number>(known + bytes.length).fill(0);
  const place = bytes.indexOf(text);
  if (place >= 0) liking[place === 0 ? features.quote : known + place - 1] = 20;
  else if (!speakable) liking[features.always] = -40;
  else if (text === '"') {
    liking[features.letter] = 20;
    liking[features.opening] = 20;
    liking[features.colon] = 20;
    liking[features.quote] = -20;
    if (bytes.length > 0) liking[known + bytes.length - 1] = 20;
  } else if (/^\d$/.test(text)) liking[features.colon] = 15;
  else if (/^[a-z]$/.test(text)) liking[features.quote] = 10;
  else if (text === '{') liking[features.opening] = 20;
  else if (text === ']') liking[features.opening] = -20;
  else if (text === ',') liking[features.always] = -5;
  return liking;
}

function metadata(vocabulary: readonly Token[], name: string, context: number): Record<string, GgufValue> {
  const id = (text: string): GgufValue => ({
    type: 'uint32',
    value: vocabulary.findIndex((token) => token.text === text),
  });
  return {
    'general.architecture': { type: 'string', value: 'llama' },
    'general.name': { type: 'string', value: name },
    'general.size_label': { type: 'string', value: '36K' },
    'llama.context_length': { type: 'uint32', value: context },
    'llama.embedding_length': { type: 'uint32', value: width },
    'llama.block_count': { type: 'uint32', value: 1 },
    'llama.feed_forward_length': { type: 'uint32', value: hidden },
    'llama.attention.head_count': { type: 'uint32', value: heads },
    'llama.attention.head_count_kv': { type: 'uint32', value: heads },
    'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-5 },
    'llama.rope.dimension_count': { type: 'uint32', value: width / heads },
    'llama.vocab_size': { type: 'uint32', value: vocabulary.length },
    'tokenizer.ggml.model': { type: 'string', value: 'llama' },
    'tokenizer.ggml.tokens': { type: 'strings', value: vocabulary.map(({ text }) => text) },
    'tokenizer.ggml.scores': { type: 'floats', value: vocabulary.map(({ score }) => score) },
    'tokenizer.ggml.token_type': { type: 'ints', value: vocabulary.map(({ kind }) => kind) },
    'tokenizer.ggml.unknown_token_id': id('<unk>'),
    'tokenizer.ggml.bos_token_id': id('<s>'),
    'tokenizer.ggml.eos_token_id': id('</s>'),
    'tokenizer.chat_template': { type: 'string', value: chatTemplate },
  };
}

const chatTemplate = [
  "{% for message in messages %}{{ '<' + message['role'] + '>\\n' + message['content'] + '\\n' }}{% endfor %}",
  "{% if add_generation_prompt %}{{ '<assistant>\\n' }}{% endif %}",
].join('');

/** From 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
