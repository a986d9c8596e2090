import type { DeviceAbilities } from '../../../../src/judges/device/device';

/** A current graphics card, and a machine that has it. */
export const card = {
  state: 'there' as const,
  f16: true,
  software: false,
  maxBufferBytes: 2 ** 31,
  maxBindingBytes: 2 ** 30,
  maxWorkgroupBytes: 2 ** 15,
  maxStorageBuffers: 10,
};
export const machine: DeviceAbilities = {
  wasm: true,
  isolated: true,
  processors: 8,
  threads: 4,
  memoryGigabytes: 8,
  storageBytes: 20e9,
  gpu: card,
  builtIn: 'none',
};
