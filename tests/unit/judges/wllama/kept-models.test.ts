import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { LoadStep } from '../../../../src/core/model/device';
import { keptModels, removeModel, verifyModel } from '../../../../src/judges/wllama/kept-models';
import type { ModelNote } from '../../../../src/judges/wllama/model-store';
import { memoryStore } from './memory-store';

const place = 'https://mirror.example/m/';
const one = `${place}one.gguf`;
const parts = [1, 2].map((part) => `${place}two-0000${part}-of-00002.gguf`);

function kept(address: string, text: string, change: Partial<ModelNote> = {}) {
  const sha256OfText = { hex: bytesToHex(sha256(utf8ToBytes(text))), from: 'publisher' as const };
  const note: ModelNote = {
    address,
    total: text.length,
    tag: null,
    whole: true,
    sha256: sha256OfText,
    seal: null,
  };
  return { [address]: { note: { ...note, ...change }, text } };
}
const all = () => ({
  ...kept(one, 'GGUF one'),
  ...kept(parts[0] ?? '', 'GGUF first part'),
  ...kept(parts[1] ?? '', 'GGUF second part', { whole: false, sha256: null }),
});

describe('models that were fetched', () => {
  it('are listed with the parts of a split one together', async () => {
    expect(await keptModels(memoryStore(all()).store)).toEqual([
      { runtime: 'llama.cpp', id: one, name: 'one.gguf', bytes: 8, whole: true, proof: 'publisher' },
      {
        runtime: 'llama.cpp',
        id: parts[0],
        name: 'two-00001-of-00002.gguf',
        bytes: 31,
        whole: false,
        proof: 'size',
      },
    ]);
  });

  it('are removed with all their parts', async () => {
    const { store, files } = memoryStore(all());
    await removeModel(parts[0] ?? '', store);
    expect([...files.keys()]).toEqual([one]);
  });

  const text = 'GGUF and its weights';
  it.each<[string, string, Partial<ModelNote>, boolean]>([
    ['right', text, {}, true],
    ['of another hash', text, { sha256: { hex: 'ab', from: 'first-download' } }, false],
    ['of another size', text, { total: 7 }, false],
    ['right in size where no hash is known', text, { sha256: null }, true],
    ['not whole yet', text, { whole: false, sha256: { hex: 'ab', from: 'publisher' } }, true],
  ])('that are %s', async (_, content, change, right) => {
    const { store, files } = memoryStore(kept(one, content, change));
    const steps: LoadStep[] = [];
    const hooks = { onStep: (step: LoadStep) => steps.push(step), signal: new AbortController().signal };
    const problem = await verifyModel(one, store, hooks);
    expect(problem).toEqual(right ? null : { fault: 'corrupt', said: 'one.gguf' });
    expect(files.get(one)?.text, 'what is wrong is not kept').toBe(right ? content : '');
    // It is listed all the same, to be fetched again.
    const whole = right && change.whole !== false;
    expect(await keptModels(store)).toMatchObject([{ id: one, whole }]);
    if (change.whole !== false && change.total === undefined)
      expect(steps.at(-1)).toEqual({ kind: 'verify', done: text.length, total: text.length });
  });

  it('are left alone when the reading is called off', async () => {
    const { store, files } = memoryStore(kept(one, text, { total: 7 }));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifyModel(one, store, { onStep: () => {}, signal })).rejects.toThrow('enough');
    expect(files.has(one)).toBe(true);
  });
});
