import { expect, it } from 'vitest';
import { findAbilities } from '../../../../src/judges/device/abilities';

it.each([
  [true, 2, 1],
  [true, 4, 3],
  [true, 10, 5],
  [true, 64, 8],
  [false, 64, 1],
  [true, undefined, 1],
])('isolated %s, %s processors: %s threads', async (crossOriginIsolated, hardwareConcurrency, threads) => {
  const navigator = hardwareConcurrency === undefined ? {} : { hardwareConcurrency };
  const found = await findAbilities({ crossOriginIsolated, navigator, has64BitMemory: () => true });
  expect(found).toMatchObject({ threads, memoryGigabytes: null, storageBytes: null });
});

it('storage that cannot be asked is not known', async () => {
  const storage = { estimate: () => Promise.reject(new Error('no')) };
  const browser = { crossOriginIsolated: false, navigator: { storage }, has64BitMemory: () => false };
  expect(await findAbilities(browser)).toMatchObject({ wasm: false, storageBytes: null });
});

it.each([
  ['none', undefined, { state: 'none' }],
  ['one that has no adapter', { requestAdapter: () => Promise.resolve(null) }, { state: 'none' }],
  ['one that refuses', { requestAdapter: () => Promise.reject(new Error('no')) }, { state: 'none' }],
  [
    'a card',
    adapter(['shader-f16'], {}),
    {
      state: 'there',
      f16: true,
      software: false,
      maxBufferBytes: 4,
      maxBindingBytes: 2,
      maxWorkgroupBytes: 8,
      maxStorageBuffers: 6,
    },
  ],
  ['an old card', adapter([], {}), { state: 'there', f16: false, software: false }],
  ['software that says so', adapter([], { isFallbackAdapter: true }), { state: 'there', software: true }],
  ['software by its name', adapter([], { architecture: 'swiftshader' }), { state: 'there', software: true }],
])('WebGPU: %s', async (_, gpu, expected) => {
  const navigator = gpu ? { gpu } : {};
  const found = await findAbilities({ crossOriginIsolated: true, navigator, has64BitMemory: () => true });
  expect(found.gpu).toMatchObject(expected);
});

function adapter(features: string[], info: { isFallbackAdapter?: boolean; architecture?: string }) {
  const limits = {
    maxBufferSize: 4,
    maxStorageBufferBindingSize: 2,
    maxComputeWorkgroupStorageSize: 8,
    maxStorageBuffersPerShaderStage: 6,
  };
  return { requestAdapter: () => Promise.resolve({ features: new Set(features), limits, info }) };
}
