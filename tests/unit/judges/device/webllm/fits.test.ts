import { describe, expect, it } from 'vitest';
import type { DeviceAbilities } from '../../../../../src/judges/device/device';
import { catalogue } from '../../../../../src/judges/device/webllm/catalogue';
import { bestThatFits, fitOf, memoryFor, nearestFirst } from '../../../../../src/judges/device/webllm/fits';
import { card, machine } from '../machine';

const fitsOn = (change: Partial<DeviceAbilities>, context: number | null = null, isHere = false) =>
  catalogue.map((model) => ({ model, fit: fitOf(model, { ...machine, ...change }, { context, isHere }) }));

describe('a model on a machine', () => {
  it.each<[string, Partial<DeviceAbilities>, string | null]>([
    ['a current machine', {}, 'Qwen3-4B-q4f16_1-MLC'],
    ['no 16-bit numbers', { gpu: { ...card, f16: false } }, 'Qwen3-4B-q4f32_1-MLC'],
    ['4 GB', { memoryGigabytes: 4 }, 'Qwen3-1.7B-q4f16_1-MLC'],
    ['2 GB', { memoryGigabytes: 2 }, null],
    ['memory not told', { memoryGigabytes: null }, 'Qwen3-4B-q4f16_1-MLC'],
    ['a small binding', { gpu: { ...card, maxBindingBytes: 2 ** 27 } }, 'Qwen3-0.6B-q4f16_1-MLC'],
    [
      'a binding that WebLLM does not ask for',
      { gpu: { ...card, maxBindingBytes: 2 ** 30 - 1 } },
      'Qwen3-0.6B-q4f16_1-MLC',
    ],
    [
      'a buffer that WebLLM does not ask for',
      { gpu: { ...card, maxBufferBytes: 2 ** 30 - 1 } },
      'Qwen3-4B-q4f16_1-MLC',
    ],
    ['no device for WebLLM', { gpu: { ...card, maxBufferBytes: 2 ** 28 - 1 } }, null],
    ['little shared memory', { gpu: { ...card, maxWorkgroupBytes: 2 ** 14 } }, null],
    ['few buffers at once', { gpu: { ...card, maxStorageBuffers: 8 } }, null],
    ['2.1 GB free', { storageBytes: 2.1e9 }, 'Ministral-3-3B-Instruct-2512-BF16-q4f16_1-MLC'],
    ['1.5 GB free', { storageBytes: 1.5e9 }, 'Qwen3-1.7B-q4f16_1-MLC'],
    ['storage not told', { storageBytes: null }, 'Qwen3-4B-q4f16_1-MLC'],
    ['software', { gpu: { ...card, software: true } }, null],
    ['no WebGPU', { gpu: { state: 'none' } }, null],
  ])('%s', (_, change, id) => {
    expect(bestThatFits(fitsOn(change))?.fit.variant.id ?? null).toBe(id);
  });

  const of = (
    name: string,
    change: Partial<DeviceAbilities>,
    context: number | null = null,
    isHere = false,
  ) => fitsOn(change, context, isHere).find(({ model }) => model.name === name)?.fit;

  it.each<[string, ReturnType<typeof of>, string, string[]]>([
    ['8 GB or more may do for 8B', of('Qwen3 8B', {}), 'unsure', ['memory']],
    ['4 GB do not do for 4B', of('Qwen3 4B', { memoryGigabytes: 4 }), 'no', ['memory']],
    ['a longer context takes more', of('Qwen3 4B', {}, 32_768), 'unsure', ['memory']],
    ['nobody says how much', of('Qwen3 8B', { memoryGigabytes: null }), 'unsure', ['memory-unknown']],
    ['a full disk', of('Qwen3 4B', { storageBytes: 1e9 }), 'no', ['storage']],
    ['a full disk that has it', of('Qwen3 4B', { storageBytes: 1e9 }, null, true), 'fits', []],
    ['software', of('Qwen3 4B', { gpu: { ...card, software: true } }), 'no', ['software']],
    ['no card', of('Qwen3 4B', { gpu: { state: 'none' }, memoryGigabytes: 2 }), 'no', ['no-webgpu']],
    [
      'all at once',
      of('Qwen3 8B', { gpu: { ...card, maxBufferBytes: 2 ** 28 }, storageBytes: 0, memoryGigabytes: 4 }),
      'no',
      ['buffer', 'storage', 'memory'],
    ],
  ])('%s', (_, fit, verdict, whys) => {
    expect({ verdict: fit?.verdict, whys: fit?.misfits.map(({ why }) => why) }).toEqual({ verdict, whys });
  });

  it.each<[string, Partial<DeviceAbilities>, string[]]>([
    [
      'where nothing fits, the smallest comes first',
      { gpu: { state: 'none' } },
      ['Qwen3 0.6B', 'Qwen3 1.7B'],
    ],
    ['a full disk', { storageBytes: 0.2e9 }, ['Qwen3 0.6B', 'Qwen3 1.7B', 'Ministral 3 3B']],
    ['what fits stays in the order of the list', {}, ['Qwen3 4B', 'Phi-4 mini']],
    ['what may fit stands before what does not', { memoryGigabytes: null }, ['Qwen3 4B', 'Ministral 3 3B']],
  ])('%s', (_, change, names) => {
    const sorted = nearestFirst(fitsOn(change)).map(({ model }) => model.name);
    expect(sorted.slice(0, names.length)).toEqual(names);
    expect(sorted.toSorted()).toEqual(catalogue.map(({ name }) => name).toSorted());
  });

  it('takes about 150 kB more for each further token of 4B', () => {
    const variant = catalogue.find(({ name }) => name === 'Qwen3 4B')?.f16;
    if (!variant) throw new Error('Expected Qwen3 4B in the catalogue.');
    const perToken = (memoryFor(variant, 8192) - memoryFor(variant, 4096)) / 4096;
    expect(perToken).toBe(147_456);
  });
});
