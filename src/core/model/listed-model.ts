/** A form of a model that a runtime can load as it is. */
export interface ListedVariant {
  id: string;
  /** Where its publisher keeps its files, and the library that computes it. */
  model: string;
  lib: string;
  /** With the context that the list states. */
  memoryMegabytes: number;
  context: number;
  lowResource: boolean;
  features: readonly string[];
  /** About; the model's own files say it exactly. */
  downloadBytes: number;
  /** What each token of context takes. */
  bytesPerToken: number;
}

/** Languages that the built-in rubrics and their cases are in. */
export type JudgedLanguage = 'en' | 'fr' | 'ko' | 'nl';

/** A model that is worth judging with, in the two forms that graphics cards take. */
export interface ListedModel {
  name: string;
  publisher: string;
  /** In billions. */
  parameters: number;
  /** Tokens that it was made for. */
  trainedContext: number;
  /** Of those that matter here, the ones that its publisher names. */
  languages: readonly JudgedLanguage[];
  /** How well its 1–5 scores follow those of people (Spearman); null where nobody published it. */
  agreement: number | null;
  /** The largest part that the graphics card must take as one. */
  largestBufferBytes: number;
  f16: ListedVariant;
  f32: ListedVariant;
}

/** Why a model does not run here, or may not. */
export type Misfit =
  | { why: 'no-webgpu' }
  /** Only a processor that plays a graphics card. */
  | { why: 'software' }
  /** The graphics card has less than every model of WebLLM's is compiled for. */
  | { why: 'shaders' }
  | { why: 'buffer'; needed: number; most: number }
  | { why: 'memory'; needed: number; most: number }
  /** The browser does not say how much memory there is. */
  | { why: 'memory-unknown'; needed: number }
  | { why: 'storage'; needed: number; most: number };

export interface ModelFit {
  verdict: 'fits' | 'unsure' | 'no';
  variant: ListedVariant;
  /** What it takes with the context that was asked about. */
  memoryBytes: number;
  misfits: readonly Misfit[];
}

/** A model of the list and how it fits this machine. */
export interface Offer {
  model: ListedModel;
  fit: ModelFit;
}

/** In billions of parameters: below, scores are close to noise. */
export const leastParameters = 3;

/** How well people's scores follow those of other people on such scales: nobody can ask more of a model. */
export const humanAgreement = { from: 0.3, to: 0.6 };
