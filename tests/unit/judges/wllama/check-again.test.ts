import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { checkAgain } from '../../../../src/judges/wllama/check-again';
import { memoryStore } from './memory-store';

const never = new AbortController().signal;

describe('a model that was fetched', () => {
  const parts = [1, 2].map((part) => `https://mirror.example/m/two-0000${part}-of-00002.gguf`);
  const text = 'GGUF and its weights';
  const storeOf = (changed?: { part: number; text: string | null }) =>
    memoryStore(
      Object.fromEntries(
        parts.flatMap((address, part) => {
          const now = changed?.part === part ? changed.text : text;
          const hash = { hex: bytesToHex(sha256(utf8ToBytes(text))), from: 'publisher' as const };
          const note = { address, total: text.length, tag: null, whole: true, sha256: hash, seal: null };
          return now === null ? [] : [[address, { note, text: now }]];
        }),
      ),
    );

  it.each<[string, { part: number; text: string | null } | undefined, string | null]>([
    ['as it was', undefined, null],
    ['with a part cut', { part: 1, text: 'GGUF and' }, 'two-00002-of-00002.gguf'],
    ['with a part changed', { part: 0, text: 'GGUF and its weightz' }, 'two-00001-of-00002.gguf'],
    ['with a part gone', { part: 1, text: null }, 'two-00002-of-00002.gguf'],
  ])('%s', async (_, changed, said) => {
    const { store, files } = storeOf(changed);
    const source = { kind: 'address' as const, address: ` ${parts[0] ?? ''}` };
    expect(await checkAgain(source, [], store, never)).toEqual(
      said === null ? null : { fault: 'damaged', said },
    );
    const whole = [...files.values()].filter(({ note }) => note.whole);
    expect(whole, 'what is wrong is not kept').toHaveLength(said === null ? 2 : 1);
  });
});

describe('a model of the person’s own', () => {
  /** As the browser gives a file that was changed after it was chosen. */
  class ChangedFile extends File {
    override slice(): Blob {
      const blob = new Blob();
      blob.arrayBuffer = () => Promise.reject(new DOMException('Changed.', 'NotReadableError'));
      return blob;
    }
  }
  it.each([
    ['as it was', new File(['GGUF and so on'], 'a.gguf'), null],
    ['changed since', new ChangedFile(['GGUF'], 'a.gguf'), { fault: 'not-gguf', said: 'a.gguf' }],
  ])('%s', async (_, file, expected) => {
    const { store } = memoryStore();
    expect(await checkAgain({ kind: 'files', files: [file] }, [file], store, never)).toEqual(expected);
  });
});
