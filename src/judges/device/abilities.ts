import type { DeviceAbilities } from './device';

interface AskedAdapter {
  features: { has(name: string): boolean };
  limits: {
    maxBufferSize: number;
    maxStorageBufferBindingSize: number;
    maxComputeWorkgroupStorageSize: number;
    maxStorageBuffersPerShaderStage: number;
  };
  info?: { isFallbackAdapter?: boolean; architecture?: string };
}

/** The part of the browser that is asked, so that tests can stand in for it. */
export interface BrowserApis {
  crossOriginIsolated: boolean;
  navigator: {
    hardwareConcurrency?: number;
    deviceMemory?: number;
    storage?: { estimate?(): Promise<{ quota?: number; usage?: number }> };
    gpu?: {
      requestAdapter(wish: { powerPreference: 'high-performance' }): Promise<AskedAdapter | null>;
    };
  };
  has64BitMemory(): boolean;
  builtIn?(): Promise<DeviceAbilities['builtIn']>;
}

const mostThreads = 8;

export async function findAbilities(browser: BrowserApis): Promise<DeviceAbilities> {
  const { crossOriginIsolated: isolated, navigator } = browser;
  const processors = navigator.hardwareConcurrency ?? 1;
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return {
    wasm: browser.has64BitMemory(),
    isolated,
    processors,
    threads: isolated ? threadsFor(processors) : 1,
    memoryGigabytes: navigator.deviceMemory ?? null,
    storageBytes: estimate?.quota === undefined ? null : Math.max(0, estimate.quota - (estimate.usage ?? 0)),
    gpu: await findGpu(navigator.gpu),
    builtIn: (await browser.builtIn?.()) ?? 'none',
  };
}

export async function findGpu(gpu: BrowserApis['navigator']['gpu']): Promise<DeviceAbilities['gpu']> {
  // The one that WebLLM will ask for, where there are two.
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter) return { state: 'none' };
  const { features, limits, info } = adapter;
  return {
    state: 'there',
    f16: features.has('shader-f16'),
    software: info?.isFallbackAdapter === true || /swiftshader|llvmpipe/i.test(info?.architecture ?? ''),
    maxBufferBytes: limits.maxBufferSize,
    maxBindingBytes: limits.maxStorageBufferBindingSize,
    maxWorkgroupBytes: limits.maxComputeWorkgroupStorageSize,
    maxStorageBuffers: limits.maxStorageBuffersPerShaderStage,
  };
}

/** One processor is left to the page; of many, every second is only another half of the same. */
function threadsFor(processors: number): number {
  const useful = processors > 4 ? Math.floor(processors / 2) : processors - 1;
  return Math.min(mostThreads, Math.max(1, useful));
}

/** A module with a memory of 64-bit addresses and an empty start. */
export function has64BitMemory(): boolean {
  const memory64 = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 4, 1]);
  return typeof WebAssembly === 'object' && WebAssembly.validate(memory64);
}
