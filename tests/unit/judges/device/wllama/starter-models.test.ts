import { describe, expect, it } from 'vitest';
import {
  isModelAddress,
  mostGgufBytes,
  parametersInName,
} from '../../../../../src/judges/device/files/gguf-model';
import { starterAddress, starterModels } from '../../../../../src/judges/device/wllama/starter-models';

describe('models to start with', () => {
  it.each(starterModels)('$name is one file that the runtime takes', ({ address, bytes, parameters }) => {
    expect(isModelAddress(address)).toBe(true);
    expect(bytes).toBeLessThan(mostGgufBytes);
    expect(parametersInName(address.split('/').at(-1) ?? '')).toBe(parameters);
  });

  it('has one of less than 400 MB, and names the best first', () => {
    expect(starterModels.some(({ bytes }) => bytes < 400e6)).toBe(true);
    const worth = starterModels.map(({ agreement }) => agreement);
    expect(worth).toEqual(worth.toSorted((a, b) => b - a));
  });

  it('comes from a mirror by the name of its file', () => {
    const [first] = starterModels;
    expect(first && starterAddress(first, 'http://127.0.0.1:1/m/')).toBe(
      'http://127.0.0.1:1/m/Qwen3-4B-Q3_K_M.gguf',
    );
  });
});
