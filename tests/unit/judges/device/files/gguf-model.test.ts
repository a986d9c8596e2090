import { describe, expect, it } from 'vitest';
import { checkGgufFiles, checkOpenedFiles } from '../../../../../src/judges/device/files/gguf-model';

const gguf = (name: string) => new File(['GGUF...'], name);

it.each([
  ['one file', [gguf('Qwen3-4B-Q4_K_M.gguf')], { name: 'Qwen3-4B-Q4_K_M', bytes: 7 }],
  ['all parts', [gguf('m-00002-of-00002.gguf'), gguf('m-00001-of-00002.gguf')], { name: 'm', bytes: 14 }],
  ['a part missing', [gguf('m-00001-of-00002.gguf')], { fault: 'shards', said: '1/2' }],
  ['a part twice', [gguf('m-00001-of-00002.gguf'), gguf('m-00001-of-00002.gguf')], { fault: 'shards' }],
  ['two models', [gguf('a.gguf'), gguf('b.gguf')], { fault: 'shards', said: '2/1' }],
  ['another file', [new File(['PK..'], 'a.zip')], { fault: 'not-gguf', said: 'a.zip' }],
  ['nothing', [], { fault: 'not-gguf', said: '' }],
])('%s', async (_, files, expected) => {
  expect(await checkGgufFiles(files)).toMatchObject(expected);
});

describe('a file that was opened before', () => {
  /** As the browser gives a file that was changed after it was chosen. */
  class ChangedFile extends File {
    override slice(): Blob {
      const blob = new Blob();
      blob.arrayBuffer = () => Promise.reject(new DOMException('Changed.', 'NotReadableError'));
      return blob;
    }
  }
  it.each([
    ['is as it was', gguf('a.gguf'), null],
    ['was changed since', new ChangedFile(['GGUF'], 'a.gguf'), { fault: 'not-gguf', said: 'a.gguf' }],
  ])('%s', async (_, file, expected) => {
    expect(await checkOpenedFiles([file])).toEqual(expected);
  });
});
