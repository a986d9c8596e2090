import { describe, expect, it } from 'vitest';
import { keepPieces } from '../../../../src/judges/wllama/keep-pieces';
import type { ModelNote } from '../../../../src/judges/wllama/model-store';
import { memoryStore } from './memory-store';

const note: ModelNote = { address: 'a', total: null, tag: null, whole: false, sha256: null, seal: null };
const roomLeft = () => Promise.resolve(null);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Pieces that come one by one; an error breaks them off. */
function coming(pieces: readonly (string | Error)[]): Response {
  const left = [...pieces];
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = left.shift();
        if (next instanceof Error) controller.error(next);
        else if (next === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(next));
      },
    }),
  );
}

describe('what comes of a file', () => {
  it('is on the disk now and then, before all of it has come', async () => {
    const { store, files } = memoryStore({ a: { note, text: 'GG' } });
    const seen: string[] = [];
    const there = await keepPieces(
      coming(['UF', 'ab', 'cd', 'ef']),
      { note, from: 2 },
      store,
      (bytes) => {
        seen.push(`${text(bytes)} after ${files.get('a')?.text}`);
        return Promise.resolve();
      },
      { every: 4, roomLeft },
    );
    expect(there).toBe(10);
    expect(seen).toEqual(['UF after GG', 'ab after GG', 'cd after GGUFab', 'ef after GGUFab']);
    expect(files.get('a')?.text).toBe('GGUFabcdef');
  });

  it.each([
    [9, false],
    [10, true],
    [null, true],
  ])('with room for %s bytes more is on the disk before its end: %s', async (room, isThere) => {
    const { store, files } = memoryStore();
    const seen: (string | undefined)[] = [];
    await keepPieces(
      coming(['GGUF', 'abcd', 'ef']),
      { note: { ...note, total: 10 }, from: 0 },
      store,
      () => Promise.resolve(void seen.push(files.get('a')?.text)),
      { every: 4, roomLeft: () => Promise.resolve(room) },
    );
    expect(seen[1] === 'GGUF').toBe(isThere);
    expect(files.get('a')?.text).toBe('GGUFabcdef');
  });

  it('is kept as far as it came, where it breaks off', async () => {
    const { store, files } = memoryStore();
    const broken = keepPieces(
      coming(['GGUF', 'ab', new Error('no route')]),
      { note, from: 0 },
      store,
      () => Promise.resolve(),
      { every: 4, roomLeft },
    );
    await expect(broken).rejects.toThrow('no route');
    expect(files.get('a')?.text).toBe('GGUFab');
  });

  it('stays as far as it was kept, where the disk takes no more', async () => {
    const { store, files } = memoryStore();
    let opened = 0;
    const full = {
      ...store,
      write: (...given: Parameters<typeof store.write>) =>
        (opened += 1) === 1 ? store.write(...given) : Promise.reject(new Error('Full.')),
    };
    const work = keepPieces(coming(['GGUF', 'ab']), { note, from: 0 }, full, () => Promise.resolve(), {
      every: 4,
      roomLeft,
    });
    await expect(work).rejects.toThrow('Full.');
    expect(files.get('a')?.text).toBe('GGUF');
  });
});
