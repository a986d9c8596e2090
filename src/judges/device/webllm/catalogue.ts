import type { JudgedLanguage, ListedModel, ListedVariant } from './fits';

const models = 'https://huggingface.co/mlc-ai/';
const libs = 'https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_84/base/';

/** Bits that a weight takes with its share of the scales, and bytes of one number in the context. */
const sizes = { f16: { weightBits: 4.5, numberBytes: 2 }, f32: { weightBits: 5, numberBytes: 4 } };

type Row = [
  name: string,
  publisher: string,
  /** In billions. */
  parameters: number,
  agreement: number | null,
  /** Those that keep something of each token. */
  layers: number,
  vocabulary: number,
  width: number,
  trainedContext: number,
  megabytes: { f16: number; f32: number },
];
interface Extra {
  /** The beginning of its ids, and of its libraries' names where that is another. */
  stem?: string;
  libStem?: string;
  languages?: readonly JudgedLanguage[];
  /** Heads of keys times their size: what a layer keeps of each token. */
  keySize?: number;
  lowResource?: true;
}

/**
 * The models of WebLLM's own list that are worth judging with, the best first. What that list does not say comes from the
 * publishers' model cards. Agreement: Spearman's correlation with people's scores on SummEval, as published.
 */
const rows: readonly Row[] = [
  ['Qwen3 8B', 'Qwen', 8.2, 0.45, 36, 151_936, 4096, 32_768, { f16: 5695.78, f32: 6852.55 }],
  ['Qwen3 4B', 'Qwen', 4, 0.43, 36, 151_936, 2560, 32_768, { f16: 3431.59, f32: 4327.71 }],
  ['Phi-4 mini', 'Microsoft', 3.8, 0.37, 32, 200_064, 3072, 131_072, { f16: 3437.58, f32: 4220.59 }],
  // Of the 32 layers of Qwen3.5 only every fourth keeps its tokens; the others keep a state of fixed size.
  ['Qwen3.5 9B', 'Qwen', 9, null, 8, 248_320, 4096, 262_144, { f16: 6433.01, f32: 7544.74 }],
  ['Qwen3.5 4B', 'Qwen', 4.2, null, 8, 248_320, 2560, 262_144, { f16: 3867.82, f32: 4680.36 }],
  ['Llama 3.1 8B', 'Meta', 8, null, 32, 128_256, 4096, 131_072, { f16: 5001, f32: 6101.01 }],
  ['Ministral 3 3B', 'Mistral AI', 3.4, null, 26, 131_072, 3072, 262_144, { f16: 2863.69, f32: 3532.37 }],
  ['Qwen3 1.7B', 'Qwen', 1.7, 0.22, 28, 151_936, 2048, 32_768, { f16: 2036.66, f32: 2635.44 }],
  ['Qwen3 0.6B', 'Qwen', 0.6, 0.05, 28, 151_936, 1024, 32_768, { f16: 1403.34, f32: 1924.98 }],
];

const all: readonly JudgedLanguage[] = ['en', 'fr', 'ko', 'nl'];
const llama = { stem: 'Llama-3.1-8B-Instruct', libStem: 'Llama-3_1-8B-Instruct' };
const extras: Record<string, Extra> = {
  'Qwen3 4B': { lowResource: true },
  'Phi-4 mini': { stem: 'Phi-4-mini-instruct' },
  'Qwen3.5 9B': { keySize: 4 * 256 },
  'Qwen3.5 4B': { keySize: 4 * 256 },
  'Llama 3.1 8B': { ...llama, languages: ['en', 'fr'] },
  'Ministral 3 3B': { stem: 'Ministral-3-3B-Instruct-2512-BF16', lowResource: true },
  'Qwen3 1.7B': { lowResource: true },
  'Qwen3 0.6B': { lowResource: true },
};

export const catalogue: readonly ListedModel[] = rows.map((row) => {
  const [name, publisher, parameters, agreement, , vocabulary, width, trainedContext] = row;
  return {
    name,
    publisher,
    parameters,
    trainedContext,
    languages: extras[name]?.languages ?? all,
    agreement,
    // The table of the vocabulary, four bits a weight.
    largestBufferBytes: (vocabulary * width) / 2,
    f16: variantOf(row, 'f16'),
    f32: variantOf(row, 'f32'),
  };
});

export function findListed(id: string): ListedVariant | null {
  return catalogue.flatMap(({ f16, f32 }) => [f16, f32]).find((variant) => variant.id === id) ?? null;
}

function variantOf(
  [name, , parameters, , layers, , , , megabytes]: Row,
  numbers: 'f16' | 'f32',
): ListedVariant {
  const extra = extras[name] ?? {};
  const { stem = name.replaceAll(' ', '-'), libStem = stem, keySize = 8 * 128, lowResource = false } = extra;
  const { weightBits, numberBytes } = sizes[numbers];
  const id = `${stem}-q4${numbers}_1-MLC`;
  return {
    id,
    model: models + id,
    lib: `${libs}${libStem}-q4${numbers}_1_cs1k-webgpu.wasm`,
    memoryMegabytes: megabytes[numbers],
    context: 4096,
    lowResource,
    downloadBytes: (parameters * 1e9 * weightBits) / 8,
    bytesPerToken: 2 * layers * keySize * numberBytes,
  };
}
