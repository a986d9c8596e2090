import type { DeviceAbilities } from './device';

type Card = Extract<DeviceAbilities['gpu'], { state: 'there' }>;

const wanted = 2 ** 30;
/** What every WebGPU device has. */
const leastBuffer = 2 ** 28;
const leastBinding = 2 ** 27;

/**
 * The largest piece that WebLLM can put on this graphics card. It asks for a device with a gigabyte, or else for one with the least
 * that WebGPU promises: what a card has in between is of no use to it.
 */
export function grantedPiece({ maxBufferBytes, maxBindingBytes }: Card): number {
  return Math.min(granted(maxBufferBytes, leastBuffer), granted(maxBindingBytes, leastBinding));
}

/** Below the least there is no device at all. */
function granted(most: number, least: number): number {
  if (most >= wanted) return wanted;
  return most >= least ? least : 0;
}
