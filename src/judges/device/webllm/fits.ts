import type { DeviceAbilities } from '../device';

export interface ListedVariant {
  id: string;
  /** Where its publisher keeps its files, and the library that computes it. */
  model: string;
  lib: string;
  memoryMegabytes: number;
  context: number;
  lowResource: boolean;
  /** About; the model's own files say it exactly. */
  downloadBytes: number;
  bytesPerToken: number;
}

/** Languages that the built-in rubrics and their cases are in. */
export type JudgedLanguage = 'en' | 'fr' | 'ko' | 'nl';

/** A model that is worth judging with, in the two forms that graphics cards take. */
export interface ListedModel {
  name: string;
  publisher: string;
  parameters: number;
  trainedContext: number;
  /** Of those that matter here, the ones that its publisher names. */
  languages: readonly JudgedLanguage[];
  /** How well its 1–5 scores follow those of people (Spearman); null where it was not published. */
  agreement: number | null;
  /** The largest part that the graphics card must take as one. */
  largestBufferBytes: number;
  f16: ListedVariant;
  f32: ListedVariant;
}

/** Why a model does not run here, or may not, and where that is a size: how many bytes it needs, and how many there are. */
export interface Misfit {
  why:
    | 'no-webgpu'
    /** Only a processor that plays a graphics card. */
    | 'software'
    /** The graphics card has less than every model of WebLLM's is compiled for. */
    | 'shaders'
    | 'buffer'
    | 'memory'
    | 'memory-unknown'
    | 'storage';
  needed: number;
  most: number;
}

export interface ModelFit {
  verdict: 'fits' | 'unsure' | 'no';
  variant: ListedVariant;
  memoryBytes: number;
  misfits: readonly Misfit[];
}

export interface Offer {
  model: ListedModel;
  fit: ModelFit;
}

/** In billions of parameters: below, scores are close to noise. */
export const leastParameters = 3;

/** How well people's scores follow those of other people on such scales: no model can be asked for more. */
export const humanAgreement = { from: 0.3, to: 0.6 };

type Card = Extract<DeviceAbilities['gpu'], { state: 'there' }>;

const wanted = 2 ** 30;
/** What every WebGPU device has. */
const leastBuffer = 2 ** 28;
const leastBinding = 2 ** 27;

/** WebLLM asks for a device with a gigabyte, or else for one with the least that WebGPU promises. */
export function grantedPiece({ maxBufferBytes, maxBindingBytes }: Card): number {
  return Math.min(granted(maxBufferBytes, leastBuffer), granted(maxBindingBytes, leastBinding));
}

/** Below the least there is no device at all. */
function granted(most: number, least: number): number {
  if (most >= wanted) return wanted;
  return most >= least ? least : 0;
}

const megabyte = 2 ** 20;
const gigabyte = 2 ** 30;
/** The system, the browser and the page want their part. */
const usableShare = 0.6;
/** Browsers round what they admit to, and some admit to no more than this: from here on it may be more. */
const mostAdmitted = 8;

/** Without these WebLLM asks for no device. */
const leastWorkgroup = 32 * 2 ** 10;
const leastBuffers = 10;

/** Where it fits, this one is the default: those that agree better with people take half as much memory again. */
const usual = 'Qwen3 4B';

export function fitOf(
  model: ListedModel,
  { gpu, storageBytes, memoryGigabytes }: DeviceAbilities,
  { context, isHere }: { context: number | null; isHere: boolean },
): ModelFit {
  const variant = gpu.state === 'none' || gpu.f16 ? model.f16 : model.f32;
  const memoryBytes = memoryFor(variant, context ?? variant.context);
  const never: Misfit[] = [];
  const perhaps: Misfit[] = [];
  const add = (to: Misfit[], why: Misfit['why'], needed = 0, most = 0) => to.push({ why, needed, most });
  if (gpu.state === 'none') add(never, 'no-webgpu');
  else {
    if (gpu.software) add(never, 'software');
    const piece = grantedPiece(gpu);
    if (piece === 0 || gpu.maxWorkgroupBytes < leastWorkgroup || gpu.maxStorageBuffers < leastBuffers)
      add(never, 'shaders');
    else if (model.largestBufferBytes > piece) add(never, 'buffer', model.largestBufferBytes, piece);
    if (!isHere && storageBytes !== null && storageBytes < variant.downloadBytes)
      add(never, 'storage', variant.downloadBytes, storageBytes);
    const memory = memoryGigabytes === null ? null : memoryGigabytes * gigabyte;
    if (memory === null) {
      if (!variant.lowResource) add(perhaps, 'memory-unknown', memoryBytes);
    } else if (memoryBytes > memory * usableShare)
      add(memory < mostAdmitted * gigabyte ? never : perhaps, 'memory', memoryBytes, memory);
  }
  const verdict = never.length > 0 ? 'no' : perhaps.length > 0 ? 'unsure' : 'fits';
  return { verdict, variant, memoryBytes, misfits: [...never, ...perhaps] };
}

/** Bytes on the graphics card: the list's figure is for its own context, and each further token takes more. */
export function memoryFor(variant: ListedVariant, context: number): number {
  return variant.memoryMegabytes * megabyte + (context - variant.context) * variant.bytesPerToken;
}

/** The best that surely fits: the usual one, or else a large enough one that agrees best with people. */
export function bestThatFits(offers: readonly Offer[]): Offer | null {
  const sure = offers.filter(({ fit }) => fit.verdict === 'fits');
  const worth = ({ parameters, agreement }: ListedModel) =>
    (parameters < leastParameters ? 0 : 100) + (agreement ?? 0) * 10 + parameters / 100;
  const [best] = sure.toSorted((a, b) => worth(b.model) - worth(a.model));
  return sure.find(({ model }) => model.name === usual) ?? best ?? null;
}

/** Those that surely fit as they are, then the others, those that take the least first. */
export function nearestFirst(offers: readonly Offer[]): Offer[] {
  const order = { fits: 0, unsure: 1, no: 2 };
  return offers.toSorted(
    ({ fit: a }, { fit: b }) =>
      order[a.verdict] - order[b.verdict] || (a.verdict === 'fits' ? 0 : a.memoryBytes - b.memoryBytes),
  );
}
