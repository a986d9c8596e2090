import type { JudgedLanguage, ListedModel, ListedVariant } from './fits';

const models = 'https://huggingface.co/mlc-ai/';
const libs = 'https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_84/base/';

/** Bits that a weight takes with its share of the scales, and bytes of one number in the context. */
const sizes = { f16: { weightBits: 4.5, numberBytes: 2 }, f32: { weightBits: 5, numberBytes: 4 } };

interface Described extends Pick<ListedModel, 'name' | 'publisher' | 'parameters' | 'trainedContext'> {
  /** The beginning of its ids, and of its libraries' names where that is another. */
  stem?: string;
  libStem?: string;
  languages?: readonly JudgedLanguage[];
  agreement?: number;
  /** Layers that keep something of each token, and what: heads of keys times their size. */
  layers: number;
  keyHeads?: number;
  headSize?: number;
  vocabulary: number;
  width: number;
  megabytes: { f16: number; f32: number };
  lowResource?: true;
}

const all: readonly JudgedLanguage[] = ['en', 'fr', 'ko', 'nl'];
const qwen3 = { publisher: 'Qwen', vocabulary: 151_936, trainedContext: 32_768 };
// Of the 32 layers only every fourth keeps its tokens; the others keep a state of fixed size.
const qwen35Layers = { layers: 8, keyHeads: 4, headSize: 256 };
const qwen35 = { publisher: 'Qwen', vocabulary: 248_320, trainedContext: 262_144, ...qwen35Layers };

/**
 * The models of WebLLM's own list that are worth judging with, the best first. What that list does not say comes from the
 * publishers' model cards. Agreement: Spearman's correlation with people's scores on SummEval, as published.
 */
const described: readonly Described[] = [
  {
    ...qwen3,
    name: 'Qwen3 8B',
    parameters: 8.2,
    agreement: 0.45,
    layers: 36,
    width: 4096,
    megabytes: { f16: 5695.78, f32: 6852.55 },
  },
  {
    ...qwen3,
    name: 'Qwen3 4B',
    parameters: 4,
    agreement: 0.43,
    layers: 36,
    width: 2560,
    megabytes: { f16: 3431.59, f32: 4327.71 },
    lowResource: true,
  },
  {
    name: 'Phi-4 mini',
    publisher: 'Microsoft',
    stem: 'Phi-4-mini-instruct',
    parameters: 3.8,
    trainedContext: 131_072,
    agreement: 0.37,
    layers: 32,
    vocabulary: 200_064,
    width: 3072,
    megabytes: { f16: 3437.58, f32: 4220.59 },
  },
  {
    ...qwen35,
    name: 'Qwen3.5 9B',
    parameters: 9,
    width: 4096,
    megabytes: { f16: 6433.01, f32: 7544.74 },
  },
  {
    ...qwen35,
    name: 'Qwen3.5 4B',
    parameters: 4.2,
    width: 2560,
    megabytes: { f16: 3867.82, f32: 4680.36 },
  },
  {
    name: 'Llama 3.1 8B',
    publisher: 'Meta',
    stem: 'Llama-3.1-8B-Instruct',
    libStem: 'Llama-3_1-8B-Instruct',
    parameters: 8,
    trainedContext: 131_072,
    languages: ['en', 'fr'],
    layers: 32,
    vocabulary: 128_256,
    width: 4096,
    megabytes: { f16: 5001, f32: 6101.01 },
  },
  {
    name: 'Ministral 3 3B',
    publisher: 'Mistral AI',
    stem: 'Ministral-3-3B-Instruct-2512-BF16',
    parameters: 3.4,
    trainedContext: 262_144,
    layers: 26,
    vocabulary: 131_072,
    width: 3072,
    megabytes: { f16: 2863.69, f32: 3532.37 },
    lowResource: true,
  },
  {
    ...qwen3,
    name: 'Qwen3 1.7B',
    parameters: 1.7,
    agreement: 0.22,
    layers: 28,
    width: 2048,
    megabytes: { f16: 2036.66, f32: 2635.44 },
    lowResource: true,
  },
  {
    ...qwen3,
    name: 'Qwen3 0.6B',
    parameters: 0.6,
    agreement: 0.05,
    layers: 28,
    width: 1024,
    megabytes: { f16: 1403.34, f32: 1924.98 },
    lowResource: true,
  },
];

export const catalogue: readonly ListedModel[] = described.map((model) => ({
  name: model.name,
  publisher: model.publisher,
  parameters: model.parameters,
  trainedContext: model.trainedContext,
  languages: model.languages ?? all,
  agreement: model.agreement ?? null,
  // The table of the vocabulary, four bits a weight.
  largestBufferBytes: (model.vocabulary * model.width) / 2,
  f16: variantOf(model, 'f16'),
  f32: variantOf(model, 'f32'),
}));

export function findListed(id: string): ListedVariant | null {
  return catalogue.flatMap(({ f16, f32 }) => [f16, f32]).find((variant) => variant.id === id) ?? null;
}

function variantOf(model: Described, numbers: 'f16' | 'f32'): ListedVariant {
  const { name, stem = name.replaceAll(' ', '-'), libStem = stem, parameters, megabytes } = model;
  const { layers, keyHeads = 8, headSize = 128 } = model;
  const { weightBits, numberBytes } = sizes[numbers];
  const id = `${stem}-q4${numbers}_1-MLC`;
  return {
    id,
    model: models + id,
    lib: `${libs}${libStem}-q4${numbers}_1_cs1k-webgpu.wasm`,
    memoryMegabytes: megabytes[numbers],
    context: 4096,
    lowResource: model.lowResource ?? false,
    downloadBytes: (parameters * 1e9 * weightBits) / 8,
    bytesPerToken: 2 * layers * keyHeads * headSize * numberBytes,
  };
}
