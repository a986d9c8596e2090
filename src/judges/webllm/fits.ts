import type { DeviceAbilities } from '../../core/model/device';
import { grantedPiece } from '../../core/model/granted-piece';
import {
  leastParameters,
  type ListedModel,
  type ListedVariant,
  type Misfit,
  type ModelFit,
  type Offer,
} from '../../core/model/listed-model';

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

/** Whether a model runs on this machine: in the variant that its graphics card takes, with this much context. */
export function fitOf(
  model: ListedModel,
  abilities: DeviceAbilities,
  { context, isHere }: { context: number | null; isHere: boolean },
): ModelFit {
  const { gpu, storageBytes } = abilities;
  const variant = gpu.state === 'none' || gpu.f16 ? model.f16 : model.f32;
  const needed = memoryFor(variant, context ?? variant.context);
  const fit = { variant, memoryBytes: needed };
  if (gpu.state === 'none') return { ...fit, verdict: 'no', misfits: [{ why: 'no-webgpu' }] };
  const never: Misfit[] = [];
  const perhaps: Misfit[] = [];
  if (gpu.software) never.push({ why: 'software' });
  const most = grantedPiece(gpu);
  if (most === 0 || gpu.maxWorkgroupBytes < leastWorkgroup || gpu.maxStorageBuffers < leastBuffers)
    never.push({ why: 'shaders' });
  else if (model.largestBufferBytes > most)
    never.push({ why: 'buffer', needed: model.largestBufferBytes, most });
  if (!isHere && storageBytes !== null && storageBytes < variant.downloadBytes)
    never.push({ why: 'storage', needed: variant.downloadBytes, most: storageBytes });
  const { memoryGigabytes } = abilities;
  if (memoryGigabytes === null) {
    if (!variant.lowResource) perhaps.push({ why: 'memory-unknown', needed });
  } else if (needed > memoryGigabytes * gigabyte * usableShare)
    (memoryGigabytes < mostAdmitted ? never : perhaps).push({
      why: 'memory',
      needed,
      most: memoryGigabytes * gigabyte,
    });
  const verdict = never.length > 0 ? 'no' : perhaps.length > 0 ? 'unsure' : 'fits';
  return { ...fit, verdict, misfits: [...never, ...perhaps] };
}

/** Bytes on the graphics card: the list's figure is for its own context, and each further token takes more. */
export function memoryFor(variant: ListedVariant, context: number): number {
  return variant.memoryMegabytes * megabyte + (context - variant.context) * variant.bytesPerToken;
}

/** The best that surely fits: the usual one, or else a large enough one that agrees best with people. */
export function bestThatFits(fits: readonly Offer[]): Offer | null {
  const sure = fits.filter(({ fit }) => fit.verdict === 'fits');
  const worth = ({ parameters, agreement }: ListedModel) =>
    (parameters < leastParameters ? 0 : 100) + (agreement ?? 0) * 10 + parameters / 100;
  const [best] = sure.toSorted((a, b) => worth(b.model) - worth(a.model));
  return sure.find(({ model }) => model.name === usual) ?? best ?? null;
}

/** Those that surely fit as they are, then the others, the nearest to fitting first. */
export function nearestFirst(fits: readonly Offer[]): Offer[] {
  const order = { fits: 0, unsure: 1, no: 2 };
  return fits.toSorted(
    ({ fit: a }, { fit: b }) =>
      order[a.verdict] - order[b.verdict] ||
      (a.verdict === 'fits' ? 0 : excess(a) - excess(b) || a.memoryBytes - b.memoryBytes),
  );
}

/** How many times as much as there is of what it lacks most. */
function excess({ misfits }: ModelFit): number {
  return Math.max(1, ...misfits.map((misfit) => ('most' in misfit ? misfit.needed / misfit.most : 1)));
}
