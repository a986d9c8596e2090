import { expect, it } from 'vitest';
import { readBytes } from '../../../../src/cases/read/read-table';
import { en as english } from '../../../../src/i18n/en/en';
import { importWordsOf } from '../../../../src/i18n/import-words';
import { ko as koreanWords } from '../../../../src/i18n/ko/ko';
import { mayBeEncoding, refusalInWords } from '../../../../src/cases/view/in-words';

const bytes = (...values: number[]) => Uint8Array.from(values);
const text = (written: string) => new TextEncoder().encode(written);

it.each<[string, Uint8Array, string, { en: string; ko: string; encoding: boolean }]>([
  [
    'a picture',
    bytes(0x89, 0x50, 0x4e, 0x47, 0),
    'a.csv',
    { en: 'PNG picture', ko: 'PNG 그림', encoding: false },
  ],
  [
    'zero bytes',
    bytes(0x41, 0, 0x42, 0),
    'a.csv',
    { en: 'choose its encoding', ko: '인코딩', encoding: true },
  ],
  ['wrong bytes, which the code says', bytes(0x41, 0xff, 0xff), 'a.csv', { en: '', ko: '', encoding: true }],
  [
    'broken JSON',
    text('[{"a": 1,]'),
    'a.json',
    { en: 'The JSON is broken', ko: '칸에서 깨져', encoding: false },
  ],
  [
    'a list of numbers',
    text('[1, 2]'),
    'a.json',
    { en: 'list without objects', ko: '객체가 없는 목록', encoding: false },
  ],
])('%s', (_, file, name, { en, ko, encoding }) => {
  const failure = readBytes(file, name, {});
  if (failure === 'xlsx' || !('code' in failure)) throw new Error('Expected a refusal.');
  const words = {
    en: importWordsOf({ t: english, language: 'en' }),
    ko: importWordsOf({ t: koreanWords, language: 'ko' }),
  };
  expect(refusalInWords(failure, words.en, 'en')).toContain(en);
  expect(refusalInWords(failure, words.ko, 'ko')).toContain(ko);
  expect(mayBeEncoding(failure)).toBe(encoding);
});
