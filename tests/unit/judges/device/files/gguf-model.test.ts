import { expect, it } from 'vitest';
import { checkGgufFiles, parametersInName } from '../../../../../src/judges/device/files/gguf-model';
import { parametersOf } from '../../../../../src/judges/device/wllama/llama-session';

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

it.each([
  ['4B', 4],
  ['600M', 0.6],
  ['8x7B', null],
  [undefined, null],
])('a model labelled %s has %s billion parameters', (label, expected) => {
  expect(parametersOf(label)).toBe(expected);
});

it.each([
  ['Qwen3-4B-Q4_K_M', 4],
  ['qwen2.5-0.5b-instruct', 0.5],
  ['tiny', null],
])('a model called %s has %s billion parameters', (name, expected) => {
  expect(parametersInName(name)).toBe(expected);
});
