import { ggufFileName } from '../files/gguf-model';

/** A model that llama.cpp runs without a graphics card, in one file of less than 2 GiB. */
export interface StarterModel {
  name: string;
  /** In billions. */
  parameters: number;
  bytes: number;
  licence: string;
  publisher: string;
  address: string;
  /** Spearman's correlation with people's scores on SummEval, as published for the model before it was made smaller. */
  agreement: number;
}

const hub = 'https://huggingface.co/';

/** Sizes and licences are those that the publishers' pages name. The best first; the last is only for trying things out. */
export const starterModels: readonly StarterModel[] = [
  {
    name: 'Qwen3 4B (Q3_K_M)',
    parameters: 4,
    bytes: 2_075_618_592,
    licence: 'Apache-2.0',
    publisher: 'Qwen, Unsloth',
    address: `${hub}unsloth/Qwen3-4B-GGUF/resolve/main/Qwen3-4B-Q3_K_M.gguf`,
    agreement: 0.43,
  },
  {
    name: 'Qwen3 1.7B (Q8_0)',
    parameters: 1.7,
    bytes: 1_834_426_016,
    licence: 'Apache-2.0',
    publisher: 'Qwen',
    address: `${hub}Qwen/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q8_0.gguf`,
    agreement: 0.22,
  },
  {
    name: 'Qwen3 0.6B (Q4_K_M)',
    parameters: 0.6,
    bytes: 396_705_472,
    licence: 'Apache-2.0',
    publisher: 'Qwen, Unsloth',
    address: `${hub}unsloth/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q4_K_M.gguf`,
    agreement: 0.05,
  },
];

/** Below this a model answers in the right form and little more. */
export const worthJudging = 1;

/** From this correlation on, scores follow those of people moderately; below, weakly. */
export const moderate = 0.3;

/** In a mirror the files lie side by side. */
export function starterAddress({ address }: StarterModel, mirror: string | null): string {
  return mirror === null ? address : mirror + ggufFileName(address);
}
